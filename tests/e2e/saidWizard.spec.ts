// What a screen reader reads on each screen of the wizard in both languages, and what each change announces in Dutch,
// as recorded tables (tests/e2e/said). The browser translates the French pages, and no screen may differ because of it.
// `playwright test --update-snapshots` rewrites the tables. Read the difference first.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findJourney, type Journey } from "../journeys/support/journey.ts";
import { office, telephone } from "./support/accessible.ts";
import { breakCall } from "./support/breakCall.ts";
import type { Broker } from "./support/broker.ts";
import { Reader, test } from "./support/reader.ts";
import { expect } from "./support/stories.ts";

const fault = { status: 500, json: { success: false, code: "down", message: "" } };
const calls = { save: "**/wizard/step/*/save*", premium: "**/premium*", submit: "**/wizard/submit/**" };

interface Scene {
  reader: Reader;
  page: Page;
  broker: Broker;
  journey: Journey;
}

/** A step that cannot be left, and one that cannot be saved. */
async function hearFirstStep({ reader, page, broker, journey }: Scene): Promise<void> {
  const [{ step, answers }] = journey.steps as [Journey["steps"][number]];
  await broker.arriveAt(step);
  await reader.read(`step ${step}`);
  await reader.hear(
    "next: refused",
    () => broker.next(),
    () => expect(broker.summary).toBeFocused(),
    true,
  );
  await reader.read(`step ${step}, refused`);
  await broker.form.fill(step, answers);
  const mend = await breakCall(page, calls.save);
  await reader.hear(
    "next: the server is away",
    () => broker.next(),
    () => expect(broker.notSaved).toBeVisible(),
  );
  const again = broker.button("common.action.retry");
  await reader.hear(
    "next: tried again",
    () => again.click().then(mend),
    () => broker.expectCompleted(step),
  );
}

/** The first premium, one that changes, and one that fails. */
async function hearPremium({ reader, page, broker, journey }: Scene): Promise<void> {
  const { step, answers, expect: expected } = journey.steps[1] as Journey["steps"][number];
  const { total } = broker;
  const shows = () => expect(total).toBeVisible();
  await broker.arriveAt(step);
  await reader.read(`step ${step}`);
  await reader.hear("the first premium", () => broker.form.fill(step, { coverage_code: answers.coverage_code }), shows);
  await broker.form.fill(step, answers);
  await broker.expectTotal(expected?.premium?.total ?? 0);
  const terms = broker.form.field(step, "pay_in_terms");
  const before = await total.innerText();
  await reader.hear(
    "another premium",
    () => terms.check(),
    () => expect(total).not.toHaveText(before),
  );
  await page.route(calls.premium, (route) => route.fulfill(fault));
  const failed = broker.sidebar.getByText(broker.say("error.premium"));
  await reader.hear(
    "a premium that fails",
    () => terms.uncheck(),
    () => expect(failed).toBeVisible(),
  );
  await page.unroute(calls.premium);
  const again = broker.sidebar.getByRole("button", { name: broker.say("common.action.retry") });
  await reader.hear("the premium again", () => again.click(), shows);
  const taken = () => broker.expectCompleted(step);
  await reader.hear("next: saved", () => broker.next(), taken);
}

async function travelOn({ reader, page, broker, journey }: Scene): Promise<void> {
  const [third, fourth, last] = journey.steps.slice(2) as Journey["steps"];
  for (const { step, answers } of [third!, fourth!])
    await broker.completeStep(journey, step, answers, (name) => reader.read(`step ${name}`));
  await broker.arriveAt(last!.step);
  await reader.read(`step ${last!.step}`);
  const done = () => broker.expectCompleted(last!.step);
  await reader.hear("the last answers: done", () => broker.form.fill(last!.step, last!.answers), done);
  await reader.read("all steps done");
  await page.setViewportSize(telephone);
  await reader.read("bar of a telephone", `section[aria-label="${broker.say("wizard.sidebar.summary.title")}"]`);
  await reader.readDialog("sheet of a telephone", broker.button("wizard.sidebar.summary.open_sending"));
  await page.setViewportSize(office);
  await broker.button("wizard.check_answers.title").click();
  await expect(page.getByRole("heading", { level: 1, name: broker.say("wizard.check_answers.title") })).toBeFocused();
  await reader.read("all answers");
  await broker.button("wizard.check_answers.back").click();
}

async function readOutcomes({ reader, page, broker, journey }: Scene): Promise<void> {
  await broker.agree(journey.submit.answers);
  await page.route(calls.submit, (route) => route.fulfill({ json: { success: false } }));
  await broker.send("quotation");
  await broker.expectOutcome("error");
  await reader.read("outcome: error");
  await broker.button("wizard.outcome.error.back").click();
  await page.unroute(calls.submit);
  await page.route(calls.submit, (route) => route.abort());
  await broker.send("quotation");
  await broker.expectOutcome("unconfirmed");
  await reader.read("outcome: not confirmed", "main section");
  // Pressed while the server is still away, because the app asks again by itself too.
  await broker.button("wizard.outcome.unconfirmed.ask_now").click();
  await page.unroute(calls.submit);
  await broker.expectOutcome("quotation_sent");
  await reader.read("outcome: quotation sent");
  const copy = broker.button("wizard.outcome.action.copy_number");
  await page.context().grantPermissions(["clipboard-write"]);
  await reader.hear(
    "the number copied",
    () => copy.click(),
    async () => {},
  );
}

async function readQuestions({ reader, page, broker }: Scene): Promise<void> {
  const [relation, product] = [300290, "beroepsaansprakelijkheid"];
  await broker.startRequest({ product, relation });
  await reader.readDialog("saved for later", broker.button("wizard.button.continue_later"));
  await page.goto(paths(broker.language).quote(50010414));
  await page.getByRole("link", { name: broker.say("portal.quote.action.copy") }).click();
  await expect(page.getByRole("dialog").getByRole("heading")).toBeFocused();
  await reader.read("copy over an open request", "dialog");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await reader.read("request that goes on");
}

for (const language of ["nl", "fr"] as const) {
  const translated = language === "fr";
  test.describe(`the wizard in a screen reader (${language}${translated ? ", translated by the browser" : ""})`, () => {
    test.use({ language, translated });

    test("wizard", async ({ page, broker, guard }) => {
      test.slow();
      guard.expectStatus(500);
      guard.expectNoNetwork();
      const journey = findJourney("beroepsaansprakelijkheid-newTempRequest-quotation-for-a-new-relation");
      const scene: Scene = { reader: new Reader(page), page, broker, journey };
      await broker.startAnew(journey);
      await hearFirstStep(scene);
      await hearPremium(scene);
      await travelOn(scene);
      await readOutcomes(scene);
      await readQuestions(scene);
      scene.reader.expectScreensAsWritten(`wizard-${language}`);
      // A translator changes texts after they came, so that they may be announced again.
      if (!translated) scene.reader.expectChangesAsWritten(`wizard-${language}`);
    });
  });
}
