// An analyst adds to a product, moves, deletes and renames in it. Each story writes what an expert wrote by hand for the same wish
// (`wishes`), the check finds nothing afterwards, and undoing gives the bytes back.
import type { Page } from "@playwright/test";
import { expectAccessibleHere } from "./support/accessible.ts";
import { expect, form, inStudio, story } from "./support/studioStories.ts";
import {
  addRule,
  expectClean,
  expectFiles,
  openField,
  outline,
  panel,
  readWish,
  type,
  typeIn,
  undoAll,
} from "./support/studioWishes.ts";

const product = "schadeverzekering_werknemers";

const open = (page: Page, field: string, step?: string) => openField(page, product, field, step);

inStudio(() => {
  story("a new amount with limits at the end of a section, by keyboard alone", async ({ page }) => {
    await open(page, "number_of_volunteers");
    const { before, after } = readWish("amount");
    // The keys of the studio work inside the frame of the form too.
    await form(page).getByLabel("Aantal vrijwilligers").focus();
    await type(page, "Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await type(page, "Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await form(page).getByLabel("Aantal vrijwilligers").focus();
    await page.keyboard.press("F6");
    await expect(panel(page).getByRole("tab", { name: "Eigenschappen" })).toBeFocused();
    await open(page, "number_of_volunteers");
    await type(page, "Control+k");
    await expectAccessibleHere(page, "the kinds that can be added");
    await type(page, "bedrag", "ArrowDown", "Enter");
    await expectAccessibleHere(page, "the form of what is added");
    await type(page, "Loon van stagiairs", "Tab", "Salaire des stagiaires", "Tab", "trainees_salary", "Enter");
    await expect(outline(page).getByRole("row", { name: "Loon van stagiairs" })).toBeFocused();
    await type(page, "Enter");
    await typeIn(page, panel(page), panel(page).getByLabel("Hoogstens"), "Control+a");
    // Before the pause after which a text is sent.
    await Promise.all([page.keyboard.insertText("250.000"), page.keyboard.press("Tab")]);
    await expect(panel(page).getByLabel("Meer dan"), "while it is saved").toBeFocused();
    await expectFiles(after);
    await expect(form(page).getByLabel("Loon van stagiairs")).toBeVisible();
    await expectClean(page);
    await undoAll(page, 2, before);
  });

  story("a list as a table with a choice in it, a total of it, and rules of both, by clicking", async ({ page }) => {
    await open(page, "number_of_volunteers");
    const { before, after } = readWish("table");
    await page.getByRole("button", { name: "Toevoegen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("option", { name: "Lijst als tabel" }).click();
    await dialog.getByRole("button", { name: "Toevoegen aan het product" }).click();
    await expect(dialog.getByText("Vul de tekst in beide talen in.")).toBeVisible();
    await dialog.getByLabel("Tekst, nl").fill("Vestigingen");
    await dialog.getByLabel("Tekst, fr").fill("Établissements");
    await dialog.getByLabel("Eén daarvan heet, nl").fill("Vestiging");
    await dialog.getByLabel("Eén daarvan heet, fr").fill("Établissement");
    await dialog.getByLabel("Naam in de bestanden").fill("branches");
    const columns = [
      ["Soort", "Type", "Keuze"],
      ["Open sinds", "Ouvert depuis", "Jaar"],
      ["Loonsom", "Masse salariale", "Bedrag"],
      ["Eigen pand", "Immeuble propre", "Ja of nee"],
    ] as const;
    for (const [index, [nl, fr, kind]] of columns.entries()) {
      if (index > 0) await dialog.getByRole("button", { name: "Nog een kolom" }).click();
      if (index > 0) await expect(dialog.getByLabel(`Kolom ${index + 1}, nl`)).toBeFocused();
      await dialog.getByLabel(`Kolom ${index + 1}, nl`).fill(nl);
      await dialog.getByLabel(`Kolom ${index + 1}, fr`).fill(fr);
      await dialog.getByLabel(`Kolom ${index + 1}: Soort`).selectOption(kind);
    }
    // A column that stays empty is not added.
    await dialog.getByRole("button", { name: "Nog een kolom" }).click();
    await dialog.getByLabel("Kolom 1: Keuzes, nl").fill("Kantoor\nMagazijn");
    await dialog.getByLabel("Kolom 1: Keuzes, fr").fill("Bureau\nEntrepôt");
    await expect(dialog.getByRole("group", { name: "Kolom 1" }).getByLabel("Verplicht")).toBeChecked();
    await dialog.getByRole("group", { name: "Kolom 2" }).getByLabel("Verplicht").check();
    await dialog.getByRole("button", { name: "Toevoegen aan het product" }).click();
    await expectFiles(after);
    await expect(
      form(page)
        .getByRole("button", { name: /Vestiging toevoegen/ })
        .first(),
    ).toBeVisible();
    await expectClean(page);

    const limited = readWish("limitOfTotal");
    await page.getByRole("button", { name: "Toevoegen", exact: true }).click();
    await dialog.getByRole("option", { name: "Totaal" }).click();
    await dialog.getByLabel("Tekst, nl").fill("Loonsom samen");
    await dialog.getByLabel("Tekst, fr").fill("Masse salariale totale");
    await dialog.getByLabel("Telt op").selectOption({ label: "Vestigingen – Loonsom" });
    await dialog.getByRole("button", { name: "Toevoegen aan het product" }).click();
    await panel(page).getByRole("tab", { name: "Regels" }).click();
    await expect(panel(page).getByLabel("Berekend als"), "it is a total").toHaveValue('{"sum":".branches.*.loonsom"}');
    await addRule(
      page,
      ["Loonsom samen", "is hoogstens", "5.000.000"],
      ["Vraag advies bij meer dan € 5 miljoen.", "Demandez conseil au-delà de 5 millions d’euros."],
    );
    const rule = panel(page).getByRole("article", { name: "loonsom_samen_at_most" });
    await expect(rule).toContainText("Loonsom samen is hoogstens 5.000.000");
    // A rule of the list itself, in its own panel.
    await outline(page).getByRole("row", { name: "Vestigingen" }).click();
    await addRule(
      page,
      ["som van Loonsom", "is hoogstens", "4.000.000"],
      ["De loonsom is meer dan € 4 miljoen.", "La masse salariale dépasse 4 millions d’euros."],
    );
    await panel(page).getByRole("article").getByRole("button", { name: "Waarschuwing" }).click();
    await expectFiles(limited.after);
    await expectClean(page);
    await undoAll(page, 5, before);
  });
});
