// Recipes of schemas/changes.md, followed to the letter: the JSON on the page goes into a copy of a product, the check accepts
// it, and the step works as the recipe describes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, findFile, form, inStudio, story } from "./support/studioStories.ts";
import { expectClean } from "./support/studioWishes.ts";

const PRODUCT = "beroepsaansprakelijkheid";

/** Returns the JSON members that a recipe shows, by name. */
function readRecipe(heading: string): Record<string, unknown> {
  const page = readFileSync(join(import.meta.dirname, "../../schemas/changes.md"), "utf8");
  const recipe = page.slice(page.indexOf(`### ${heading}\n`)).split("\n### ")[0] ?? "";
  const members = [...recipe.matchAll(/`("[\w:]+": \{.*?\})`(?=[\s,.])/gs)].map(([, member]) => `{${member}}`);
  return Object.assign({}, ...members.map((member) => JSON.parse(member)));
}

type Json = Record<string, unknown>;
function editJson(file: string, edit: (json: Json) => void): void {
  const path = findFile(file);
  const json = JSON.parse(readFileSync(path, "utf8")) as Json;
  edit(json);
  writeFileSync(path, JSON.stringify(json, null, 2));
}

/** Adds the fields of a recipe to a step of the product: rules, layout, texts and a valid base. */
function addFields(
  fields: Json,
  { layouts, texts, base }: { layouts: Json; texts: Record<string, string>; base: Json },
) {
  const step = `schemas/products/${PRODUCT}/general-data`;
  for (const language of ["nl", "fr"])
    editJson(`schemas/products/${PRODUCT}/texts.${language}.json`, (all) =>
      Object.entries(texts).forEach(([key, text]) => {
        all[key] = `${text} (${language})`;
      }),
    );
  editJson(`fixtures/steps/${PRODUCT}/general-data.json`, (cases) => Object.assign(cases.base as Json, base));
  editJson(`${step}.ui.json`, (ui) => {
    const { sections } = ui["ui:options"] as { sections: { fields: string[] }[] };
    sections[1]?.fields.push(...Object.keys(fields));
    Object.assign(ui, layouts);
  });
  editJson(`${step}.schema.json`, ({ properties }) => Object.assign(properties as Json, fields));
}

inStudio(() => {
  story("the recipe of a rule between answers", async ({ page }) => {
    const { abroad } = readRecipe("add a rule between answers") as Record<string, Json>;
    await page.goto(`/product/${PRODUCT}?step=general-data&language=both&flow=newRequest`);
    await expectClean(page);
    addFields(
      { abroad: { description: "Turnover abroad.", minimum: 0, maximum: 1_000_000, ...abroad } },
      {
        layouts: { abroad: { "ui:widget": "currency" } },
        texts: { "general-data.abroad.label": "Buitenland" },
        base: { abroad: 0 },
      },
    );
    const amount = form(page).getByLabel("Buitenland (nl)");
    // The product is published once more first.
    await expect(amount).toBeVisible();
    await amount.fill("20001");
    await form(page).getByLabel("Jaaromzet").fill("20000");
    await form(page).getByLabel("Jaaromzet").blur();
    await expect(form(page).getByText("Hoogstens 20.000").first()).toBeVisible();
    await expect(
      form(page, "Français")
        .getByText(/Au plus 20.000/)
        .first(),
    ).toBeVisible();
    await amount.fill("20000");
    await amount.blur();
    await expect(form(page).getByText("Hoogstens 20.000 (nl)")).toHaveCount(0);
    await expectClean(page);
  });
});
