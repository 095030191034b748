// No axe violation on the current screen, at the widths of an office and of a telephone. It names the element and the
// rule, so that a failure can be mended without running it again.
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** Without preloading, for which axe would write style elements that the content security policy refuses. */
const options: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  preload: false,
  elementRef: false,
};
export const office = { width: 1440, height: 900 };
export const telephone = { width: 390, height: 844 };

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize() ?? office;
  for (const size of [office, telephone]) {
    await page.setViewportSize(size);
    await expectAccessibleHere(page, `${screen} at ${size.width}`);
  }
  await page.setViewportSize(before);
}

/** At the width as it is. */
export async function expectAccessibleHere(page: Page, screen: string): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const violations = (await findViolations(page))
    .map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html).filter((html) => !isNamedByTitle(id, html)) }))
    .filter(({ html }) => html.length > 0)
    .map(({ id, html }) => `${id}: ${html.map((each) => each.slice(0, 160)).join(" | ")}`);
  expect(violations, `axe on ${screen}`).toEqual([]);
  await expectWordsFit(page, screen);
}

/** No key is shown in the place of its text, and the page does not scroll sideways. */
async function expectWordsFit(page: Page, screen: string): Promise<void> {
  if (!isPreview(page))
    expect((await page.locator("body").innerText()).match(textKey), `keys for words on ${screen}`).toBeNull();
  await expect.poll(() => sidewaysScroll(page), `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** The megabyte and a half of axe goes to a document once, however often it is asked. */
async function findViolations(page: Page): Promise<axe.Result[]> {
  // The studio draws forms in frames of its own: axe looks into those that have it too.
  for (const frame of [page.mainFrame(), ...page.frames().filter((child) => child.url().endsWith("/frame"))])
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    // Records outside the window are not laid out, so what axe measures there overlaps.
    const drawn = new CSSStyleSheet();
    drawn.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(drawn);
    // At the end of a page its bar with the premium covers no part of it. Elsewhere it covers what one may scroll to.
    const top = window.scrollY;
    window.scrollTo(0, document.documentElement.scrollHeight);
    const { violations } = await axe.run(chosen);
    document.adoptedStyleSheets.pop();
    window.scrollTo(0, top);
    return violations;
  }, options);
}

/** The analysts' preview shows keys on purpose. */
const isPreview = (page: Page) => new URL(page.url()).pathname.startsWith("/product/");

/** What is shown in the place of a missing text. */
const textKey = /(?<![\w@/.])(?:common|portal|wizard|error)\.[a-z_]+(?:\.[a-z_]+)*/g;

/**
 * A step's header is named by number, title, state and what a press does, and its summary describes it. This experimental rule wants every
 * visible word in the name, and a screen reader would then read the whole summary as one.
 */
const isNamedByTitle = (rule: string, html: string) =>
  rule === "label-content-name-mismatch" && /aria-labelledby="\S+title(?: \S+mark)?"/.test(html);

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
