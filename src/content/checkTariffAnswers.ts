// The answers that a tariff prices by: of a kind that it can price, always there or with a declared default, and among
// those that the wizard sends with the premium call. Else somebody would get no premium at all, without an error.
import { INSTALMENT_MONTHS, isBillable } from "#engine/instalments.ts";
import type { Schema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject, StepSource } from "#engine/types.ts";
import { type ProductFiles, readManifest } from "./catalogue.ts";
import { member, objects, type Report } from "./reporting.ts";
import { answerExists, findFields } from "./stepIndex.ts";

type Steps = Record<string, StepSource>;

interface Parts {
  product: ProductFiles;
  steps: Steps;
  tariff: JsonObject;
  report: Report;
}

export function checkTariffAnswers(parts: Parts): void {
  checkMain(parts);
  for (const [index, factor] of objects(parts.tariff.factors).entries()) {
    if (answerExists(parts.steps, String(factor.answer))) checkFactor(parts, factor, `/factors/${index}`);
  }
  checkMonths(parts);
  checkSent(parts);
}

function checkMain({ tariff, steps, report }: Parts): void {
  const answer = String(member(tariff, "main").answer);
  if (!answerExists(steps, answer) || isAlwaysGiven(steps, answer)) return;
  report("/main/answer", `${answer} may stay empty, and then there is no price`, "make the field required");
}

/** Whether the answer is there whenever the step is filled in: required, and not behind a condition. */
function isAlwaysGiven(steps: Steps, path: string): boolean {
  const [step = "", field = "", ...deeper] = path.split(".");
  const required = steps[step]?.schema.required;
  return deeper.length === 0 && Array.isArray(required) && required.includes(field);
}

function checkFactor(parts: Parts, factor: JsonObject, place: string): void {
  const { steps, report } = parts;
  const answer = String(factor.answer);
  if (factor.default === undefined && !isAlwaysGiven(steps, answer)) {
    const sentence = `${answer} may stay empty, and then nobody gets a premium`;
    report(place, sentence, 'add "default": the factor while it is empty, or make the field required');
  }
  for (const field of describedBy(steps, answer)) {
    if (isObject(factor.values)) checkValues(parts, field, factor.values, `${place}/values`);
    else checkBands(field, answer, (sentence, hint) => report(`${place}/bands`, sentence, hint));
  }
}

function checkValues(parts: Parts, field: Schema, values: JsonObject, place: string): void {
  const offered = findChoices(parts.product, field);
  if (offered === "open") {
    parts.report(
      place,
      "the answer is no choice, so most answers have no factor",
      "use bands, or give the field an enum",
    );
    return;
  }
  for (const value of offered) {
    if (!Object.hasOwn(values, String(value)))
      parts.report(place, `there is no factor for ${value}`, "add one: it can be chosen");
  }
}

/** What can be chosen; empty where only the back end knows. */
function findChoices(product: ProductFiles, field: Schema): unknown[] | "open" {
  if (field.type === "boolean") return [true, false];
  if (Array.isArray(field.enum)) return field.enum;
  if (field.enumFrom === undefined) return "open";
  const source = readManifest(product).lists[String(field.enumFrom)];
  return source && "rules" in source ? [...new Set(source.rules.flatMap((rule) => rule.values))] : [];
}

function checkBands(field: Schema, answer: string, report: (sentence: string, hint: string) => void): void {
  if (field.type !== "integer" && field.type !== "number")
    report(`${answer} is no number, so no band fits`, 'write "values" with a factor for every answer');
  else if (typeof field.maximum !== "number")
    report(`${answer} has no highest value, so no last band covers it`, 'add "maximum" to the field');
  else if (typeof field.minimum !== "number" || field.minimum <= 0)
    report(`${answer} may be 0 or less, for which there is no factor`, 'make "minimum" of the field higher than 0');
}

function describedBy(steps: Steps, answer: string): Schema[] {
  const [step = "", field = "", ...deeper] = answer.split(".");
  return deeper.length > 0 ? [] : (findFields(steps[step]).get(field) ?? []);
}

/** Months per instalment: those that the back end bills, each with its surcharge. */
function checkMonths({ product, steps, tariff, report }: Parts): void {
  const { months } = member(tariff, "instalments");
  if (typeof months !== "string") return;
  const billed = INSTALMENT_MONTHS.join(" and ");
  for (const field of describedBy(steps, months)) {
    const offered = findChoices(product, field);
    const refused = offered === "open" ? ["any number"] : offered.filter((value) => !isBillable(value));
    if (refused.length === 0) continue;
    const sentence = `${months} offers ${refused.join(", ")}, but instalments are billed per ${billed} months only`;
    report("/instalments/months", sentence, `offer ${billed} in the enum of the field`);
  }
}

/** What the price depends on goes with the premium call, or the sidebar shows a price without it. */
function checkSent({ product, tariff, report }: Parts): void {
  for (const { path, place } of pricedBy(tariff)) {
    const [key = "", field = ""] = path.split(".");
    const step = readManifest(product).steps.find((one) => one.key === key);
    if (!step || step.premium?.includes(field)) continue;
    const hint = `add "${field}" to premium of ${key} in product.json`;
    report(place, `the premium call does not send ${key}.${field}`, hint);
  }
}

function pricedBy(tariff: JsonObject): { path: string; place: string }[] {
  const single = ["main", "own_risk", "double_year_limit", "instalments", "one_off"].map((name): [string, unknown] => [
    `/${name}/answer`,
    member(tariff, name).answer,
  ]);
  const several = ["factors", "per_unit", "additional"].flatMap((name) =>
    objects(tariff[name]).map((one, index): [string, unknown] => [`/${name}/${index}/answer`, one.answer]),
  );
  const months: [string, unknown] = ["/instalments/months", member(tariff, "instalments").months];
  return [...single, ...several, months].flatMap(([place, path]) =>
    typeof path === "string" ? [{ path, place }] : [],
  );
}
