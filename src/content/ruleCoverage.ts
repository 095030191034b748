// Which rules of a step have been seen to fail: a rule that no case breaks could be wrong for years. Root `type` is left
// out, because a step's answers are always an object.

import type { RawError } from "#engine/contract.ts";
import type { Schema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";

const RULES = new Set([
  ...[
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
  ],
  ...["pattern", "format", "minItems", "maxItems", "uniqueItems", "contains"],
  ...["enumFrom", "requiredFrom", "propertiesFrom", "pairFrom", "featureFlag"],
]);

/** Rules that stand in a schema in another form than a keyword of their own. */
const OTHERS = ["type", "required", "additionalProperties", "dateWindow", "listUnavailable"];

/** Whether an error can have this name. */
export const isRule = (keyword: string): boolean => RULES.has(keyword) || OTHERS.includes(keyword);

/** Every rule by its place in the schema; required fields and the two ends of a window count one by one. */
export function rulesOf(schema: Schema, place = "#"): string[] {
  const rules: string[] = [];
  if (schema.type !== undefined && place !== "#") rules.push(`${place}/type`);
  for (const keyword of Object.keys(schema)) if (RULES.has(keyword)) rules.push(`${place}/${keyword}`);
  if (schema.additionalProperties === false) rules.push(`${place}/additionalProperties`);
  for (const name of Array.isArray(schema.required) ? schema.required : []) rules.push(`${place}/required ${name}`);
  for (const bound of Object.keys(isObject(schema.dateWindow) ? schema.dateWindow : {}))
    rules.push(`${place}/dateWindow ${bound}`);
  for (const [name, sub] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (isObject(sub)) rules.push(...rulesOf(sub, `${place}/properties/${name}`));
  }
  for (const key of ["items", "additionalProperties", "then", "else"] as const) {
    const sub = schema[key];
    if (isObject(sub)) rules.push(...rulesOf(sub, `${place}/${key}`));
  }
  const all = Array.isArray(schema.allOf) ? schema.allOf : [];
  for (const [index, sub] of all.entries()) if (isObject(sub)) rules.push(...rulesOf(sub, `${place}/allOf/${index}`));
  return rules;
}

/** The rule that an error of ajv broke, named like `rulesOf` does. */
export function brokenRule(error: RawError & { schemaPath?: string }): string {
  const place = error.schemaPath ?? "";
  if (error.keyword === "required") return `${place} ${error.params.missingProperty}`;
  if (error.keyword === "dateWindow") return `${place} ${error.params.bound}`;
  return place;
}
