// An analyst pastes rates from Excel and imports a translation: what does not fit writes nothing, what fits is one act, and undoing gives
// the bytes back.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { formatJson } from "#content/read/files/formatJson.ts";
import { readCells, writeCells } from "#studio/workspace/tables/csv.ts";
import { expectAccessibleHere } from "./support/accessible.ts";
import { expect, findFile, inStudio, region, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, readWish, undoAll } from "./support/studioWishes.ts";

const product = "beroepsaansprakelijkheid";
const folder = `schemas/products/${product}`;

const paste = (cell: Locator, text: string) =>
  cell.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

async function open(page: Page, product: string, view: "tables" | "texts") {
  await page.goto(`/product/${product}?view=${view}`);
}

inStudio(() => {
  story(
    "rates pasted from Excel change the premium beside them, and a wrong comma writes nothing",
    async ({ page }) => {
      await open(page, "wagenpark", "tables");
      const { before, after } = readWish("rates");
      const table = region(page, "Soort voertuig");
      const first = table.getByLabel("Tot en met 15.000, rij 1", { exact: true });
      await paste(first, "325\n33,5,0\t9x\n800");
      await expect(table.getByRole("alert")).toContainText("Er is niets geschreven: cellen die niet passen: 2.");
      const second = table.getByLabel("Tot en met 15.000, rij 2", { exact: true });
      await expect(second).toHaveAttribute("aria-invalid", "true");
      await expectAccessibleHere(page, "the tables of a product with a paste that does not fit");
      await paste(table.getByLabel("Tot en met 150.000, rij 3", { exact: true }), "1700\t1");
      await expect(table.getByRole("alert")).toContainText("Er zijn te veel kolommen. rij 3, kolom 5.");
      await expectFiles(before);
      await paste(first, "325\t415,5\t700\n390\t475\t830\n800\t990\t1700\n65\t100\t210");
      await expectFiles(after);
      // A journey expects the price of before; another story accepts such amounts.
      await table.getByLabel("Tot en met 40.000, rij 2", { exact: true }).fill("480");
      await expect(region(page, "Premie van dit geval")).toContainText("was €");
      await undoAll(page, 2, before);
    },
  );

  story(
    "thirty French texts are corrected by an import, and other values in one of them refuse it",
    async ({ page }) => {
      await open(page, product, "texts");
      const grid = region(page, "Alle teksten");
      const files = ["coverage-choice.schema.json", "general-data.schema.json", "professions.json"];
      const before = new Map(
        files.map((file) => [`${folder}/${file}`, readFileSync(findFile(`${folder}/${file}`), "utf8")]),
      );
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
      await expectFiles(before);
      await expectAccessibleHere(page, "the texts of a product with an import that is refused");
      await upload(corrected);
      await expect(grid.getByRole("status")).toHaveText("Teksten geïmporteerd: 30");
      await expect(grid.getByLabel(`${corrected[5]![0]}, fr`, { exact: true })).toHaveValue(corrected[5]![2]!);
      // By hand one replaces each text where it is, and formats the files.
      const replace = (text: string, [, , french]: string[]) =>
        text.replace(`"fr": ${JSON.stringify(french)}`, `"fr": ${JSON.stringify(`${french} (corrigé)`)}`);
      const after = [...before].map(
        ([file, text]) => [file, formatJson(rows.slice(0, 30).reduce(replace, text))] as const,
      );
      await expectFiles(new Map(after));
      await expectClean(page);
      await undoAll(page, 1, before);
    },
  );
}, ["--examples"]);
