// The recipes of schemas/README.md, followed to the letter: written into a copy of a product, published, filled in as the recipe
// types, and read on the page of all answers.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { createProduct } from "#content/newProduct.ts";
import { publish } from "#content/publish/publish.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { paths } from "#routes/paths.ts";
import { ContentCopy } from "../content/support/content.ts";
import { followRecipes, recipes } from "../content/support/recipes.ts";
import { findBroker, readJourney } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import { Form } from "./support/form.ts";
import { expect, test } from "./support/stories.ts";

const MODEL = "cyber";
const STEP = "general-data";
const folder = "schemas/products/recipes";

const copy = new ContentCopy(MODEL);
test.afterAll(() => copy.remove());

const answers = recipes.flatMap((recipe) => recipe.answers);

async function fillRecipes(form: Form): Promise<void> {
  for (const { field, typed } of answers.filter(({ typed }) => typed !== "—")) {
    const box = form.field(STEP, ...field.split("."));
    const [value = "", ...ticks] = typed.split("☑ ").map((part) => part.trim());
    if (value !== "") await form.type(box, value);
    // A warning is confirmed under the control.
    const around = value === "" ? box : box.locator("xpath=ancestor::*[@data-field][1]");
    for (const label of ticks) await around.getByRole("checkbox", { name: label, exact: true }).check();
  }
}

test("each recipe of the form language is published, filled in and read back", async ({ broker, page, portal }) => {
  const { schemas: schemasDir, fixtures: fixturesDir } = copy;
  expect(createProduct({ schemasDir, fixturesDir, key: "recipes", like: MODEL })).toMatchObject({ like: MODEL });
  const product = readCatalogue(copy.schemas).products.find(({ key }) => key === "recipes");
  if (product) copy.writeStep(product, STEP);
  followRecipes(copy, folder);
  copy.addPortalForms();
  const published = join(portal.dataDir, "products");
  const before = join(copy.base, "before");
  cpSync(published, before, { recursive: true });
  try {
    await publish(schemasDir, published);
    const journey = readJourney("recipes-newRequest-policy-accepted.json", copy.base);
    const { relation } = journey;
    const { office } = findBroker(journey);
    await page.goto(paths("nl").wizard({ product: "recipes", relation, intermediary: office, policy: false }));
    const form = new Form(page, MODEL, "nl");
    for (const { step, answers: given } of journey.steps) {
      await expect(page.locator(`[id="step-${step}"]`)).toBeVisible();
      await form.fill(step, given);
      if (step === STEP) await fillRecipes(form);
      if (step === STEP) await expectAccessible(page, "the recipes' fields");
      if (step !== "final-questions") await broker.next();
    }
    await broker.button("wizard.check_answers.title").click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const rows = await page
      .getByRole("main")
      .locator("dl > div")
      .evaluateAll((all) => all.map((row) => [...row.children].map((part) => part.textContent)));
    const texts = copy.read(`${folder}/texts.nl.json`);
    const label = (path: string) => String(texts[`field.${path}.label`]);
    for (const { field, reads } of answers) {
      const [group = "", member] = field.split(".");
      const named = member === undefined ? label(group) : `${label(group)} – ${label(field)}`;
      const row = rows.find(([name]) => name === named);
      expect([named, row?.[1]?.replace(/\u00a0/g, " ")]).toEqual([named, reads]);
    }
    expect(rows).toContainEqual(["Bevestigd door de intermediair", expect.stringContaining("meer dan 50.000 euro")]);
    await expectAccessible(page, "their answers");
  } finally {
    // The other stories of this portal find what was on offer before.
    cpSync(before, published, { recursive: true });
  }
});
