// The four flows (spec: wizard 2): which buttons a flow hides, what it disables, and coming back to a request.
import { findJourney } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/stories.ts";

test("continue later, a killed server, and every value is back", async ({ broker, page, portal }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-resumed-after-the-coverage");
  const [, coverage] = journey.steps;
  await broker.startAfter(journey, 1);
  await broker.expectOpen(coverage!.step);
  await broker.form.fill(coverage!.step, coverage!.answers);
  const before = await broker.form.values(coverage!.step);
  await broker.continueLater();
  await expect(page.getByRole("heading", { name: broker.say("wizard.saved_for_later.title") })).toBeVisible();
  await expectAccessible(page, "saved for later");
  await portal.restart("SIGKILL");
  await broker.startRequest(journey);
  await expect(page.getByText(broker.say("wizard.resume.title"), { exact: true })).toBeVisible();
  await broker.expectOpen(coverage!.step);
  // The covers come with the premium.
  await expect.poll(() => broker.form.values(coverage!.step)).toEqual(before);
  await expectAccessible(page, "resumed");
  await broker.next();
  await broker.expectCompleted(coverage!.step);
});

test("changing a quotation: steps closed, Change opens one, no policy button", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-editQuote-changed-quotation");
  await broker.startAnew(journey);
  for (const step of ["general-data", "coverage-choice", "company-data", "acceptance", "final-questions"]) {
    await expect(broker.stepHeader(step)).toHaveAttribute("aria-expanded", "false");
  }
  await expect(broker.sendButton("quotation")).toBeVisible();
  await expect(broker.sendButton("insurance-policy")).toHaveCount(0);
  await expectAccessible(page, "changing a quotation");
  await broker.openStep("coverage-choice");
  await expect(broker.button("wizard.button.continue_later")).toHaveCount(0);
  const limit = broker.form.field("coverage-choice", "double_year_limit");
  await expect(limit, "what the double year limit adds").toHaveAccessibleDescription(/\+ €/);
  await broker.form.fill("coverage-choice", journey.steps[0]!.answers);
  await broker.expectTotal(journey.expect.premium?.total ?? 0);
  await broker.expectLinesAddUp();
  await broker.completeStep(journey, "coverage-choice", journey.steps[0]!.answers);
  await broker.expectTotal(journey.expect.premium?.total ?? 0);
  await broker.agree(journey.submit.answers);
  await broker.send("quotation");
  await broker.expectOutcome("quotation_changed");
});

test("a quotation becomes a policy: filled, and no quote button", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-quoteToPolicy-policy-accepted-as-it-stands");
  await broker.startAnew({ ...journey, convert: true });
  await expect(broker.sendButton("insurance-policy")).toBeVisible();
  await expect(broker.sendButton("quotation")).toHaveCount(0);
  await expectAccessible(page, "quotation to policy");
  await broker.agree(journey.submit.answers);
  await broker.send("insurance-policy");
  await broker.expectOutcome("policy_accepted");
});

test("opening an earlier step un-completes the later ones and keeps their values", async ({ broker, page }) => {
  const journey = findJourney("bestuurdersaansprakelijkheid-newRequest-quotation");
  await broker.startAfter(journey, 3);
  await broker.openStep("general-data");
  const done = broker.say("wizard.steps.status.completed");
  await expect(broker.stepHeader("company-data")).not.toContainText(done);
  await expect(broker.stepHeader("company-data")).toHaveAttribute("aria-disabled", "true");
  await broker.next();
  await broker.expectCompleted("company-data");
  await broker.expectOpen("acceptance");
  await page.reload();
  await broker.expectOpen("acceptance");
});
