// Which rules of a step the cases broke, and whether a field with a text of its own for a rule ever showed it: of several errors a field
// shows the most basic, so a rule that is only broken together with another is never read about.

import { toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import type { RawError } from "#engine/rules/contract.ts";
import { hasRule, RULE_NAMES } from "#engine/schema/rules.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { FieldError, StepSource } from "#engine/schema/types.ts";
import { member } from "../../read/findings/reporting.ts";
import { answerRules } from "../../read/steps/answerRules.ts";
import { brokenRule, findRules } from "./ruleCoverage.ts";

type LocatedError = RawError & { schemaPath?: string };

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

function isShown({ instancePath, keyword, params }: RawError, errors: readonly FieldError[]): boolean {
  if (keyword === "expects") return errors.some((error) => error.keyword === params.rule);
  const missing = params.missingProperty ?? params.additionalProperty;
  const pointer = missing === undefined ? instancePath : `${instancePath}${toPointer([String(missing)])}`;
  const name = params.rule ?? (keyword === "requiredFrom" ? "required" : keyword);
  return errors.some((error) => error.keyword === name && error.pointer.startsWith(pointer));
}
