// The connection between browser and portal fails, or the device stores nothing: the screen shows what is known, what
// is not and what is safe, and no file and no answer is lost. The proxy is in front of the real portal.
import type { Page } from "@playwright/test";
import { findJourney } from "../journeys/support/journey.ts";
import type { Fault } from "../support/faultProxy.ts";
import { expect, throughProxy as test } from "./support/stories.ts";

/** Records every sentence that the foot of the step shows, also one that is shown for a moment only. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const hear = () => heard.push(document.querySelector("main form [type=submit] ~ [role=status]")?.textContent ?? "");
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

const textKeys: Partial<Record<Fault, string>> = {
  gateway: "wizard.save_state.retrying",
  reset: "wizard.save_state.retrying",
  stalled: "wizard.save_state.slow",
};

test("a save that gets no answer shows what is not known and what is safe", async ({ broker, page, line, guard }) => {
  guard.expectStatus(502);
  guard.expectNoNetwork();
  const { say } = broker;
  await broker.startAnew({ product: "beroepsaansprakelijkheid", relation: 300290 });
  let revenue = 70_000;
  for (const [fault, key] of Object.entries(textKeys)) {
    const heard = await listen(page);
    await broker.form.fill("general-data", { revenue: ++revenue });
    line.strike(fault as Fault, ({ url }) => url.includes("/save?"));
    await broker.continueLater();
    const sentence = `${say(key)} ${say("wizard.save_state.safe_here")}`;
    await expect.poll(async () => (await heard()).join("\n"), { timeout: 12_000 }).toContain(sentence);
    expect(line.struck, fault).toBe(true);
    if (fault === "stalled") break;
    await broker.button("wizard.saved_for_later.close").click();
  }
});

test("a file whose upload breaks off is named, holds Next and sending, and goes along in the end", async ({
  broker,
  page,
  line,
  guard,
}) => {
  guard.expectNoNetwork();
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-referred-with-explanation-and-file");
  const [{ name } = { name: "" }] = journey.uploads ?? [];
  await broker.startAfter(journey, journey.steps.length - 1);
  line.strike("reset", ({ url, method }) => method === "POST" && url.endsWith("/uploads"));
  const { step, answers } = journey.steps.at(-1)!;
  await broker.completeStep(journey, step, answers);
  await broker.agree(journey.submit.answers);
  const failed = page.getByText(`${name} is niet toegevoegd. Probeer het opnieuw of verwijder het bestand.`);
  await expect(failed.first()).toBeVisible();
  await expect(broker.nextButton).toHaveAttribute("aria-disabled", "true");
  await expect(broker.sendButton(journey.submit.action)).toHaveAttribute("aria-disabled", "true");
  // The line is back: it goes by itself.
  await page.evaluate(() => {
    for (const name of ["offline", "online"]) dispatchEvent(new Event(name));
  });
  await expect(failed).toHaveCount(0);
  await broker.send(journey.submit.action);
  await broker.expectOutcome("policy_not_accepted");
  await expect(page.getByRole("main")).toContainText(name);
});

test("a page of which a part arrives late is complete when it is there", async ({ broker, page, line }) => {
  line.halvePages('"releases"', "/api/profile/me");
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: broker.say("portal.nav.relations") }).first()).toBeVisible();
});

test("what the address and the product name is asked for at once: lists and controls do not wait for the forms", async ({
  broker,
  page,
}) => {
  const product = { product: "beroepsaansprakelijkheid", relation: 300290 };
  await broker.layAside(product);
  const names = ["/professions", "/acceptance", "/closing-questions", "/assets/ProfessionPair"];
  const asked = Promise.all(names.map((name) => page.waitForRequest((request) => request.url().includes(name))));
  await page.route("**/wizard/steps/forms*", async (route) => {
    await asked;
    await route.continue();
  });
  await broker.startRequest(product);
  await expect(broker.form.field("general-data", "professions", "_profession")).toBeVisible();
});
