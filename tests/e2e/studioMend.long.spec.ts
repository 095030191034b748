// Findings in the studio: what mends one is shown as lines, applied by a click, and undone. And a choice that is added with all that it
// needs, by clicking alone.
import { readFileSync } from "node:fs";
import { change, expect, findFile, inStudio, region, story } from "./support/studioStories.ts";
import { expectClean, expectFiles, line, panel, readWish, undoAll } from "./support/studioWishes.ts";

const FRENCH = "schemas/products/cyber/texts.fr.json";
const MISSING =
  '  "step.general-data.intro": "Indiquez les données de l’organisation. Elles nous permettent de calculer la prime.",\n';

inStudio(() => {
  story("a missing text is written beside its finding, and taken back", async ({ page }) => {
    const restore = change(FRENCH, MISSING, "");
    await page.setViewportSize({ width: 1440, height: 900 });
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
    await page.setViewportSize({ width: 1440, height: 900 });
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
