// The product `recipes`: a copy of another one with all recipes of schemas/recipes.md in its first step.

import { expect, type Locator } from "@playwright/test";
import { createProduct } from "#content/newProduct.ts";
import { publish } from "#content/publish/publish.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { ANSWER } from "#engine/schema/members.ts";
import { paths } from "#routes/paths.ts";
import { ContentCopy } from "../../content/support/content.ts";
import { followRecipes, recipes } from "../../content/support/recipes.ts";
import { findBroker, type Journey, readJourney } from "../../journeys/support/journey.ts";
import type { Portal } from "../../support/portal.ts";
import type { Broker } from "./broker.ts";
import { Form } from "./form.ts";
import { whileOffered } from "./offered.ts";
import type { Language } from "./words.ts";

export const MODEL = "cyber";
export const STEP = "general-data";
const folder = "schemas/products/recipes";

export const recipeAnswers = recipes.flatMap((recipe) => recipe.answers);

/** Writes the recipes into a copy of a product. */
export function writeRecipes(): ContentCopy {
  const copy = new ContentCopy(MODEL).untilExit();
  const { schemas: schemasDir, fixtures: fixturesDir } = copy;
  createProduct({ schemasDir, fixturesDir, key: "recipes", like: MODEL });
  const product = readCatalogue(copy.schemas).products.find(({ key }) => key === "recipes");
  if (product) copy.writeStep(product, STEP);
  followRecipes(copy, folder);
  copy.addPortalForms();
  return copy;
}

export const withRecipes = (copy: ContentCopy, portal: Portal, use: () => Promise<void>) =>
  whileOffered(portal, (folder) => publish(copy.schemas, folder), use);

/** Opens a new request of the recipes and fills in the step. */
export async function beginRecipes(broker: Broker, copy: ContentCopy) {
  const { page, language } = broker;
  const journey = readJourney("recipes-newRequest-policy-accepted.json", copy.base);
  const { relation, steps } = journey;
  const texts = readTexts(copy, language);
  const form = new RecipeForm(page, MODEL, language);
  await broker.layAside({ product: "recipes", relation });
  const { office } = findBroker(journey);
  await page.goto(paths(language).wizard({ product: "recipes", relation, intermediary: office, policy: false }));
  await expect(page.locator(`[id="step-${STEP}"]`)).toBeVisible();
  await form.fill(STEP, steps.find(({ step }) => step === STEP)?.answers ?? {});
  return { journey, form, label: (key: string) => String(texts[`field.${key}`]) };
}

/** The other steps, after the one with the recipes. */
export async function fillOtherSteps(broker: Broker, form: RecipeForm, { steps }: Journey): Promise<void> {
  for (const { step, answers } of steps.filter(({ step }) => step !== STEP)) {
    await form.fill(step, answers);
    // The final questions save themselves. A reload before that would meet a save of the page that was left.
    if (step !== "final-questions") await broker.next();
    else
      await expect(broker.steps.getByRole("button", { name: /^5\. / })).toContainText(
        broker.say("wizard.steps.status.completed"),
      );
  }
}

type Texts = Record<string, unknown>;

/** All texts of the product by their keys, also those beside fields. */
export const readTexts = (copy: ContentCopy, language: Language): Texts =>
  readCatalogue(copy.schemas).products.find(({ key }) => key === "recipes")?.texts[language]?.content ?? {};

/** Names an answer as the page of all answers does: `Owner 2 – Name`, of a table `Turnover – Netherlands – Last year`, or by its question. */
export function nameAnswer(texts: Texts, field: string): string {
  const [name = "", ...within] = field.split(".");
  const member = within.at(-1);
  if (member === undefined) return fillAnswers(String(texts[`field.${name}.label`]), (name) => name);
  const row = within.length > 1 ? texts[`field.${name}.option.${within[0]}`] : undefined;
  if (row !== undefined && member === ANSWER) return String(row);
  const isQuestion = texts[`field.${name}.label`] === undefined;
  if (row !== undefined && isQuestion) return `${row} – ${texts[`field.${name}.${member}.label`]}`;
  const record = within.length > 1 ? nameRecord(texts, name, within[0]!) : texts[`field.${name}.label`];
  const around = row === undefined ? record : `${texts[`field.${name}.label`]} – ${row}`;
  return `${around} – ${texts[`field.${name}.${member}.label`]}`;
}

/** By its title, with the answers of the page in it, or by its number. */
function nameRecord(texts: Texts, list: string, number: string): string {
  const title = texts[`field.${list}.record`];
  if (title === undefined) return `${texts[`field.${list}.item`]} ${number}`;
  return fillAnswers(String(title), (member) => `${list}.${number}.${member}`);
}

/** `{name}` with what the page says of the answer. */
const fillAnswers = (text: string, address: (name: string) => string): string =>
  text.replace(/\{(\w+)\}/g, (_whole, name) => recipeAnswers.find(({ field }) => field === address(name))?.reads ?? "");

export class RecipeForm extends Form {
  /** The control of an answer; of a record by its number, from 1. */
  answer(field: string): Locator {
    const [name = "", ...within] = field.split(".");
    const [number, member] = within;
    if (member === undefined || !/^\d+$/.test(number ?? "")) return this.field(STEP, name, ...within);
    const record = this.page.locator(`[id="${STEP}_${name}"] ol > li`).nth(Number(number) - 1);
    return record.locator(`[id^="${STEP}_${name}_"][id$="_${member}"]`);
  }

  async typeAnswer(field: string, typed: string): Promise<void> {
    const control = this.answer(field);
    const files = typed
      .split("⬆ ")
      .slice(1)
      .map((name) => name.trim());
    if (files.length > 0) return this.addFiles(control, files);
    const [value = "", ...ticks] = typed.split("☑ ").map((part) => part.trim());
    if (value !== "") await this.type(control, value);
    if (value === "" && (await control.evaluate(({ tagName }) => tagName)) === "SELECT") {
      await control.selectOption({ label: ticks[0] ?? "" });
      return;
    }
    // A warning is confirmed under the control.
    const around = value === "" ? control : control.locator("xpath=ancestor::*[@data-field][1]");
    for (const label of ticks) {
      const [tick, choice] = [
        around.getByRole("checkbox", { name: label, exact: true }),
        around.getByLabel(label, { exact: true }),
      ];
      await tick.or(choice).check();
    }
  }

  /** Fills in what the recipes type, and adds a record where the next one begins. */
  async fillRecipes(texts: Texts): Promise<void> {
    for (const { field, typed } of recipeAnswers.filter(({ typed }) => typed !== "—")) {
      const [name, number] = field.split(".");
      if (/^\d+$/.test(number ?? "") && (await this.answer(field).count()) === 0)
        await this.addRecord(texts, name, number);
      await this.typeAnswer(field, typed);
    }
  }

  private async addRecord(texts: Texts, name: string | undefined, number: string | undefined): Promise<void> {
    const item = String(texts[`field.${name}.item`]);
    const add = String(texts[`field.${name}.add`] ?? `${item} toevoegen`);
    await this.page.getByRole("button", { name: add, exact: true }).click();
    await this.page.getByRole("group", { name: `${item} ${number}`, exact: true }).waitFor();
  }
}
