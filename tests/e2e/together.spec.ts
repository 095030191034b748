// Two tabs on one request, and impatience: the broker chooses what stays, and one request gives one number
// (decisions 38 and 39).
import { findJourney } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import { Broker } from "./support/broker.ts";
import { countDrafts, expectDraftWritten } from "./support/drafts.ts";
import { expect, test } from "./support/stories.ts";

test("two tabs: a stale save asks, field by field", async ({ broker, page, guard }) => {
  guard.expectStatus(409);
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-policy-accepted");
  const [first] = journey.steps;
  await broker.startAnew(journey);
  await broker.form.fill("general-data", first!.answers);
  const other = new Broker(await page.context().newPage(), broker.language);
  await other.startRequest(journey);
  await other.form.fill("general-data", { ...first!.answers, revenue: 99_000 });
  await other.next();
  await other.expectCompleted("general-data");
  await broker.next();
  const conflict = page.getByRole("form", { name: broker.say("wizard.conflict.title") });
  await expect(conflict).toBeFocused();
  await expectAccessible(page, "conflict");
  // A choice is asked: trying again would only ask it once more.
  await expect(page.getByText(broker.say("wizard.save_state.not_saved")).first()).toBeVisible();
  await expect(broker.button("common.action.retry")).toBeHidden();
  await conflict.getByRole("radio", { name: /99\.000/ }).check();
  await broker.button("wizard.conflict.apply").click();
  await broker.expectCompleted("general-data");
  await page.reload();
  await broker.openStep("general-data");
  await expect(broker.form.field("general-data", "revenue")).toHaveValue(/99\.000/);
});

test("a double click on send gives one number", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-instalments-per-quarter-with-double-year-limit");
  const count = async () => {
    const answer = await page.request.get(`/api/quotations/?relation_id=${journey.relation}&page=1&limit=100`);
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  await broker.startAfter(journey, journey.steps.length);
  await broker.agree(journey.submit.answers);
  const before = await count();
  await broker.sendButton("quotation").dblclick();
  await broker.expectOutcome("quotation_sent");
  expect(await count()).toBe(before + 1);
});

test("a tab that saves after another sent the request shows that it was sent, and keeps nothing", async ({
  broker,
  page,
  guard,
}) => {
  guard.expectStatus(409);
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  await broker.startAfter(journey, journey.steps.length);
  const other = new Broker(await page.context().newPage(), broker.language);
  await other.startRequest(journey);
  await other.agree(journey.submit.answers);
  await other.sendButton("quotation").click();
  const number = await other.expectOutcome("quotation_sent");
  await broker.openStep("general-data");
  await broker.form.fill("general-data", { revenue: 99_000 });
  await broker.next();
  await broker.expectOutcome("already_sent");
  await expectAccessible(page, "already sent");
  await expect(page.getByRole("main")).toContainText(number);
  await expect(broker.button("common.action.retry")).toBeHidden();
  await expect(page.getByRole("link", { name: broker.say("wizard.outcome.action.to_quote") })).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);
});

test("two tabs keep what they hold apart: one saves everything, the other is reloaded", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newRequest-policy-accepted");
  const [first] = journey.steps;
  await broker.startAnew(journey);
  const other = new Broker(await page.context().newPage(), broker.language);
  await other.startRequest(journey);
  await broker.form.fill("general-data", { revenue: 77_000 });
  await other.form.fill("general-data", first!.answers);
  await other.next();
  await other.expectCompleted("general-data");
  await expectDraftWritten(page);
  await page.reload();
  await expect(broker.form.field("general-data", "revenue")).toHaveValue(/77\.000/);
});

test("a logout takes the other tabs along, and what was typed there", async ({ broker, page }) => {
  const journey = findJourney("beroepsaansprakelijkheid-newTempRequest-quotation-for-a-new-relation");
  await broker.startAnew(journey);
  // Asked for as the page is left, it would be refused, and the app go to the login by itself.
  await page.route("**/premium*", () => undefined);
  await broker.form.fill("general-data", { revenue: 210_000 });
  await expect.poll(() => countDrafts(page), "kept while it is typed").toBeGreaterThan(0);
  const other = await page.context().newPage();
  await other.goto("/auth/logout");
  await expect(page.getByRole("heading", { level: 1, name: broker.say("portal.login.title") })).toBeVisible();
  await expect.poll(() => countDrafts(page)).toBe(0);
});
