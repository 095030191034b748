// No axe violation on the screen as it stands, at the widths of an office and of a telephone. It names the element and the
// rule, so that a failure can be mended without running it again.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
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

/** At the width as it is. Without preloading, for which axe would write style elements that the content security policy refuses. */
export async function expectAccessibleHere(page: Page, screen: string): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ preload: false, resultTypes: ["violations"] })
    .withTags(standards)
    .analyze();
  const found = violations
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => !isNamedByTitle(id, node.html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found, `axe on ${screen}`).toEqual([]);
  expect(await sidewaysScroll(page), `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

/**
 * A step's header is named by number, title and state; its summary describes it. This experimental rule wants every visible
 * word in the name, and a screen reader would then read the whole summary as one.
 */
const isNamedByTitle = (rule: string, html: string) =>
  rule === "label-content-name-mismatch" && html.includes('class="step-head"');

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
