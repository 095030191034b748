// The recipes of schemas/recipes.md, followed to the letter: written into a copy of a product, published, filled in as the recipe
// types, and read on the page of all answers.

import type { UiSchema } from "#engine/schema/schema.ts";
import { LANGUAGES, type Language } from "#engine/values/languages.ts";
import { paths } from "#routes/paths.ts";
import { findBroker, readJourney } from "../journeys/support/journey.ts";
import { expectAccessible, expectAccessibleHere } from "./support/accessible.ts";
import { expectPlain, findText } from "./support/plain.ts";
import {
  MODEL,
  nameAnswer,
  RecipeForm,
  readTexts,
  recipeAnswers,
  STEP,
  withRecipes,
  writeRecipes,
} from "./support/recipes.ts";
import { expect, test } from "./support/stories.ts";

const copy = writeRecipes();
const journey = readJourney("recipes-newRequest-policy-accepted.json", copy.base);
const { relation } = journey;
const { office } = findBroker(journey);
const address = (language: Language) =>
  paths(language).wizard({ product: "recipes", relation, intermediary: office, policy: false });
const sayIn = (language: Language) => (key: string) => String(readTexts(copy, language)[key]);

test("each recipe of the form language is published, filled in and read back", async ({ broker, page, portal }) => {
  await withRecipes(copy, portal, async () => {
    const texts = readTexts(copy, "nl");
    await page.goto(address("nl"));
    const form = new RecipeForm(page, MODEL, "nl");
    for (const { step, answers: given } of journey.steps) {
      await expect(page.locator(`[id="step-${step}"]`)).toBeVisible();
      await form.fill(step, given);
      if (step === STEP) {
        await form.fillRecipes(texts);
        await expectAccessible(page, "the recipes' fields");
      }
      if (step !== "final-questions") await broker.next();
    }
    await broker.button("wizard.check_answers.title").click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const rows = await page
      .getByRole("main")
      .locator("dl > div")
      .evaluateAll((all) => all.map((row) => [...row.children].map((part) => part.textContent)));
    for (const { field, reads } of recipeAnswers) {
      const named = nameAnswer(texts, field);
      const row = rows.find(([name]) => name === named);
      expect([named, row?.[1]?.replace(/\u00a0/g, " ")]).toEqual([named, reads]);
    }
    expect(rows).toContainEqual(["Bevestigd door de intermediair", expect.stringContaining("meer dan 50.000 euro")]);
    await expectAccessible(page, "their answers");
  });
});

for (const language of LANGUAGES)
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test("a text, a picture and a document are between the fields, and a text only for its answer", async ({
      broker,
      page,
      portal,
    }) => {
      await withRecipes(copy, portal, async () => {
        await broker.layAside({ product: "recipes", relation });
        await page.goto(address(language));
        const say = sayIn(language);
        const layout = copy.read("schemas/products/recipes/general-data.ui.json") as UiSchema;
        expect(await expectPlain(page, layout, say)).toBe(3);
        await expect(findText(page, say, "plain.flat.text")).toHaveCount(0);
        await page.getByLabel(say("field.roof.option.flat"), { exact: true }).check();
        await expect(findText(page, say, "plain.flat.text")).toBeVisible();
        await page.getByLabel(say("field.roof.option.pitched"), { exact: true }).check();
        await expect(findText(page, say, "plain.flat.text")).toHaveCount(0);
        await expectAccessibleHere(page, "content between fields");
      });
    });
  });
