// Reads screens and changes into tables: the contents of a screen by role, name, value, state and description, and what
// the live regions announce of a change. Figures are replaced by #, because they follow the calendar.
import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { buildWithoutWaits, listen, untilSpoken } from "../../support/heard.ts";
import { Portal } from "../../support/portal.ts";
import { buildTableRef, plain, type Spoken, spokenUnder } from "../../support/spoken.ts";
import { goTo } from "./follow.ts";
import { test as base } from "./stories.ts";
import { words } from "./words.ts";

/** With a portal of its own, so that no other story shows. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
  baseURL: async ({}, use) => {
    const portal = await Portal.start();
    await use(portal.url);
    await portal.stop();
  },
});

/** Frames of what is listed by itself: cells repeat their row's link, items their text. */
const FRAMES = ["row", "cell", "gridcell", "rowgroup", "listitem", "ListMarker", "term", "definition", "RootWebArea"];

const withoutFigures = (text: string): string => text.replace(/\d[\d.,:\s-]*/g, "# ").trim();

function screenTable(spoken: readonly Spoken[]): string {
  const lines = spoken
    .filter(({ role }) => !FRAMES.includes(role))
    .map((entry) => ({ ...entry, name: withoutFigures(entry.name), value: withoutFigures(entry.value) }))
    .map((entry) => ({ ...entry, description: withoutFigures(entry.description) }));
  const last = (index: number) => JSON.stringify(lines[index - 1]) === JSON.stringify(lines[index]);
  return buildTableRef(lines.filter((_line, index) => index === 0 || !last(index)));
}

const withoutWaits = buildWithoutWaits([words("nl"), words("fr")]);

export class Reader {
  private readonly page: Page;
  private readonly screens: string[] = [];
  private readonly changes: string[] = [];
  /** Requests for what a screen does not wait for because it takes long. The reader waits for them. */
  private readonly awaited = new Set<Request>();

  constructor(page: Page) {
    this.page = page;
    page.on("request", (request) => this.awaited.add(request));
    page.on("requestfinished", (request) => this.awaited.delete(request));
    page.on("requestfailed", (request) => this.awaited.delete(request));
  }

  async read(screen: string, part = "main"): Promise<void> {
    if (part === "main") {
      await expect(this.page.getByRole("main").getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect.poll(() => this.awaited.size, `what ${screen} waits for`).toBe(0);
      await expect(this.page.locator("main [aria-busy=true], main [data-spinner]")).toHaveCount(0);
    }
    await expect(this.page.locator(part).first(), screen).toBeVisible();
    const session = await this.page.context().newCDPSession(this.page);
    const spoken = await spokenUnder(session, `document.querySelector(${JSON.stringify(part)})`);
    await session.detach();
    const title = withoutFigures(await this.page.title());
    this.screens.push(`## ${screen}\n\n${title}\n\n${screenTable(spoken)}\n`);
  }

  async visit(screen: string, address: string): Promise<void> {
    await goTo(this.page, address);
    await this.read(screen);
  }

  /** Opens a dialog, reads it and closes it with Escape. The focus goes in, stays in and comes back. */
  async readDialog(name: string, opener: Locator): Promise<void> {
    await opener.click();
    const dialog = this.page.getByRole("dialog");
    await expect(dialog.getByRole("heading").first(), `the focus of ${name}`).toBeFocused();
    await this.read(name, "dialog");
    await this.page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener, `the focus after ${name}`).toBeFocused();
  }

  /**
   * Records the announcements from `act` until its result is there. `silent`: no announcement is expected, so the
   * reader does not wait for one.
   */
  async hear(change: string, act: () => Promise<unknown>, then: () => Promise<unknown>, silent = false): Promise<void> {
    await this.page.evaluate(untilSpoken);
    await this.page.evaluate(listen);
    await act();
    await then();
    const heard = async () =>
      (await this.page.evaluate(() => globalThis.heard ?? [])).map(withoutWaits).filter(Boolean);
    if (!silent) await expect.poll(async () => (await heard()).length, change).toBeGreaterThan(0);
    await this.page.evaluate(untilSpoken);
    const messages = (await heard()).map((words) => plain(withoutFigures(words)));
    this.changes.push(`| ${change} | ${messages.join("<br>") || "(nothing)"} |`);
  }

  expectScreensAsWritten(name: string): void {
    expect(this.screens.join("\n")).toMatchSnapshot(`${name}.md`);
  }

  expectChangesAsWritten(name: string): void {
    const table = ["| change | said |", "|---|---|", ...this.changes, ""].join("\n");
    expect(table).toMatchSnapshot(`changes-${name}.md`);
  }
}
