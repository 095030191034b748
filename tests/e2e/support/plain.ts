// What a layout has between its fields, as a broker sees it: each text, each picture in the space that is kept for it, each document
// behind its link. What a condition shows is asked for by its text.
import { expect, type Page } from "@playwright/test";
import { findPlain } from "#content/read/plainContent.ts";
import type { PlainContent, UiSchema } from "#engine/schema/schema.ts";

type Say = (key: string) => string;

/** The first line of a text. */
export const findText = (page: Page, say: Say, key = "") =>
  page.getByText(say(key).split("\n")[0] ?? "", { exact: true });

async function expectPicture(page: Page, name: string): Promise<void> {
  const image = page.getByRole("img", { name, exact: true });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  const ratios = await image.evaluate((shown: HTMLImageElement) => [
    shown.naturalWidth / shown.naturalHeight,
    Number(shown.getAttribute("width")) / Number(shown.getAttribute("height")),
  ]);
  expect(ratios[0]).toBeCloseTo(ratios[1] ?? 0, 1);
}

async function expectDocument(page: Page, name: string): Promise<void> {
  const link = page.getByRole("link", { name: new RegExp(`^${name} \\(PDF, .*\\d`) });
  await expect(link).toHaveAttribute("target", "_blank");
  const answer = await page.request.get((await link.getAttribute("href")) ?? "");
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
}

const isAlways = ({ when }: PlainContent) => when === undefined;

/** Returns how many there are. */
export async function expectPlain(page: Page, ui: UiSchema, say: Say): Promise<number> {
  const contents = findPlain(ui).filter(({ content, path }) => path.length === 0 && isAlways(content));
  for (const { content } of contents) {
    const { text, title = "", picture, alt = "", document } = content;
    if (picture) await expectPicture(page, say(alt));
    else if (document) await expectDocument(page, say(title));
    else await expect(findText(page, say, text)).toBeVisible();
  }
  return contents.length;
}
