// What a screen reader reads on each screen of the portal and of the wizard, and what each change announces, as recorded tables
// (tests/e2e/said); `said.long.spec.ts` reads the screens of the portal that are not read here. In Dutch: both languages have the same structure, and widgets/said.test.tsx has each control in both.
// `playwright test --update-snapshots all` rewrites them. Read the difference first.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { findJourney, type Journey } from "../journeys/support/journey.ts";
import { office, telephone } from "./support/accessible.ts";
import { breakCall } from "./support/breakCall.ts";
import type { Broker } from "./support/broker.ts";
import { Reader, test } from "./support/reader.ts";
import { expect } from "./support/stories.ts";

const RELATION = 300101;
const [QUOTATION, OPEN_QUOTATION] = [50010007, 50010414];
const fault = { status: 500, json: { success: false, code: "down", message: "" } };

async function openPortal(reader: Reader, page: Page, broker: Broker): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await reader.read("login", "body");
  await broker.login("v.voorbeeld");
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await reader.read("statements", "body");
  await broker.acceptStatements();
  await broker.expectDashboard();
  await reader.read("dashboard");
  await reader.read("header", "header");
  await reader.read("footer", "footer");
}

async function hearLists(reader: Reader, page: Page, broker: Broker): Promise<void> {
  const { say } = broker;
  const main = page.getByRole("main");
  const rows = main.getByRole("table").getByRole("link");
  await page.goto(paths(broker.language).insurances());
  const next = main.getByRole("link", { name: say("common.pagination.next") });
  const current = (number: number) => expect(broker.pager.locator("[aria-current]")).toHaveText(String(number));
  await reader.hear(
    "list: next page",
    () => next.click(),
    () => current(2),
  );
  await expect(next, "the focus stays").toBeFocused();
  const last = main.getByRole("link", { name: say("common.pagination.last") });
  await reader.hear(
    "list: last page",
    () => last.click(),
    () => expect(last).toHaveCount(0),
  );
  await expect(broker.pager.locator("[aria-current]"), "the focus of a way that is gone").toBeFocused();
  await reader.hear(
    "list: another row",
    () => rows.nth(1).click(),
    () => expect(rows.nth(1)).toHaveAttribute("aria-current", "true"),
  );
  const search = page.getByRole("searchbox");
  const searchFor = async (term: string) => {
    await search.fill(term);
    await search.press("Enter");
  };
  await reader.hear(
    "search",
    () => searchFor("a"),
    () => expect(main.getByRole("link", { name: say("portal.search.clear") })).toBeVisible(),
  );
  await reader.hear(
    "search: nothing found",
    () => searchFor("zzzz"),
    () => expect(main.getByText(say("portal.search.no_results", { term: "zzzz" }))).toBeVisible(),
  );
  await page.route("**/api/policies/search/**", (route) => route.fulfill(fault));
  await reader.hear(
    "search: fails",
    () => searchFor("b"),
    () => expect(main.getByRole("alert")).toBeVisible(),
  );
  await page.unroute("**/api/policies/search/**");
  await reader.read("list that fails");
}

async function hearRest(reader: Reader, page: Page, broker: Broker): Promise<void> {
  const { say } = broker;
  const to = paths(broker.language);
  await page.goto(to.settings());
  const box = page.getByRole("checkbox").first();
  await reader.hear(
    "settings: stored",
    () => box.click(),
    () => expect(page.getByRole("region", { name: say("common.notice.region") })).toBeVisible(),
  );
  await page.goto(to.relationChange(RELATION));
  const name = page.getByRole("textbox").first();
  await name.fill("");
  await reader.hear(
    "relation: field left empty",
    () => name.blur(),
    () => expect(name).toHaveAttribute("aria-invalid", "true"),
  );
  await name.fill("X");
  await name.blur();
  await reader.readDialog(
    "leaving a changed form",
    page
      .getByRole("navigation")
      .getByRole("link", { name: say("portal.nav.quotes") })
      .first(),
  );
}

async function readDialogs(reader: Reader, page: Page, broker: Broker): Promise<void> {
  const to = paths(broker.language);
  await page.goto(to.quote(OPEN_QUOTATION));
  await reader.readDialog("quotation to policy", broker.button("portal.quote.action.to_policy"));
  await page.setViewportSize(telephone);
  await page.goto(to.dashboard());
  await reader.readDialog("new request", broker.button("portal.dashboard.new_request").first());
  await broker.button("portal.header.menu_open").click();
  await reader.read("menu of a telephone", "header");
  await broker.button("portal.header.menu_close").click();
  await page.setViewportSize(office);
}

async function readSessionEnd(reader: Reader, page: Page, broker: Broker): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await page.clock.fastForward("25:30");
  await expect(page.getByRole("dialog", { name: broker.say("portal.session_end.title") })).toBeVisible();
  await reader.read("the session's end", "dialog");
}

test.describe("without a login", () => {
  test.use({ user: null });
  test("the portal in a screen reader", async ({ page, broker, guard }) => {
    const to = paths("nl");
    const reader = new Reader(page);
    guard.expectStatus(500);
    await openPortal(reader, page, broker);
    const screens: [string, string][] = [
      ["relations", to.relations()],
      ["relation", to.relation(RELATION)],
      ["relation form", to.relationChange(RELATION)],
      ["quotation", to.quote(QUOTATION)],
      ["failure", to.failure()],
    ];
    for (const [screen, address] of screens) await reader.visit(screen, address);
    await hearLists(reader, page, broker);
    await hearRest(reader, page, broker);
    await readDialogs(reader, page, broker);
    await readSessionEnd(reader, page, broker);
    reader.expectScreensAsWritten("portal");
    reader.expectChangesAsWritten("portal");
  });
});

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

test("the wizard in a screen reader", async ({ page, broker, guard }) => {
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
  scene.reader.expectScreensAsWritten("wizard");
  scene.reader.expectChangesAsWritten("wizard");
});
