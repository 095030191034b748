// Which rules of a step the cases broke, because a rule that no case breaks could be wrong for years, and whether a field with a text of
// its own for a rule ever showed it: of several errors a field shows the most basic, so a rule that is only broken together with
// another is never read about.

import { toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import type { RawError } from "#engine/rules/contract.ts";
import { hasRule, RULE_NAMES, type RuleName, ruleFor } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { FieldError, StepSource } from "#engine/schema/types.ts";
import { member } from "../../read/findings/reporting.ts";
import { answerRules } from "../../read/steps/answerRules.ts";

type LocatedError = RawError & { schemaPath?: string };

/** Whether nothing can break the rule: the lowest possible length, the type of a step's answers or of a computed value. */
function isSettled(rule: RuleName, schema: Schema, place: string): boolean {
  if (rule === "minLength" || rule === "minItems") return schema[rule] === 0;
  if (rule === "type" && place === "") return true;
  return schema.computed !== undefined && (rule === "type" || rule === "format");
}

/** Every rule by its place in the schema. Required fields and the two ends of a window count one by one. */
export function findRules(schema: Schema): string[] {
  const ruleNames: string[] = [];
  visitSchema(schema, ({ schema: part, place }) => {
    for (const name of RULE_NAMES) {
      if (!hasRule(part, name) || isSettled(name, part, place)) continue;
      const each = ruleFor(name).each?.names(part[name] as never);
      if (each) for (const element of each) ruleNames.push(`#${place}/${name} ${element}`);
      else ruleNames.push(`#${place}/${name}`);
    }
  });
  return ruleNames;
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
  readonly #broken = new Set<string>();
  readonly #shown = new Set<string>();

  constructor(step: StepSource | undefined) {
    this.#rules = step ? findRules(step.schema) : [];
    this.#worded = step ? findWorded(step) : [];
  }

  /** One case: every rule that it broke, and the errors that its fields show. */
  add(raw: readonly LocatedError[], errors: readonly FieldError[]): void {
    for (const error of raw) {
      const rule = brokenRule(error);
      const shown = isShown(error, errors);
      // A warning that is only broken where its field has an error is never asked about.
      if (shown || error.keyword !== "expects") this.#broken.add(rule);
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
  visitSchema(schema, ({ schema: part, place, path }) => {
    const inLayout = path.filter((name) => name !== "*");
    const texts = member(valueAt(ui, inLayout), "ui:errors");
    const names = RULE_NAMES.filter((name) => hasRule(part, name) && name in texts);
    worded.push(...names.map((name) => `#${place}/${name}`));
    const named = answerRules(part).filter(({ name }) => name in texts);
    worded.push(...named.map(({ keyword, name }) => `#${place}/${keyword} ${name}`));
  });
  return worded;
}

/** Whether a field shows the error. */
export function isShown({ instancePath, keyword, params }: RawError, errors: readonly FieldError[]): boolean {
  if (keyword === "expects") return errors.some((error) => error.keyword === params.rule);
  const missing = params.missingProperty ?? params.additionalProperty;
  const pointer = missing === undefined ? instancePath : `${instancePath}${toPointer([String(missing)])}`;
  const name = params.rule ?? (keyword === "requiredFrom" ? "required" : keyword);
  return errors.some((error) => error.keyword === name && error.pointer.startsWith(pointer));
}

/** Returns the names of all rules between answers in a schema: an error is called by them. */
export function answerRuleNames(schema: Schema): Set<string> {
  const names = new Set<string>();
  visitSchema(schema, ({ schema: part }) => {
    for (const { name } of answerRules(part)) names.add(name);
  });
  return names;
}
