// The answers that a factor or a price by answers reads: always there or with a factor while empty, and each with a number.
import { readsIn, splitRecords } from "#engine/expressions/paths.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Grid } from "#underwriting/tariff.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { removal } from "../../read/findings/finding.ts";
import { objects, type Report } from "../../read/findings/reporting.ts";
import { listNames, t } from "../../read/findings/translate.ts";
import { findFields, type Steps } from "../../read/steps/stepIndex.ts";
import { describeAnswer, isAlwaysKnown } from "../rules/factFields.ts";
import { checkBands, isFact, nameSchemaFile } from "./bands.ts";
import { isGivenInRecord } from "./tariffItems.ts";

export interface TariffCheck {
  product: ProductFiles;
  steps: Steps;
  tariff: JsonObject;
  report: Report;
  inManifest: Report;
}

/** Whether the answer is there whenever everything, or the record of `each`, is filled in: required, and not behind a condition. */
export function isAlwaysGiven(product: ProductFiles, steps: Steps, path: string, each?: string): boolean {
  const { records } = splitRecords(path);
  if (each !== undefined && records !== "" && `${each}.*`.startsWith(records)) return isGivenInRecord(steps, path);
  const isConditional = readManifest(product).steps.some(({ key, when }) => path.startsWith(`${key}.`) && when);
  return !isConditional && isInStep(steps, path);
}

/** A computed field is there once what it reads is. */
function isInStep(steps: Steps, path: string): boolean {
  const [step = "", field = "", ...deeper] = path.split(".");
  const { properties, required = [] } = steps[step]?.schema ?? {};
  if (deeper.length > 0) return false;
  const computed = properties?.[field]?.computed;
  if (computed === undefined) return required.includes(field);
  const isThere = (read: string) => !read.includes("*") && isInStep(steps, `${step}${read}`);
  return isAlwaysKnown(computed, steps) || readsIn(computed).every((read) => read.startsWith(".") && isThere(read));
}

export function checkFactor(parts: TariffCheck, factor: JsonObject, pointer: string, each?: string): void {
  const { steps, report } = parts;
  const answer = String(factor.answer);
  if (factor.each_of === undefined) checkOpen(parts, factor, pointer, each);
  else if (factor.empty !== undefined)
    report(`${pointer}/empty`, t`nothing ticked counts as 1, so this is never read`, removal());
  if (isObject(factor.grid)) checkGrid(parts, factor, factor.grid as unknown as Grid, pointer);
  for (const field of describedBy(steps, answer)) {
    if (isObject(factor.each_of)) checkEachOf(parts, field, factor.each_of, `${pointer}/each_of`);
    else if (isObject(factor.values)) checkValues(parts, field, factor.values, `${pointer}/values`);
    else if (factor.bands !== undefined)
      checkBands(field, answer, objects(factor.bands), (below, ...words) =>
        report(`${pointer}/bands${below}`, ...words),
      );
  }
}

/** An answer that may stay empty needs `empty`. */
function checkOpen({ product, steps, report }: TariffCheck, factor: JsonObject, pointer: string, each?: string): void {
  const read = [factor.answer, factor.by].filter((path) => path !== undefined).map(String);
  const open = read.find((path) => !isAlwaysGiven(product, steps, path, each));
  if (factor.empty !== undefined || open === undefined) return;
  const sentence = t`${open} may stay empty, and then no premium is computed`;
  const added = t`add "empty": the factor while it is empty`;
  const isRequired = isFact(open) || isInStep(steps, open);
  const hint = isRequired ? added : t`${added}, or make the field required in ${nameSchemaFile(open)}`;
  report(pointer, sentence, hint);
}

/** Each side of a grid: the choices of its answer, or bands up to the highest number. */
function checkGrid(parts: TariffCheck, { answer, by }: JsonObject, { rows, columns }: Grid, pointer: string): void {
  for (const [index, { cells }] of rows.entries())
    if (cells.length !== columns.length)
      parts.report(
        `${pointer}/grid/rows/${index}`,
        t`it has ${cells.length} cells for ${columns.length} columns`,
        t`write one each`,
      );
  const sides = [
    { path: String(answer), keys: rows.map(({ value }) => value), place: (index: string) => `rows/${index}/value` },
    { path: String(by), keys: columns, place: (index: string) => `columns/${index}` },
  ];
  for (const { path, keys, place } of sides) {
    const report: Report = (below, ...words) => {
      const [, key = ""] = below.split("/");
      const index = keys.map(String).includes(key) ? keys.map(String).indexOf(key) : key;
      parts.report(key === "" ? `${pointer}/grid` : `${pointer}/grid/${place(String(index))}`, ...words);
    };
    for (const field of describedBy(parts.steps, path)) {
      const isNumber = findChoices(parts.product, field) === "open" && /integer|number/.test(String(field.type));
      if (isNumber)
        checkBands(
          field,
          path,
          keys.map((up_to) => ({ up_to })),
          report,
        );
      else checkValues({ ...parts, report }, field, Object.fromEntries(keys.map((key) => [String(key), 1])), "");
    }
  }
}

function checkEachOf(parts: TariffCheck, field: Schema, factors: JsonObject, pointer: string): void {
  if (field.items && field.type === "array") checkValues(parts, field.items, factors, pointer);
  else
    parts.report(
      pointer,
      t`the field takes one answer, and each_of multiplies several`,
      t`write "values", or "bands" where the answer is a number`,
    );
}

function checkValues({ product, report }: TariffCheck, field: Schema, values: JsonObject, pointer: string): void {
  const offered = findChoices(product, field);
  if (field.type === "array") {
    const hint = t`write "each_of" to multiply the factors of what is ticked, or name a fact such as { "count": "claims.claims.*" }`;
    report(pointer, t`the field takes several answers at once, and a factor is chosen by one`, hint);
    return;
  }
  if (offered === "open") {
    const example = '{ "up_to": 100, "factor": 1 }';
    const sentence = t`the answer is a number or a text and not a choice, so most answers have no factor`;
    report(pointer, sentence, t`use "bands", such as ${example}, or give the field "enum"`);
    return;
  }
  const names = offered.map(String);
  const lacking = names.filter((name) => !Object.hasOwn(values, name));
  const unknown = Object.keys(values).filter((name) => names.length > 0 && !names.includes(name));
  const answers = t`the answers are ${names.join(", ")}`;
  const left = listNames(lacking, "conjunction");
  if (unknown.length > 0) {
    const hint = lacking.length > 0 ? t`${answers}, without a factor for ${left}` : answers;
    report(`${pointer}/${unknown[0]}`, t`no answer can be ${listNames(unknown, "disjunction")}`, hint);
  } else if (lacking.length > 0) report(pointer, t`there is no factor for ${left}`, t`add it: it can be chosen`);
}

/** What can be chosen. Empty where only the back end knows. */
export function findChoices(product: ProductFiles, field: Schema): unknown[] | "open" {
  if (field.type === "boolean") return [true, false];
  if (Array.isArray(field.enum)) return field.enum;
  if (field.enumFrom === undefined) return "open";
  const source = readManifest(product).lists[String(field.enumFrom)];
  return source && "rules" in source ? [...new Set(source.rules.flatMap((rule) => rule.values))] : [];
}

export function describedBy(steps: Steps, answer: string): Schema[] {
  const [step = "", field = "", ...deeper] = answer.split(".");
  const isField = deeper.length === 0 && findFields(steps[step]).has(field);
  return isField || deeper[0] === "*" ? describeAnswer(answer, steps) : [];
}
