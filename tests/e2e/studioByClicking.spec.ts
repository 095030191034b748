// An analyst changes a product by clicking. Each story writes what an expert wrote by hand for the same wish (`wishes`), the check says
// what follows from it, and undoing gives the bytes back.
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectAccessibleHere } from "./support/accessible.ts";
import { expect, findFile, form, inStudio, region, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, line, panel, readWish, type, typeIn, undoAll } from "./support/studioWishes.ts";

const product = "beroepsaansprakelijkheid";

async function open(page: Page, field: string) {
  await page.goto(`/product/${product}?step=general-data&field=${field}`);
  await expect(form(page).getByLabel("Jaaromzet")).toBeVisible();
}

inStudio(() => {
  story(
    "the maximum of the turnover becomes 750.000, with its remark, and is undone after a reload",
    async ({ page }) => {
      await open(page, "kvk");
      // As a screen reader clicks: without a pointer.
      await page.getByRole("row", { name: "Jaaromzet" }).evaluate((row: HTMLElement) => row.click());
      const { before, after } = readWish("maximum");
      await expectAccessibleHere(page, "the properties of a field");
      await panel(page).getByLabel("Hoogstens").fill("veel");
      await expect(panel(page).getByRole("alert")).toHaveText("Vul een getal in.");
      await expectFiles(before);
      await panel(page).getByLabel("Hoogstens").fill("750.000");
      await panel(page)
        .getByLabel("Opmerking voor collega’s")
        .fill("Turnover of a year in whole euros, up to 750,000; zero refused (decisions 13).");
      await expectFiles(after);
      // The form is drawn again with the new maximum a moment after the file is written.
      await expect(async () => {
        await form(page).getByLabel("Jaaromzet").fill("800000");
        await form(page).getByLabel("Jaaromzet").blur();
        await expect(form(page).getByText("De jaaromzet is te hoog").first()).toBeVisible({ timeout: 2000 });
      }).toPass({ timeout: 60_000 });
      const errors = line(page).getByRole("button", { name: /^Fouten: 1,/ });
      await expect(errors).toBeVisible();
      await errors.click();
      const findings = region(page, "Bevindingen");
      await expect(findings, "a journey answers what is no longer allowed").toContainText(
        "at-the-highest-revenue.json",
      );
      await line(page).getByRole("button", { name: "Wijzigingen: 2" }).click();
      await expect(region(page, "Wijzigingen")).toContainText("Jaaromzet: Hoogstens wordt 750.000");
      await expectAccessibleHere(page, "the changes of a product");
      await page.reload();
      await undoAll(page, 2, before);
    },
  );

  story("a help text in both languages is beside its field, by keyboard alone", async ({ page }) => {
    await open(page, "revenue");
    const { before, after } = readWish("help");
    await type(page, "Tab", "Tab", "Tab", "Tab", "Enter");
    const aside = panel(page);
    await typeIn(page, aside, aside.getByLabel("Aide, nl"), "Control+a", "De omzet van het laatste boekjaar.");
    const question = aside.getByRole("alertdialog");
    await expect(question, "all products share this text").toBeVisible();
    await expectFiles(before);
    await type(page, "Tab", "Tab");
    await expect(question.getByRole("button", { name: "Ce produit seul" })).toBeFocused();
    await type(page, "Enter");
    await expect(aside.getByLabel("Aide, nl"), "where one typed").toBeFocused();
    await type(page, "Tab", "Control+a", "Le chiffre d’affaires du dernier exercice.");
    await expectFiles(after);
    await expect(form(page, "Français").getByText("Le chiffre d’affaires du dernier exercice.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Annuler\s:\s/ }), "a space before the colon").toBeVisible();
    await open(page, "revenue&ui=nl");
    await expectClean(page);
    await undoAll(page, 2, before);
  });

  story("choices are put in another order by keyboard alone", async ({ page }) => {
    await open(page, "terms_of_delivery_option");
    const { before, after } = readWish("choices");
    const choices = panel(page).getByRole("grid", { name: "Keuzes" });
    await expect(choices.getByRole("row")).toHaveCount(4);
    // Past the handle to the button: "Naar achteren" in the first row, "Naar voren" in the last one.
    const ahead = ["ArrowRight", "ArrowRight", "Enter"];
    await typeIn(page, panel(page), choices.getByRole("row").first(), ...ahead);
    await expect(choices.getByRole("row").nth(1)).toContainText("2005");
    await type(page, "ArrowDown", "ArrowDown", ...ahead);
    await expectFiles(after);
    await expectClean(page);
    await undoAll(page, 2, before);
  });

  story("a file that another program writes is followed at once, and panes keep their size", async ({ page }) => {
    await open(page, "revenue");
    const file = `schemas/products/${product}/general-data.schema.json`;
    const before = readFileSync(findFile(file), "utf8");
    writeFileSync(findFile(file), before.replace('"maximum": 1000000', '"maximum": 900000'));
    await expect(panel(page).getByLabel("Hoogstens")).toHaveValue("900.000");
    writeFileSync(findFile(file), before);
    await expect(panel(page).getByLabel("Hoogstens")).toHaveValue("1.000.000");
    const splitter = page.getByRole("separator", { name: "Grootte: Eigenschappen" });
    await splitter.focus();
    await page.keyboard.press("ArrowLeft");
    await page.reload();
    await expect(splitter).toHaveAttribute("aria-valuenow", "448");
    for (const tab of ["Regels", "Teksten", "Gebruikt in", "JSON"]) {
      await panel(page).getByRole("tab", { name: tab }).click();
      await expectAccessibleHere(page, `the panel with ${tab}`);
    }
    await panel(page).getByRole("tab", { name: "Gebruikt in" }).click();
    await panel(page).getByRole("button", { name: "Algemene gegevens – Uitgangsgeval" }).click();
    await expect(region(page, "Uitgangsgeval")).toContainText("geen fouten");
  });

  story("a field becomes required only when another has an answer, by keyboard alone", async ({ page }) => {
    await page.goto("/product/schadeverzekering_werknemers?step=general-data&field=number_of_volunteers&tab=rules");
    const { before, after } = readWish("requiredWhen");
    const rules = panel(page);
    await expect(rules.getByText("Altijd zichtbaar.")).toBeVisible();
    await typeIn(page, rules, rules.getByRole("button", { name: "Alleen verplicht als…" }), "Enter");
    const line = rules.getByRole("group", { name: "Voorwaarde 1", exact: true });
    await expect(line.getByLabel("Antwoord")).toBeFocused();
    await type(page, "Rechtsvorm", "Tab");
    await expect(line.getByLabel("Vergelijking"), "the comparisons of a choice").toHaveValue("is");
    await type(page, "Tab", "Naamloze");
    await expectFiles(after);
    await expect(rules.getByText("Rechtsvorm is Naamloze vennootschap (nv)")).toBeVisible();
    await expectAccessibleHere(page, "the rules of a field");
    await form(page).getByLabel("Rechtsvorm").selectOption({ label: "Naamloze vennootschap (nv)" });
    await expect(async () => {
      await form(page).getByRole("button", { name: "Volgende" }).press("Enter");
      await expect(form(page).getByRole("link", { name: /vrijwilligers/ })).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 60_000 });
    await expectClean(page);
    await undoAll(page, 1, before);
  });
});
