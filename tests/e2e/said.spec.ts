// What a screen reader reads on each screen of the portal in both languages, and what each change announces in Dutch,
// as recorded tables (tests/e2e/said). `playwright test --update-snapshots` rewrites them. Read the difference first.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import { office, telephone } from "./support/accessible.ts";
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

for (const language of ["nl", "fr"] as const) {
  test.describe(`the portal in a screen reader (${language})`, () => {
    test.use({ language, user: null });

    test("portal", async ({ page, broker, guard }) => {
      const to = paths(language);
      const reader = new Reader(page);
      guard.expectStatus(404, ...(language === "nl" ? [500] : []));
      await openPortal(reader, page, broker);
      const screens: [string, string][] = [
        ["relations", to.relations()],
        ["relations, nothing found", to.relations("zzzz")],
        ["relation", to.relation(RELATION)],
        ["relation data", to.relationData(RELATION)],
        ["relation form", to.relationChange(RELATION)],
        ["documents of a relation", to.documents(RELATION)],
        ["quotations", to.quotes()],
        ["quotation", to.quote(QUOTATION)],
        ["quotation that does not exist", to.quote(1)],
        ["insurances", to.insurances()],
        ["damages", to.damages()],
        ["open invoices", to.openInvoices()],
        ["account", to.account()],
        ["account details", to.accountDetails()],
        ["staff", to.staff()],
        ["settings", to.settings()],
        ["failure", to.failure()],
        ["no such page", "/zzzz"],
        ["request for a product that does not exist", to.wizard({ product: "zzzz", intermediary: 1 })],
      ];
      for (const [screen, address] of screens) await reader.visit(screen, address);
      // What is announced comes from the same catalogue of words in both languages.
      const hears = language === "nl";
      if (hears) await hearLists(reader, page, broker);
      if (hears) await hearRest(reader, page, broker);
      await readDialogs(reader, page, broker);
      await readSessionEnd(reader, page, broker);
      reader.expectScreensAsWritten(`portal-${language}`);
      if (hears) reader.expectChangesAsWritten(`portal-${language}`);
    });
  });
}
