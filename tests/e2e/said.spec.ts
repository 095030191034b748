// What each screen says to a program: role, name, value, state and description of what stands on it, as tables that people
// can read (tests/e2e/said). `playwright test --update-snapshots` writes them anew; what then differs is to be read first.
// Figures are replaced by #, because they follow the calendar; the portal is one of its own, so that no other story shows.
import type { Page } from "@playwright/test";
import { paths } from "#app/paths.ts";
import { journeyOf } from "../journeys/support/journey.ts";
import { Portal } from "../support/portal.ts";
import { type Spoken, spokenUnder, tableOf } from "../support/spoken.ts";
import { test as base, expect } from "./support/stories.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
  baseURL: async ({}, use) => {
    const portal = await Portal.start();
    await use(portal.url);
    await portal.stop();
  },
});

/** Frames of what is listed by itself: cells repeat their row's link, items their text. */
const FRAMES = ["row", "cell", "gridcell", "rowgroup", "listitem", "ListMarker", "term", "definition", "RootWebArea"];
const RELATION = 300101;
const QUOTATION = 50010007;

const withoutFigures = (text: string): string => text.replace(/\d[\d.,:\s-]*/g, "# ").trim();

function screenTable(spoken: readonly Spoken[]): string {
  const lines = spoken
    .filter(({ role }) => !FRAMES.includes(role))
    .map((said) => ({ ...said, name: withoutFigures(said.name), value: withoutFigures(said.value) }))
    .map((said) => ({ ...said, description: withoutFigures(said.description) }));
  const last = (index: number) => JSON.stringify(lines[index - 1]) === JSON.stringify(lines[index]);
  return tableOf(lines.filter((_line, index) => index === 0 || !last(index)));
}

/** Reads one screen after another into one text. */
class Reader {
  readonly parts: string[] = [];
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async read(screen: string, part = "main"): Promise<void> {
    await expect(this.page.locator("main [aria-busy=true], main .loading")).toHaveCount(0);
    const session = await this.page.context().newCDPSession(this.page);
    const spoken = await spokenUnder(session, `document.querySelector(${JSON.stringify(part)})`);
    await session.detach();
    const title = withoutFigures(await this.page.title());
    this.parts.push(`## ${screen}\n\n${title}\n\n${screenTable(spoken)}\n`);
  }

  async visit(screen: string, address: string): Promise<void> {
    await this.page.goto(address);
    await expect(this.page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await this.read(screen);
  }
}

for (const language of ["nl", "fr"] as const) {
  test.describe(`what the screens say (${language})`, () => {
    test.use({ language });

    test("portal", async ({ page, broker, guard }) => {
      const to = paths(language);
      const reader = new Reader(page);
      guard.expectStatus(404);
      await reader.visit("dashboard", to.dashboard());
      await reader.read("header", "header");
      await reader.read("footer", "footer");
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
      ];
      for (const [screen, address] of screens) await reader.visit(screen, address);
      await page.goto(to.dashboard());
      await broker.button("portal.dashboard.new_request").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await reader.read("new request", "dialog");
      expect(reader.parts.join("\n")).toMatchSnapshot(`portal-${language}.md`);
    });

    test("wizard", async ({ page, broker }) => {
      test.slow();
      const reader = new Reader(page);
      const journey = journeyOf("beroepsaansprakelijkheid-newTempRequest-quotation-for-a-new-relation");
      await broker.startAnew(journey);
      await broker.travel(journey, (step) => reader.read(`step ${step}`));
      await reader.read("all steps done");
      await broker.button("wizard.check_answers.title").click();
      await reader.read("all answers");
      await broker.button("wizard.check_answers.back").click();
      await broker.agree(journey.submit.answers);
      await broker.send("quotation");
      await broker.expectOutcome("quotation_sent");
      await reader.read("outcome");
      expect(reader.parts.join("\n")).toMatchSnapshot(`wizard-${language}.md`);
    });
  });
}
