// More wishes about rules, each compared with what an expert wrote by hand: percentages that add up, a step that is not always asked, a
// question with other words.
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { formatJson } from "#content/read/files/formatJson.ts";
import { expectAccessibleHere } from "./support/accessible.ts";
import { expect, findFile, inStudio, story } from "./support/studioStories.ts";
import { addRule, expectClean, expectFiles, panel, readWish, type, typeIn, undoAll } from "./support/studioWishes.ts";

async function open(page: Page, address: string) {
  await page.goto(`/product/${address}`);
  await expect(panel(page)).toBeVisible();
}

inStudio(() => {
  story("percentages add up to 100", async ({ page }) => {
    const file = "fixtures/products/bedrijfspand/general-data.schema.json";
    const path = findFile(file);
    const original = readFileSync(path, "utf8");
    const [computed = ""] = /,\n {10}"computed"[\s\S]*?\n {10}\}(?=\n {8}\})/.exec(original) ?? [];
    writeFileSync(path, formatJson(original.replace(computed, "")));
    const { before, after } = readWish("addUp");
    await open(page, "bedrijfspand?step=general-data&field=split.total&tab=rules");
    await panel(page).getByLabel("Berekend als").selectOption({ label: "Optelling van antwoorden" });
    const terms = panel(page).getByRole("group", { name: "Optelling van antwoorden" });
    for (const name of ["Productie", "Groothandel en opslag", "Winkelverkoop", "Diensten en kantoor"]) {
      const box = terms.getByRole("checkbox", { name, exact: true });
      await box.focus();
      if (!(await box.isChecked())) await page.keyboard.press("Space");
      await expect(box).toBeChecked();
    }
    await addRule(page, ["Samen", "is", "100"], ["Samen moet dit 100% zijn.", "Le total doit être de 100 %."]);
    await expectFiles(after);
    await expectClean(page);
    await undoAll(page, 5, before);
    writeFileSync(path, original);
  });

  story("a step is asked only from a turnover on, by keyboard alone", async ({ page }) => {
    await open(page, "beroepsaansprakelijkheid?step=final-questions&tab=rules");
    const { before, after } = readWish("conditionalStep");
    const adding = panel(page).getByRole("button", { name: "Stap alleen vragen als…" });
    await typeIn(page, panel(page), adding, "Enter");
    await expect(panel(page).getByLabel("Antwoord", { exact: true })).toBeFocused();
    await type(page, "Jaaromzet", "Tab", "is minstens", "Tab", "Tab", "1");
    await page.waitForTimeout(1000);
    await type(page, "00");
    await expectFiles(after);
    await expect(panel(page).getByText("Jaaromzet is minstens 100")).toBeVisible();
    await expectClean(page);
    await expectAccessibleHere(page, "the conditions of a step");
    await undoAll(page, 1, before);
  });

  story("an acceptance question that refers is added and worded better, by keyboard alone", async ({ page }) => {
    await open(page, "beroepsaansprakelijkheid?step=acceptance");
    const { before, after } = readWish("question");
    await type(page, "Control+k", "vraag", "ArrowDown", "Enter", "Werkt uw klant met gevaarlijke stoffen?", "Tab");
    await type(page, "Votre client travaille-t-il avec des substances dangereuses ?", "Enter");
    const dutch = panel(page).getByLabel("Vraag, nl");
    await expect(dutch).toHaveValue("Werkt uw klant met gevaarlijke stoffen?");
    await expect(panel(page).getByLabel("Een ander antwoord", { exact: true })).toHaveValue("refer");
    await typeIn(page, panel(page), dutch, "Control+a", "Werkt uw klant met stoffen die gevaarlijk zijn?");
    await expectFiles(after);
    await expectClean(page);
    await expectAccessibleHere(page, "a question");
    await panel(page).getByRole("button", { name: "Verwijderen" }).press("Enter");
    await expectFiles(before);
    await expect(dutch, "another question is not shown in its place").toBeHidden();
    await undoAll(page, 3, before);
  });
}, ["--examples"]);
