// What stories of the studio that click share: the files of a wish as an expert wrote them, the panes, and undoing to the byte.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, findFile, form, region } from "./studioStories.ts";

interface Replacement {
  file: string;
  from: string;
  to: string;
}

/** What the expert wrote: the files of the wish before and after. */
export function readWish(name: string): { before: Map<string, string>; after: Map<string, string> } {
  const path = join(import.meta.dirname, "../wishes", `${name}.json`);
  const wish = JSON.parse(readFileSync(path, "utf8")) as Replacement[];
  const before = new Map(wish.map(({ file }) => [file, readFileSync(findFile(file), "utf8")]));
  const after = new Map(before);
  for (const { file, from, to } of wish) {
    expect(after.get(file), `${file} has what the wish is about`).toContain(from);
    after.set(file, after.get(file)!.replace(from, to));
  }
  return { before, after };
}

/** A file without a text is gone. */
const read = (file: string) => (existsSync(findFile(file)) ? readFileSync(findFile(file), "utf8") : "");

export const expectFiles = async (files: ReadonlyMap<string, string>) => {
  for (const [file, text] of files) await expect.poll(() => read(file), file).toBe(text);
};

export const panel = (page: Page) => page.getByRole("complementary");
export const line = (page: Page) => region(page, "Stand van het product");

export async function undoAll(page: Page, count: number, before: ReadonlyMap<string, string>) {
  const changes = (left: number) => line(page).getByRole("button", { name: `Wijzigingen: ${left}`, exact: true });
  for (let left = count; left > 0; left -= 1) {
    await expect(changes(left)).toBeVisible();
    await line(page)
      .getByRole("button", { name: /^Ongedaan maken: / })
      .click();
  }
  await expect(changes(0)).toBeVisible();
  await expectFiles(before);
}

export const expectClean = (page: Page) =>
  expect(line(page).getByRole("button", { name: /^Fouten: 0,/ })).toBeVisible();

/** Opens a field of a product, with its step drawn. */
export async function openField(page: Page, product: string, field: string, step = "general-data") {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/product/${product}?step=${step}&field=${field}`);
  await expect(panel(page).getByRole("tab", { name: "Eigenschappen" })).toBeVisible();
  await expect(form(page).getByRole("textbox").or(form(page).getByRole("button")).first()).toBeVisible();
}

/** By keyboard alone. */
export async function type(page: Page, ...keys: string[]) {
  for (const key of keys) {
    if (/^(?:Tab|Enter|Delete|F2|Alt\+\w+|Escape|Arrow\w+|Control\+\w|Shift\+\w+)$/.test(key))
      await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
}

/** Moves the focus to the selected row of the outline, by keyboard alone. */
export async function typeInOutline(page: Page, ...keys: string[]) {
  const focused = page.locator('[role="row"]:focus');
  for (let presses = 0; presses < 40 && (await focused.count()) === 0; presses += 1) await page.keyboard.press("Tab");
  await type(page, ...keys);
}
