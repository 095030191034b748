// Findings in the studio: what mends one is shown as lines, applied by a click, and undone. And a choice that is added with all that it
// needs, by clicking alone.
import { readFileSync } from "node:fs";
import { change, expect, findFile, inStudio, region, story } from "./support/studioStories.ts";
import { expectClean, line, undoAll } from "./support/studioWishes.ts";

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
});
