// Adds fields to the first step of a copied product, as an analyst writes them: rules, layout, lists and texts in both languages.
import { existsSync } from "node:fs";
import { readCatalogue } from "#content/read/catalogue.ts";
import { describe as sentence } from "#content/read/findings/finding.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { ContentCopy } from "./content.ts";

export const PRODUCT = "cyber";
/** The product of the check of what an analyst writes. */
export const TINY = "tiny";
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

export function ask(copy: ContentCopy, fields: Asked, product = PRODUCT): void {
  const { properties, ui, lists = {}, texts = {}, answers = {} } = fields;
  const folder = `schemas/products/${product}`;
  const files = readCatalogue(copy.schemas).products.find(({ key }) => key === product);
  if (files) copy.writeStep(files, STEP);
  copy.change(`${folder}/${STEP}.schema.json`, (schema) => {
    Object.assign(schema.properties as JsonObject, properties);
    (schema.required as string[]).push(...Object.keys(answers));
  });
  copy.change(`${folder}/${STEP}.ui.json`, (layout) => {
    Object.assign(layout, ui);
    const [section] = (layout["ui:options"] as { sections: { fields: string[] }[] }).sections;
    section?.fields.push(...Object.keys(properties));
  });
  const cases = `fixtures/steps/${product}/${STEP}.json`;
  const written = existsSync(copy.path(cases))
    ? copy.read(cases)
    : { product, step: STEP, base: copy.read(`fixtures/steps/shared/${STEP}.json`).base, cases: [] };
  copy.write(cases, { ...written, base: { ...(written.base as JsonObject), ...answers } });
  copy.change(`${folder}/product.json`, (manifest) => Object.assign(manifest.lists as JsonObject, lists));
  for (const language of ["nl", "fr"])
    copy.change(`${folder}/texts.${language}.json`, (content) => Object.assign(content, texts));
}

/** Lines about journeys, whose stored quotations do not answer a new required field. */
const OF_QUOTATIONS = /its quotation was made without/;

/** What the check says of the tiny product with these fields, without what it says of every copy. */
export async function checkAsked(copy: ContentCopy, fields: Asked): Promise<string[]> {
  ask(copy, fields, TINY);
  return findAsked(copy);
}

export async function findAsked(copy: ContentCopy): Promise<string[]> {
  const lines = (await copy.findings()).map(sentence);
  return lines.filter(
    (line) => !/schemas\/shared|translate it|nothing uses this text/.test(line) && !OF_QUOTATIONS.test(line),
  );
}
