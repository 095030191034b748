// More of what an analyst does by clicking or by keyboard alone: adds, moves, deletes and renames a field, adds a choice with all that it
// needs, and mends a finding. Each story writes what an expert wrote by hand for the same wish (`wishes`), the check finds nothing
// afterwards, and undoing gives the bytes back.
import { readFileSync } from "node:fs";
import { expectAccessibleHere } from "./support/accessible.ts";
import { press } from "./support/keyboard.ts";
import { change, expect, findFile, form, inStudio, region, story } from "./support/studioStories.ts";
import {
  expectClean,
  expectFiles,
  line,
  openField,
  panel,
  readWish,
  type,
  typeInOutline,
  undoAll,
} from "./support/studioWishes.ts";

const FRENCH = "schemas/products/cyber/texts.fr.json";
const MISSING =
  '  "step.general-data.intro": "Indiquez les données de l’organisation. Elles nous permettent de calculer la prime.",\n';

inStudio(() => {
  story("a yes/no question with an explanation, by keyboard alone", async ({ page }) => {
    await openField(page, "schadeverzekering_werknemers", "number_of_volunteers");
    const { before, after } = readWish("explained");
    await type(page, "Control+k", "toelichting", "ArrowDown", "Enter");
    await type(
      page,
      "Werkt iemand ’s nachts?",
      "Tab",
      "Quelqu’un travaille-t-il la nuit ?",
      "Tab",
      "night_work",
      "Enter",
    );
    await expectFiles(after);
    await form(page).getByRole("radiogroup", { name: "Werkt iemand ’s nachts?" }).getByLabel("Ja").press("Space");
    await expect(form(page).getByLabel("Licht uw antwoord toe")).toBeVisible();
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a new step is opened, and what is added next comes into it", async ({ page }) => {
    await openField(page, "schadeverzekering_werknemers", "number_of_volunteers");
    await type(page, "Control+k", "stap", "ArrowDown", "Enter");
    await type(page, "Vrijwilligers", "Tab", "Bénévoles", "Tab", "Aantal", "Tab", "Nombre", "Enter");
    // At once, before the first is written.
    await type(page, "Control+k", "telefoon", "ArrowDown", "Enter");
    await type(page, "Telefoon van de leider", "Tab", "Téléphone du responsable", "Enter");
    await expect(form(page).getByLabel("Telefoon van de leider")).toBeVisible();
    await expect(form(page).getByLabel("Aantal"), "the same step").toBeVisible();
    await undoAll(page, 2, new Map());
  });

  story("a field moves to another step with all that names it, by keyboard alone", async ({ page }) => {
    await openField(page, "wagenpark", "use");
    const { before, after } = readWish("moved");
    await typeInOutline(page, "Alt+ArrowRight");
    await expectAccessibleHere(page, "the places to which a field can move");
    await type(page, "Voertuigen", "ArrowDown", "Enter");
    await expectFiles(after);
    await expect(page).toHaveURL(/step=vehicles&field=use/);
    await expect(form(page).getByText("Waarvoor worden de voertuigen vooral gebruikt?").first()).toBeVisible();
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a field that a factor reads is deleted with its factor, by keyboard alone", async ({ page }) => {
    await openField(page, "bedrijfspand", "turnover");
    const { before, after } = readWish("deleted");
    await typeInOutline(page, "Delete");
    const dialog = page.getByRole("dialog");
    const goes = dialog.getByRole("list", { name: "Wat mee verdwijnt" });
    await expect(goes).toContainText("Tarief: 1");
    await expect(goes).toContainText("Gevallen: 1");
    await expectAccessibleHere(page, "what becomes of a field that is deleted");
    await press(page, dialog.getByRole("button", { name: "Verwijderen" }));
    await expectFiles(after);
    await expect(page.locator("[data-selected]:focus"), "the step that had it").toHaveCount(1);
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a field gets another name in every file that names it, by keyboard alone", async ({ page }) => {
    await openField(page, "wagenpark", "vehicles.drivers.licence_since", "vehicles");
    const { before, after } = readWish("renamed");
    await typeInOutline(page, "F2");
    await expect(page.getByRole("dialog", { name: "Andere naam voor Rijbewijs sinds" })).toBeVisible();
    await type(page, "Tab", "Tab", "Control+a", "licensed_since", "Enter");
    await expectFiles(after);
    await expectClean(page);
    await undoAll(page, 1, before);
  });

  story("a missing text is written beside its finding, and taken back", async ({ page }) => {
    const restore = change(FRENCH, MISSING, "");
    await page.goto("/product/cyber");
    await line(page)
      .getByRole("button", { name: /^Fouten: 1,/ })
      .click();
    const finding = region(page, "Bevindingen").getByRole("listitem").filter({ hasText: "een tekst ontbreekt" });
    await finding.getByRole("button", { name: "Herstellen", exact: true }).click();
    await finding.getByRole("textbox", { name: "Français" }).fill("Indiquez les données.");
    await expect(finding.locator("ins")).toHaveText('"step.general-data.intro": "Indiquez les données."');
    await finding.getByRole("button", { name: "Zo herstellen" }).click();
    await expectClean(page);
    expect(readFileSync(findFile(FRENCH), "utf8")).toContain('"step.general-data.intro": "Indiquez les données."');
    await undoAll(page, 1, new Map());
    await expect(line(page).getByRole("button", { name: /^Fouten: 1,/ })).toBeVisible();
    await finding.getByRole("button", { name: "Tonen" }).click();
    await expect(page).toHaveURL(/file=schemas%2Fproducts%2Fcyber%2Ftexts\.fr\.json&tab=json/);
    restore();
    await expectClean(page);
  });

  story("a new choice has words, a factor and a name in the hand-over, by clicking", async ({ page }) => {
    const { before, after } = readWish("choice");
    await page.goto("/product/bedrijfspand?step=locations&field=sites.buildings.roof");
    const fields = panel(page);
    await fields.getByLabel("Keuze toevoegen, nl").fill("Groendak");
    await fields.getByLabel("Keuze toevoegen, fr").fill("Toiture végétalisée");
    await fields.getByRole("button", { name: "Keuze toevoegen" }).click();
    await fields.getByLabel("Naam bij overdracht").fill("dak");
    await expect(fields.getByRole("alert")).toHaveText("Zo kan dit niet worden geschreven.");
    await fields.getByLabel("Naam bij overdracht").fill("own.buildingRoof");
    await page.getByRole("button", { name: "Tarief" }).click();
    const table = region(page, "Dakbedekking");
    await expect(table.getByLabel("Keuze, rij 4")).toHaveValue("Groendak");
    await table.getByLabel("Factor, rij 4").fill("1,1");
    await table.getByLabel("Factor, rij 4").blur();
    await expectFiles(after);
    await expectClean(page);
    await undoAll(page, 3, before);
  });
}, ["--examples"]);
