// Each pane of the studio without an axe finding at the widths of an office, of 200 % zoom and of a telephone, in both languages and in
// forced colours.
import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import { change, expect, form, inStudio, region, story } from "./support/studioStories.ts";
import { panel } from "./support/studioWishes.ts";

const product = "beroepsaansprakelijkheid";
const field = `/product/${product}?step=general-data&field=revenue`;

/** The address of a pane, and what opens it there. */
const PANES: Record<string, readonly [address: string, open?: (page: Page) => Promise<void>]> = {
  "the form": [`/product/${product}?language=both`],
  properties: [field],
  rules: [`${field}&tab=rules`],
  "rules of a step": [`/product/${product}?step=additional-explanation&tab=rules`],
  texts: [`${field}&tab=texts`],
  uses: [`${field}&tab=uses`],
  JSON: [`${field}&tab=json`],
  tables: [`/product/${product}?view=tables`],
  "texts in a grid": [`/product/${product}?view=texts`],
  "the comparison": [`/product/${product}/changes`],
  findings: [field, (page) => page.getByRole("button", { name: /^(?:Fouten|Erreurs)/ }).click()],
  changes: [field, (page) => page.getByRole("button", { name: /^(?:Wijzigingen|Modifications)/ }).click()],
  "what can be added": [field, (page) => page.keyboard.press("Control+k")],
};

inStudio(() => {
  for (const language of ["nl", "fr"])
    story(`no pane has an axe finding or scrolls sideways, in ${language}`, async ({ page }) => {
      story.setTimeout(300_000);
      for (const [name, [address, open]] of Object.entries(PANES)) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(`${address}${address.includes("?") ? "&" : "?"}ui=${language}`);
        await expect(page.getByRole("main")).toBeVisible();
        await expect(page.locator("iframe, table, section").first()).toBeVisible();
        await open?.(page);
        await expectAccessible(page, `${name}, ${language}`);
        await page.setViewportSize({ width: 720, height: 450 });
        await expectAccessibleHere(page, `${name}, ${language}, at 200 % zoom`);
      }
    });

  story("a deletion by keyboard, and the panes in forced colours, have no axe finding", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(field);
    await expect(form(page).getByLabel("Jaaromzet")).toBeVisible();
    const row = page.getByRole("row", { name: "Jaaromzet" });
    await row.focus();
    await expect(row, "what is selected has an edge").toHaveCSS("border-inline-start-width", "4px");
    await page.keyboard.press("Delete");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "what a deletion takes with it");
    await page.keyboard.press("Escape");
    await expect(region(page, "Formulier")).toBeVisible();
    await expectAccessibleHere(page, "a product in forced colours");
  });

  story("the last of 150 fields is in view in the outline and in the form, and is named again", async ({ page }) => {
    const names = Array.from({ length: 150 }, (_, index) => `extra_${index + 1}`);
    const rules = names.map(
      (name) =>
        `"${name}": { "title": { "nl": "Veld ${name}", "fr": "Champ ${name}" }, "type": "string", "maxLength": 9 },`,
    );
    const folder = `schemas/products/${product}`;
    change(`${folder}/general-data.schema.json`, '"properties": {', `"properties": { ${rules.join(" ")}`);
    change(
      `${folder}/general-data.ui.json`,
      '"revenue"]',
      `"revenue", ${names.map((name) => `"${name}"`).join(", ")}]`,
    );
    await page.goto(`/product/${product}?step=general-data&field=extra_150`);
    await expect(form(page).getByLabel("Veld extra_150")).toBeInViewport();
    await expect(page.getByRole("row", { name: "Veld extra_150" })).toBeInViewport();
    await panel(page).getByLabel("Label, nl").fill("Het laatste");
    await expect(form(page).getByLabel("Het laatste")).toBeInViewport();
  });
});
