// An analyst pastes rates from Excel and imports a translation: what does not fit writes nothing, what fits is one act, and undoing gives
// the bytes back.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { readCells, writeCells } from "#studio/workspace/tables/csv.ts";
import { expectAccessibleHere } from "./support/accessible.ts";
import { expect, findFile, inStudio, region, story } from "./support/studioStories.ts";

const product = "beroepsaansprakelijkheid";
const folder = `schemas/products/${product}`;
const read = (file: string) => readFileSync(findFile(`${folder}/${file}`), "utf8");

const paste = (cell: Locator, text: string) =>
  cell.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const undo = (page: Page) => page.getByRole("button", { name: /^Ongedaan maken: / }).click();

async function open(page: Page, view: "tables" | "texts") {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/product/${product}?view=${view}`);
}

inStudio(() => {
  story(
    "rates pasted from Excel change the premium beside them, and a wrong comma writes nothing",
    async ({ page }) => {
      await open(page, "tables");
      const before = read("tariff.json");
      const table = region(page, "Verzekerd bedrag per aanspraak");
      const first = table.getByLabel("Prijs, rij 1", { exact: true });
      await paste(first, "280\n33,5,0\t9\n415");
      await expect(table.getByRole("alert")).toContainText("Er is niets geschreven: cellen die niet passen: 2.");
      await expect(table.getByLabel("Prijs, rij 2", { exact: true })).toHaveAttribute("aria-invalid", "true");
      await expectAccessibleHere(page, "the tables of a product with a paste that does not fit");
      await paste(table.getByLabel("Verzekerd bedrag, rij 3", { exact: true }), "1000000\t405\t1");
      await expect(table.getByRole("alert")).toContainText("Er zijn te veel kolommen. rij 3, kolom 4.");
      expect(read("tariff.json")).toBe(before);
      await paste(first, "280\n335,50\n415");
      const after = before.replace('"price": 270', '"price": 280').replace('"price": 325', '"price": 335.5');
      await expect.poll(() => read("tariff.json")).toBe(after.replace('"price": 405', '"price": 415'));
      await expect(region(page, "Premie van dit geval")).toContainText("was € 325,00");
      await undo(page);
      await expect.poll(() => read("tariff.json")).toBe(before);
    },
  );

  story(
    "thirty French texts are corrected by an import, and other values in one of them refuse it",
    async ({ page }) => {
      await open(page, "texts");
      const grid = region(page, "Alle teksten");
      const files = ["texts.fr.json", "professions.json", "questions.json", "general-data.schema.json"];
      const before = files.map(read);
      const saving = page.waitForEvent("download");
      await grid.getByRole("button", { name: /^Exporteren/ }).click();
      const [head = [], ...rows] = readCells(readFileSync(await (await saving).path(), "utf8"));
      const corrected = rows.map(([key = "", nl = "", fr = ""], index) => [
        key,
        nl,
        index < 30 ? `${fr} (corrigé)` : fr,
      ]);
      const upload = (lines: string[][]) =>
        grid.getByLabel(/^Vertaling importeren/).setInputFiles({
          name: "traduction.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(writeCells([head, ...lines])),
        });
      await upload(corrected.with(0, [corrected[0]![0]!, corrected[0]![1]!, "{autre}"]));
      await expect(grid.getByRole("alert")).toContainText("de waarden tussen accolades");
      expect(files.map(read)).toEqual(before);
      await expectAccessibleHere(page, "the texts of a product with an import that is refused");
      await upload(corrected);
      await expect(grid.getByRole("status")).toHaveText("Teksten geïmporteerd: 30");
      await expect(grid.getByLabel(`${corrected[5]![0]}, fr`, { exact: true })).toHaveValue(corrected[5]![2]!);
      await undo(page);
      await expect.poll(() => files.map(read)).toEqual(before);
    },
  );
});
