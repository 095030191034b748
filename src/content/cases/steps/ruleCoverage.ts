// Which rules of a step have been seen to fail, and which bounds were tried on both sides: a rule that no case breaks could be wrong
// for years, and a limit that is off by one goes unseen while cases only break it by far. Root `type` is left out, because a
// step's answers are always an object.
import type { RawError } from "#engine/rules/contract.ts";
import { BOUND_NAMES, hasRule, RULE_NAMES, type RuleName, ruleFor, type ValueKind } from "#engine/schema/rules.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { Answers, EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import { answerRules } from "../../read/steps/answerRules.ts";
import { findDifference, isCompared } from "./ruleSides.ts";

/** The lowest possible length or number of entries. */
const refusesNothing = (rule: string, value: unknown): boolean => /^min(Length|Items)$/.test(rule) && value === 0;

/** A step is always an object, and a computed value is always of its kind. */
const isSettled = (rule: RuleName, { computed }: Schema, pointer: string): boolean =>
  (rule === "type" && pointer === "") || (computed !== undefined && (rule === "type" || rule === "format"));

/** Every rule by its place in the schema. Required fields and the two ends of a window count one by one. */
export function findRules(schema: Schema): string[] {
  const ruleNames: string[] = [];
  visitSchema(schema, ({ schema: part, place }) => {
    for (const name of RULE_NAMES) {
      if (!hasRule(part, name) || isSettled(name, part, place) || refusesNothing(name, part[name])) continue;
      const each = ruleFor(name)
        .each?.names(part[name] as never)
        .map((element) => ` ${element}`);
      for (const suffix of each ?? [""]) ruleNames.push(`#${place}/${name}${suffix}`);
    }
  });
  return ruleNames;
}

/** The rule that an error of ajv broke, named like `findRules` does. */
export function brokenRule(error: RawError & { schemaPath?: string }): string {
  const pointer = error.schemaPath ?? "";
  const param = ruleFor(error.keyword as RuleName)?.each?.param;
  return param === undefined ? pointer : `${pointer} ${error.params[param]}`;
}

const DAY = 86_400_000;
interface Bound {
  /** As `brokenRule` names it. */
  rule: string;
  /** Members that lead to the value. `*` is every entry. */
  path: readonly string[];
  end: "lowest" | "highest";
  /** What of the value is compared with it: a number itself, a length, a day, or two sides of a rule between answers. */
  measured: ValueKind | "day" | "sides" | undefined;
  limit: number | string;
  compares?: Expression;
  /** How far a value just beyond it is. */
  step: number;
}

interface BoundGap {
  rule: string;
  side: "on" | "beyond";
}

/** The smallest difference that counts. */
export const findStep = ({ type, multipleOf }: Schema): number => multipleOf ?? (type === "number" ? 0.01 : 1);

function findCompared(part: Schema, pointer: string, path: readonly string[]): Bound[] {
  const common = { path, end: "highest", measured: "sides", limit: 0, step: findStep(part) } as const;
  return answerRules(part).flatMap(({ keyword, name, rule }) =>
    isCompared(rule) ? [{ ...common, rule: `#${pointer}/${keyword} ${name}`, compares: rule }] : [],
  );
}

function findBounds(schema: Schema): Bound[] {
  const bounds: Bound[] = [];
  visitSchema(schema, ({ schema: part, place, path }) => {
    // No step of an answer may lead a computed value exactly to its bound.
    if (part.computed !== undefined) return;
    for (const keyword of BOUND_NAMES) {
      const limit = part[keyword];
      const { about, bound = "highest" } = ruleFor(keyword);
      if (limit !== undefined && !refusesNothing(keyword, limit))
        bounds.push({ rule: `#${place}/${keyword}`, path, end: bound, measured: about, limit, step: findStep(part) });
    }
    bounds.push(...findCompared(part, place, path));
    const { from, to } = part.dateWindow ?? {};
    const window = { path, measured: "day", step: 1 } as const;
    if (from !== undefined) bounds.push({ rule: `#${place}/dateWindow from`, end: "lowest", limit: from, ...window });
    if (to !== undefined) bounds.push({ rule: `#${place}/dateWindow to`, end: "highest", limit: to, ...window });
  });
  return bounds;
}

function valuesAt(data: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [data];
  if (typeof data !== "object" || data === null) return [];
  const next = name === "*" ? Object.values(data) : [(data as JsonObject)[name]];
  return next.flatMap((value) => valuesAt(value, rest));
}

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;

/** Returns how many steps a value is past the bound: 0 on it, 1 just beyond. Undefined if it cannot be measured. */
function past(bound: Bound, value: unknown, today: string): number | undefined {
  const measured = measure(bound, value);
  if (measured === undefined || Number.isNaN(measured)) return undefined;
  const limit = typeof bound.limit === "number" ? bound.limit : day(dateAt(today, bound.limit));
  const distance = (bound.end === "lowest" ? limit - measured : measured - limit) / bound.step;
  return Number(distance.toFixed(6));
}

function measure({ measured }: Bound, value: unknown): number | undefined {
  if (measured === "number") return typeof value === "number" ? value : undefined;
  if (measured === "array") return Array.isArray(value) ? value.length : undefined;
  if (typeof value !== "string") return undefined;
  return measured === "day" ? day(value) : [...value].length;
}

/** Whether the sides of a rule between answers are at most one step apart. */
function isNear(
  { compares = true, path, step }: Bound,
  data: Answers,
  { answers = {}, today }: EvaluationContext,
): boolean {
  return valuesAt(data, path.slice(0, -1)).some((here) => {
    const difference = findDifference(compares, { here, answers, today });
    return difference !== undefined && Math.abs(difference) <= step;
  });
}

/** A bound needs a case on it, which keeps it, and one just beyond, which breaks it. */
export class BoundCoverage {
  readonly #bounds: Bound[];
  readonly #seen = new Set<string>();
  readonly #names: Set<string>;

  constructor(schema: Schema) {
    this.#bounds = findBounds(schema);
    this.#names = new Set(this.#bounds.map(({ rule }) => rule));
  }

  /** Of a bound: no case has shown this side of it. */
  lacks(rule: string, side: BoundGap["side"]): boolean {
    return this.#names.has(rule) && !this.#seen.has(`${side} ${rule}`);
  }

  /** One case with the rules that it broke, before one error per field is chosen. */
  add(data: Answers, context: EvaluationContext, raw: readonly (RawError & { schemaPath?: string })[]): void {
    const broken = new Set(raw.map(brokenRule));
    const { today } = context;
    for (const bound of this.#bounds) {
      if (bound.compares) {
        const side = broken.has(bound.rule) ? "beyond" : "on";
        if (isNear(bound, data, context)) this.#seen.add(`${side} ${bound.rule}`);
        continue;
      }
      const distances = valuesAt(data, bound.path).map((value) => past(bound, value, today));
      if (distances.includes(0) && !broken.has(bound.rule)) this.#seen.add(`on ${bound.rule}`);
      if (distances.includes(1) && broken.has(bound.rule)) this.#seen.add(`beyond ${bound.rule}`);
    }
  }

  gaps(): BoundGap[] {
    const sides = ["on", "beyond"] as const;
    return this.#bounds.flatMap(({ rule }) =>
      sides.filter((side) => !this.#seen.has(`${side} ${rule}`)).map((side) => ({ rule, side })),
    );
  }
}
