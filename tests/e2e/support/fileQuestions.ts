// Files at the questions of the recipes.
import type { Page } from "@playwright/test";
import { paths } from "#routes/paths.ts";
import type { ContentCopy } from "../../content/support/content.ts";
import { findBroker, readJourney, sampleFile } from "../../journeys/support/journey.ts";
import type { Broker } from "./broker.ts";
import { MODEL, RecipeForm, readTexts, STEP } from "./recipes.ts";
import { expect } from "./stories.ts";

export async function begin(broker: Broker, copy: ContentCopy) {
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
  const yes = `☑ ${broker.say("common.answer.yes")}`;
  return { journey, form, yes, label: (key: string) => String(texts[`field.${key}.label`]) };
}

/** Adds files that are refused, without waiting for them to arrive. */
export async function add(page: Page, field: string, ...names: string[]): Promise<void> {
  const files = names.map((name) => ({ name, mimeType: "application/pdf", buffer: sampleFile("pdf").bytes }));
  await page.locator(`[id="${STEP}_${field}"] input[type="file"]`).setInputFiles(files);
}
