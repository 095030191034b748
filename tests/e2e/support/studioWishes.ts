// What stories of the studio that click share: the files of a wish as an expert wrote them, the panes, and undoing to the byte.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { tabTo } from "./keyboard.ts";
import { expect, findFile, form, region } from "./studioStories.ts";

interface Replacement {
  file: string;
  from: string;
  to: string;
}

/** A file without a text is gone, or not there yet. */
const read = (file: string, find = findFile) => (existsSync(find(file)) ? readFileSync(find(file), "utf8") : "");

/** What the expert wrote: the files of the wish before and after. */
export function readWish(name: string, find = findFile): { before: Map<string, string>; after: Map<string, string> } {
  const path = join(import.meta.dirname, "../wishes", `${name}.json`);
  const wish = JSON.parse(readFileSync(path, "utf8")) as Replacement[];
  const before = new Map(wish.map(({ file }) => [file, read(file, find)]));
  const after = new Map(before);
  for (const { file, from, to } of wish) {
    expect(after.get(file), `${file} has what the wish is about`).toContain(from);
    after.set(file, after.get(file)!.replace(from, to));
  }
  return { before, after };
}

export const expectFiles = async (files: ReadonlyMap<string, string>, find = findFile) => {
  for (const [file, text] of files) await expect.poll(() => read(file, find), file).toBe(text);
};

export const panel = (page: Page) => page.getByRole("complementary");
export const line = (page: Page) => region(page, "Stand van het product");

export async function undoAll(page: Page, count: number, before: ReadonlyMap<string, string>) {
  const changes = (left: number) => line(page).getByRole("button", { name: `Wijzigingen: ${left}`, exact: true });
  for (let left = count; left > 0; left -= 1) {
    await expect(changes(left)).toBeVisible();
    await line(page)
      .getByRole("button", { name: /^Ongedaan maken: / })
      .press("Enter");
  }
  await expect(changes(0)).toBeVisible();
  await expectFiles(before);
}

export const expectClean = (page: Page) =>
  expect(line(page).getByRole("button", { name: /^Fouten: 0,/ })).toBeVisible();

/** Opens a field of a product, with its step drawn. */
export async function openField(page: Page, product: string, field: string, step = "general-data") {
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

/** Moves the focus to a pane with F6, then to something in it with few Tabs, and types there. */
export async function typeIn(page: Page, pane: Locator, target: Locator, ...keys: string[]) {
  const isInside = () => pane.evaluate((node) => node.contains(document.activeElement));
  for (let presses = 0; presses < 4 && !(await isInside()); presses += 1) await page.keyboard.press("F6");
  await tabTo(page, target, 25);
  await type(page, ...keys);
}

export const outline = (page: Page) => page.getByRole("navigation", { name: "Inhoud" });
/** Types at the selected row of the outline. */
export const typeInOutline = (page: Page, ...keys: string[]) =>
  typeIn(page, outline(page), outline(page).getByRole("row", { selected: true }), ...keys);

/** Fills in a rule between answers by clicking. */
export async function addRule(
  page: Page,
  [answer, operator, value]: [string, string, string],
  texts: [string, string],
) {
  await panel(page).getByRole("button", { name: "Regel toevoegen" }).click();
  const rule = region(page, "Regel toevoegen");
  await rule.getByLabel("Antwoord", { exact: true }).selectOption({ label: answer });
  await rule.getByLabel("Vergelijking", { exact: true }).selectOption({ label: operator });
  await rule.getByRole("textbox", { name: /^Waarde/ }).fill(value);
  await rule.getByLabel("Tekst, nl").fill(texts[0]);
  await rule.getByLabel("Tekst, fr").fill(texts[1]);
  await rule.getByRole("button", { name: "Regel toevoegen" }).click();
  await expect(rule).toHaveCount(0);
}
