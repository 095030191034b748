// Which rules of a step the cases broke, because a rule that no case breaks could be wrong for years, and whether a field with a text of
// its own for a rule ever showed it: of several errors a field shows the most basic, so a rule that is only broken together with
// another is never read about.

import { isWarning } from "#engine/expressions/warnings.ts";
import { toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import { matches } from "#engine/rules/conditions.ts";
import { nameOfError, type RawError } from "#engine/rules/contract.ts";
import { hasRule, RULE_NAMES, type RuleName, ruleFor } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, FieldError, JsonObject, StepSource } from "#engine/schema/types.ts";
import { rangeOf } from "../../check/rules/factFields.ts";
import { member } from "../../read/findings/reporting.ts";
import { type PlacedSchema, placedSchemas, schemasAt } from "../../read/steps/stepIndex.ts";

type LocatedError = RawError & { schemaPath?: string };

/** What a condition must be for some case, as its name in the place of a rule. */
export const MET = "if met";
export const UNMET = "if unmet";

/** Bounds, required fields and rules between answers. The others only restate the schema. */
const TRIED: readonly RuleName[] = [
  ...(["required", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const),
  ...(["exclusiveMinimum", "exclusiveMaximum", "dateWindow", "rules"] as const),
];

/** Whether nothing can break the rule: a length below 0, or a bound beyond what a computed field can be. */
function isSettled(rule: RuleName, { schema, path }: PlacedSchema, step: Schema): boolean {
  if (rule === "minLength" || rule === "minItems") return schema[rule] === 0;
  if (schema.computed === undefined || (rule !== "minimum" && rule !== "maximum")) return false;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = rangeOf(schema.computed, {
    allOf: schemasAt([step], path.slice(0, -1)),
  });
  return rule === "minimum" ? minimum >= Number(schema.minimum) : maximum <= Number(schema.maximum);
}

/** Every rule to try by its place in the schema. Required fields, ends of a window and sides of a condition count one by one. */
export function findRules(schema: Schema): string[] {
  const ruleNames: string[] = [];
  for (const placed of placedSchemas(schema)) {
    const { schema: part, place, path } = placed;
    const isEntry = path.at(-1) === "*" && part.type === "string";
    const names: string[] = part.if ? [MET, UNMET] : [];
    for (const name of TRIED) {
      if (isEntry || !hasRule(part, name) || isSettled(name, placed, schema)) continue;
      const elements = ruleFor(name).each?.names(part[name] as never);
      names.push(...(elements ? elements.map((element) => `${name} ${element}`) : [name]));
    }
    ruleNames.push(...names.map((name) => `#${place}/${name}`));
  }
  return ruleNames;
}

/** The values at a path, where `*` is each entry of a list or row of a table. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  const inside = Object(value) as JsonObject;
  const members = name === "*" ? Object.values(inside) : Object.hasOwn(inside, name) ? [inside[name]] : [];
  return members.flatMap((member) => valuesAt(member, rest));
}

/** The rule that an error of ajv broke, named like `findRules` does. */
export function brokenRule(error: LocatedError): string {
  const pointer = error.schemaPath ?? "";
  const param = ruleFor(error.keyword as RuleName)?.each?.param;
  return param === undefined ? pointer : `${pointer} ${error.params[param]}`;
}

export class BrokenRules {
  readonly #rules: string[];
  readonly #worded: string[];
  readonly #conditions: readonly PlacedSchema[];
  readonly #broken = new Set<string>();
  readonly #shown = new Set<string>();

  constructor(step: StepSource | undefined) {
    this.#rules = step ? findRules(step.schema) : [];
    this.#worded = step ? findWorded(step) : [];
    this.#conditions = placedSchemas(step?.schema ?? {}).filter(({ schema }) => schema.if);
  }

  /** One case: every rule that it broke, the errors that its fields show, and which conditions its answers meet. */
  add(raw: readonly LocatedError[], errors: readonly FieldError[], answers: Answers): void {
    for (const { schema, place, path } of this.#conditions)
      for (const value of valuesAt(answers, path))
        this.#broken.add(`#${place}/${matches(schema.if ?? {}, value as Answers) ? MET : UNMET}`);
    for (const error of raw) {
      const rule = brokenRule(error);
      const shown = isShown(error, errors);
      // A warning that is only broken where its field has an error is never asked about.
      if (shown || !isWarning(error)) this.#broken.add(rule);
      if (shown) this.#shown.add(rule);
    }
  }

  has = (rule: string): boolean => this.#broken.has(rule);
  /** No case has broken it yet, or none has shown its text. */
  lacks = (rule: string): boolean => !this.has(rule) || this.#isMasked(rule);
  unbroken = (): string[] => this.#rules.filter((rule) => !this.has(rule));
  masked = (): string[] => this.#worded.filter((rule) => this.has(rule) && this.#isMasked(rule));

  #isMasked = (rule: string): boolean => this.#worded.includes(rule) && !this.#shown.has(rule);
}

/** The rules for which the layout of their field has a text, named as `findRules` names them. */
function findWorded({ schema, ui }: StepSource): string[] {
  const worded: string[] = [];
  for (const { schema: part, place, path, rules } of placedSchemas(schema)) {
    const inLayout = path.filter((name) => name !== "*");
    const texts = member(valueAt(ui, inLayout), "ui:errors");
    const names = RULE_NAMES.filter((name) => hasRule(part, name) && name in texts);
    const named = rules.filter(({ name }) => name in texts).map(({ name }) => `rules ${name}`);
    worded.push(...[...names, ...named].map((name) => `#${place}/${name}`));
  }
  return worded;
}

/** Whether a field shows the error. */
export function isShown(raw: RawError, errors: readonly FieldError[]): boolean {
  const { instancePath, params } = raw;
  if (isWarning({ params })) return errors.some((error) => error.keyword === params.rule);
  const missing = params.missingProperty ?? params.additionalProperty;
  const pointer = missing === undefined ? instancePath : `${instancePath}${toPointer([String(missing)])}`;
  return errors.some((error) => error.keyword === nameOfError(raw) && error.pointer.startsWith(pointer));
}
