// What the wizard does while a broker fills it in (spec: wizard 4, 5 and 8): errors at the right moment and place, the
// register, the premium, uploads.
import type { Page } from "@playwright/test";
import { findJourney, sampleFile } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import { Broker } from "./support/broker.ts";
import { countDrafts, expectDraftWritten } from "./support/drafts.ts";
import { expect, test } from "./support/stories.ts";

const journey = findJourney("beroepsaansprakelijkheid-newTempRequest-quotation-for-a-new-relation");
const [general, coverage] = journey.steps;

test("no error before a touch, and Next shows them all, in order, with links", async ({ broker, page }) => {
  await broker.startAnew(journey);
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await broker.form.field("general-data", "revenue").focus();
  await page.keyboard.press("Tab");
  await expect(broker.form.field("general-data", "revenue")).toHaveAttribute("aria-invalid", "true");
  await expect(broker.form.field("general-data", "kvk")).not.toHaveAttribute("aria-invalid", "true");
  await broker.next();
  const { summary } = broker;
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveCount(4);
  await expect(page).toHaveTitle(/fout|error/i);
  await expectAccessible(page, "refused step");
  await summary.getByRole("link", { name: /KVK/ }).click();
  await expect(broker.form.field("general-data", "kvk")).toBeFocused();
  await broker.form.type(broker.form.field("general-data", "kvk"), "42712573");
  await expect(summary.getByRole("link")).toHaveCount(3);
});

/** Presses the elements at these places as soon as the step is rendered, before a user could move or read. */
const pressAtOnce = (page: Page, step: string, ...places: string[]) =>
  page.evaluate(
    async ([id = "", ...pressed]) => {
      while (!document.getElementById(id)) await new Promise(requestAnimationFrame);
      for (const selector of pressed) {
        const target = document.querySelector<HTMLElement>(selector);
        const options = { key: "Enter", bubbles: true, cancelable: true };
        if (target?.dispatchEvent(new KeyboardEvent("keydown", options))) target.click();
      }
    },
    [`step-${step}`, ...places],
  );

test("a second press of Next does nothing to the step that came meanwhile", async ({ broker, page }) => {
  await broker.startAnew(journey);
  await broker.form.fill("general-data", general!.answers);
  const pressed = pressAtOnce(page, coverage!.step, "main ol [type=submit]", "main ol h2 > [aria-expanded=true]");
  await broker.next();
  await pressed;
  await expect(broker.stepHeader(coverage!.step)).toBeFocused();
  await broker.expectOpen(coverage!.step);
  await expect(broker.summary).toHaveCount(0);
  await broker.next();
  await expect(broker.summary).toBeFocused();
});

test("a revenue above the maximum is custom work: message, link, saved but not completed", async ({ broker, page }) => {
  await broker.startAnew(journey);
  await broker.form.fill("general-data", { ...general!.answers, revenue: 1_000_001 });
  const link = page.getByRole("link", { name: broker.say("error.max_value.link_text") });
  await expect(link).toHaveAttribute("href", /^(https:|\/storage\/)/);
  await expect(link, "the wizard stays open").toHaveAttribute("target", "_blank");
  await expectAccessible(page, "custom work");
  await broker.next();
  await expect(broker.stepHeader("general-data")).not.toContainText(broker.say("wizard.steps.status.completed"));
});

test("the register fills the company, never over what the broker typed", async ({ broker, page }) => {
  const directors = findJourney("bestuurdersaansprakelijkheid-newTempRequest-quotation-for-a-new-relation");
  await broker.startAnew(directors);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("steps/forms") && request.postData()?.includes("kvk")) calls.push(request.url());
  });
  const kvk = broker.form.field("general-data", "kvk");
  await kvk.pressSequentially("4271257");
  expect(calls).toEqual([]);
  await kvk.pressSequentially("3");
  await expect(page.getByText(broker.say("wizard.notice.prefilled"))).toBeVisible();
  await expect(broker.form.field("general-data", "legalform")).toBeDisabled();
  expect(calls.length).toBe(1);
  await expectAccessible(page, "prefilled");
});

test("questions that cannot be retrieved show one message, with a retry", async ({ broker, page, guard }) => {
  guard.expectStatus(500);
  await page.route("**/acceptance*", (route) =>
    route.fulfill({ status: 500, json: { success: false, code: "down", message: "" } }),
  );
  const relation = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  await broker.startAfter(relation, 3);
  await broker.expectOpen("acceptance");
  const notice = page.getByRole("alert").filter({ hasText: broker.say("error.questions_not_found") });
  await expect(notice).toHaveCount(1);
  await expectAccessible(page, "questions missing");
  await page.unroute("**/acceptance*");
  await notice.getByRole("button", { name: broker.say("common.action.retry") }).click();
  await expect(page.getByRole("main").getByRole("radiogroup")).not.toHaveCount(0);
  await expect(notice).toHaveCount(0);
});

test("the view of all answers takes the focus and gives it back, to what is changed too", async ({ broker, page }) => {
  const quote = findJourney("beroepsaansprakelijkheid-newRequest-three-professions");
  await broker.startAfter(quote, quote.steps.length);
  const view = () => broker.button("wizard.check_answers.title").click();
  await view();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("main").getByRole("definition").filter({ hasText: /^€/ })).not.toHaveCount(0);
  await expect(
    page
      .getByRole("main")
      .getByRole("definition")
      .filter({ hasText: /^10[123]$/ }),
  ).toHaveCount(0);
  await expectAccessible(page, "all answers");
  await broker.button("wizard.check_answers.back").click();
  const begin = page.locator(":focus", { has: broker.form.field("request", "effective_date") });
  await expect(begin, "the focus is on what holds the fields of the request").toHaveCount(1);
  await view();
  const change = `${broker.say("common.action.change")} ${broker.title("coverage-choice")}`;
  await page.getByRole("button", { name: change, exact: true }).click();
  await broker.expectOpen("coverage-choice");
  await expect(broker.stepHeader("coverage-choice")).toBeFocused();
});

test("all no, undone, and the step saves itself", async ({ broker, page }) => {
  await broker.startAfter(findJourney("beroepsaansprakelijkheid-newRequest-quotation"), 4);
  await broker.expectOpen("final-questions");
  const allNo = page.getByRole("switch");
  await allNo.click();
  await broker.expectCompleted("final-questions");
  await expectAccessible(page, "all answered no");
});

test("files: too large, of a wrong type, disguised, and removed again", async ({ broker, page, guard }) => {
  guard.expectStatus(415);
  const referred = findJourney("cyber-newRequest-referred-with-explanation-and-file");
  await broker.startAfter(referred, referred.steps.length - 1);
  await broker.arriveAt("additional-explanation");
  const input = page.locator('input[type="file"]');
  const { bytes } = sampleFile("pdf");
  await input.setInputFiles({
    name: "groot.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.concat([bytes, Buffer.alloc(2_097_153)]),
  });
  await expect(page.getByText(/groot\.pdf is te groot/)).toBeVisible();
  await expect(page.getByText(/groot\.pdf is niet toegevoegd/)).toHaveCount(0);
  await input.setInputFiles({ name: "programma.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") });
  await expect(page.getByText(/programma\.exe is niet toegestaan/)).toBeVisible();
  await input.setInputFiles({
    name: "vermomd.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("MZ dit is geen pdf"),
  });
  await expect(page.getByText("vermomd.pdf", { exact: true })).toBeVisible();
  await expect(page.getByText(/inhoud van dit bestand past niet bij zijn extensie/).first()).toBeVisible();
  await expect(page.getByText("vermomd.pdf is niet toegevoegd. Verwijder het bestand.").first()).toBeVisible();
  await expectAccessible(page, "refused files");
  await input.setInputFiles({ name: "goed.pdf", mimeType: "application/pdf", buffer: bytes });
  await expect(page.getByText("goed.pdf", { exact: true })).toBeVisible();
  await broker.button("wizard.upload.remove", { name: "goed.pdf" }).click();
  await expect(page.getByText("goed.pdf", { exact: true })).toHaveCount(0);
});

test("the other language leads to the beginning, where the request that was left is offered first", async ({
  broker,
  page,
}) => {
  await broker.startAnew(journey);
  await broker.form.fill("general-data", { revenue: 210_000 });
  await expectDraftWritten(page);
  await page.locator('button[lang="fr"]').first().click();
  await expect(page).toHaveURL(/\/$/);
  const french = new Broker(page, "fr");
  await expect(page.getByText(french.say("portal.left_behind.title"))).toBeVisible();
  await page.getByRole("link", { name: french.say("portal.left_behind.action") }).click();
  await expect(french.steps).toBeVisible();
  await expect(page.locator("#general-data_revenue")).toHaveValue(/^210\D?000/);
});

test("logout asks before what is typed goes with it", async ({ broker, page }) => {
  const { say } = broker;
  await broker.startAnew(journey);
  // Asked for as the page is left, it would be refused, and the app go to the login meanwhile.
  await page.route("**/premium*", () => undefined);
  await broker.form.fill("general-data", { revenue: 210_000 });
  const out = page.getByRole("link", { name: say("portal.header.logout") }).first();
  const question = page.getByRole("dialog", { name: say("portal.logout.title") });
  await out.click();
  await expect(question).toBeVisible();
  await expectAccessible(page, "a logout that asks");
  await question.getByRole("button", { name: say("portal.logout.stay") }).click();
  await expect(page.locator("#general-data_revenue")).toHaveValue(/^210\D?000/);
  await out.click();
  await question.getByRole("button", { name: say("portal.logout.go") }).click();
  await expect(page.getByRole("heading", { level: 1, name: say("portal.login.title") })).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);
});
