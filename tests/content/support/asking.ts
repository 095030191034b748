// Adds fields to the first step of a copied product, as an analyst writes them: rules, layout, lists and texts in both languages.
import { readCatalogue } from "#content/read/catalogue.ts";
import { describe as sentence } from "#content/read/findings/finding.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./content.ts";

export const PRODUCT = "cyber";
export const STEP = "general-data";

export interface Asked {
  properties: Record<string, Schema>;
  ui: Record<string, UiSchema>;
  lists?: JsonObject;
  /** By key without the step, the same in both languages. */
  texts?: Record<string, string>;
  /** Makes these fields required: what the bases of cases and journeys answer. */
  answers?: JsonObject;
}

export function ask(copy: ContentCopy, fields: Asked): void {
  const { properties, ui, lists = {}, texts = {}, answers = {} } = fields;
  const folder = `schemas/products/${PRODUCT}`;
  const product = readCatalogue(copy.schemas).products.find(({ key }) => key === PRODUCT);
  if (product) copy.writeStep(product, STEP);
  copy.change(`${folder}/${STEP}.schema.json`, (schema) => {
    Object.assign(schema.properties as JsonObject, properties);
    (schema.required as string[]).push(...Object.keys(answers));
  });
  copy.change(`${folder}/${STEP}.ui.json`, (layout) => {
    Object.assign(layout, ui);
    const [section] = (layout["ui:options"] as { sections: { fields: string[] }[] }).sections;
    section?.fields.push(...Object.keys(properties));
  });
  const { base } = copy.read(`fixtures/steps/shared/${STEP}.json`);
  const fixture = { product: PRODUCT, step: STEP, base: { ...(base as JsonObject), ...answers }, cases: [] };
  copy.write(`fixtures/steps/${PRODUCT}/${STEP}.json`, fixture);
  copy.change(`${folder}/product.json`, (manifest) => Object.assign(manifest.lists as JsonObject, lists));
  for (const language of ["nl", "fr"])
    copy.change(`${folder}/texts.${language}.json`, (content) => Object.assign(content, texts));
}

/** What the check says of a copy with these fields, without consequences and without what it says of every copy. */
export async function checkAsked(fields: Asked): Promise<{ copy: ContentCopy; found: string[] }> {
  const copy = new ContentCopy(PRODUCT);
  ask(copy, fields);
  const lines = (await copy.findings()).map(sentence);
  return { copy, found: lines.filter((line) => !/placeholder_codes|schemas\/shared|translate it/.test(line)) };
}
