// Files at the questions of the recipes.
import type { Page } from "@playwright/test";
import type { ContentCopy } from "../../content/support/content.ts";
import { sampleFile } from "../../journeys/support/journey.ts";
import type { Broker } from "./broker.ts";
import { beginRecipes, STEP } from "./recipes.ts";

export async function begin(broker: Broker, copy: ContentCopy) {
  const { journey, form, label } = await beginRecipes(broker, copy);
  const yes = `☑ ${broker.say("common.answer.yes")}`;
  return { journey, form, yes, label: (key: string) => label(`${key}.label`) };
}

/** Adds files that are refused, without waiting for them to arrive. */
export async function add(page: Page, field: string, ...names: string[]): Promise<void> {
  const files = names.map((name) => ({ name, mimeType: "application/pdf", buffer: sampleFile("pdf").bytes }));
  await page.locator(`[id="${STEP}_${field}"] input[type="file"]`).setInputFiles(files);
}
