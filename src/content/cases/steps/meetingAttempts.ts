// The answers that show the rules between answers, and the rules of computed fields: one answer is moved to where the two sides of
// the rule meet, and one step to each side. A computed field itself is never given a value.

import { withComputed } from "#engine/answers/computedAnswers.ts";
import { answerRules, isComparison } from "#engine/expressions/breach.ts";
import { computedFields, overlaps, resolveRead } from "#engine/expressions/computed.ts";
import { compute, evaluate, findOperator } from "#engine/expressions/evaluate.ts";
import { readsIn, type Scope } from "#engine/expressions/paths.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import { dateAt, isCalendarDay } from "#engine/values/dates.ts";
import { schemasAt } from "../../read/steps/stepIndex.ts";

/** A field in valid answers. */
export interface Field {
  step: Schema;
  schema: Schema;
  /** The members that lead to it in the schema, where `*` is any record or row. */
  path: readonly string[];
  /** The members that lead to it in the answers. */
  segments: readonly string[];
  data: JsonObject;
  context: EvaluationContext;
}

/** One change of the answers. */
export interface Attempt {
  /** The rule, and where it counts one by one which: `required kvk`. */
  rule: string;
  side: "on" | "beyond";
  /** The answer that changes. */
  path: readonly string[];
  /** Undefined removes the answer. */
  value: unknown;
}

/** The smallest difference that counts. */
export const findStep = ({ type, multipleOf }: Schema): number => multipleOf ?? (type === "number" ? 0.01 : 1);

export const roundStep = (value: number): number => Number(value.toFixed(6));

/** The paths by the first entries that lead to its end, and by the last ones of lists: up to four where records contain records. */
export function resolvePaths(data: unknown, [name, ...rest]: readonly string[]): string[][] {
  if (name === undefined) return [[]];
  if (typeof data !== "object" || data === null) return [];
  const find = (keys: string[]) => {
    for (const key of keys) {
      const found = resolvePaths((data as JsonObject)[key], rest);
      if (found.length > 0) return found.map((segments) => [key, ...segments]);
    }
    return [];
  };
  if (name !== "*") return find(Object.hasOwn(data, name) ? [name] : []);
  const first = find(Object.keys(data));
  const last = Array.isArray(data) ? find(Object.keys(data).reverse()) : [];
  return last[0]?.[0] === first[0]?.[0] ? first : [...first, ...last];
}

/** The first of them, or undefined where none leads to the end. `beside`: a path in answers, whose records count where they are shared. */
export function resolvePath(data: unknown, path: readonly string[], beside: readonly string[] = []) {
  let isShared = true;
  const shared = path.map((name, index) => {
    isShared &&= name === "*" || name === beside[index];
    return isShared ? (beside[index] ?? name) : name;
  });
  return resolvePaths(data, shared)[0];
}

interface RuleExpression {
  rule: string;
  /** True while the rule is kept, written as an expression over the object around the field. */
  holds: Expression;
}

const BOUNDS = { minimum: "atLeast", maximum: "atMost", exclusiveMinimum: "more", exclusiveMaximum: "less" } as const;

function findTurnings(schema: Schema, name: string): RuleExpression[] {
  const turnings: RuleExpression[] = [];
  if (schema.computed !== undefined)
    for (const [rule, operator] of Object.entries(BOUNDS)) {
      const limit = schema[rule as keyof typeof BOUNDS];
      if (limit !== undefined) turnings.push({ rule, holds: { [operator]: [`.${name}`, limit] } });
    }
  for (const { name: called, rule } of answerRules(schema)) turnings.push({ rule: `rules ${called}`, holds: rule });
  return turnings;
}

/** Returns the paths of the answers that a computed field follows from, also by way of other computed fields. */
function findInputs(step: Schema, path: readonly string[], before: readonly string[] = []): string[][] {
  const computedField = computedFields(step).find((field) => overlaps(field.path, path));
  const key = path.join(".");
  if (!computedField) return [[...path]];
  return before.includes(key) ? [] : computedField.reads.flatMap((read) => findInputs(step, read, [...before, key]));
}

/** An answer that is still missing gets the lowest number that it may be, today, or its month. */
function withInput({ step, segments, context }: Field, data: JsonObject, input: string[]): JsonObject {
  const around = resolvePath(data, input.slice(0, -1), segments);
  const name = input.at(-1) ?? "";
  const [schema = {}] = schemasAt([step], input);
  if (!around || name === "*" || valueAt(data, [...around, name]) !== undefined) return data;
  const length = { date: 10, month: 7 }[schema.format ?? ""];
  if (length) return withValue(data, [...around, name], context.today.slice(0, length));
  if (!/number|integer/.test(String(schema.type))) return data;
  return withValue(data, [...around, name], schema.minimum ?? schema.exclusiveMinimum ?? 0);
}

/** Returns the field in answers that have all that its rules between answers and its computed value read. */
export function withReads(field: Field): Field {
  const { step, schema, path } = field;
  const rules = answerRules(schema);
  if (rules.length === 0 && schema.computed === undefined) return field;
  const inputs = findInputs(step, path);
  for (const { rule } of rules)
    for (const read of readsIn(rule))
      if (read.startsWith(".")) inputs.push(...findInputs(step, resolveRead(path.slice(0, -1), read)));
  let { data } = field;
  for (const input of inputs) data = withInput(field, data, input);
  return { ...field, data };
}

/** How many days a day is moved at most. */
const MOST_DAYS = 10_000;

/** Returns a number so many steps further, a day so many days, a month so many months, or undefined for another value. */
function shiftValue(value: unknown, by: number, step: number): number | string | undefined {
  if (typeof value === "number") return roundStep(value + by * step);
  if (typeof value !== "string" || Math.abs(by) > MOST_DAYS) return undefined;
  const offset = `${by < 0 ? "" : "+"}${by}`;
  if (isCalendarDay(`${value}-01`)) return dateAt(`${value}-01`, `${offset}m`).slice(0, 7);
  return isCalendarDay(value) ? dateAt(value, `${offset}d`) : undefined;
}

/** Returns the first side of a comparison minus the second, in numbers or days, or undefined when a side is unknown or neither. */
function findDifference(rule: Expression, scope: Scope): number | undefined {
  if (typeof rule !== "object" || !isComparison(findOperator(rule))) return undefined;
  const [left = 0, right = 0] = rule[findOperator(rule) ?? ""] as readonly Expression[];
  const gap = compute({ minus: [left, right] }, scope) ?? compute({ days: [right, left] }, scope);
  return typeof gap === "number" ? gap : undefined;
}

/** The answers that are moved, one at a time: the field itself, or those that its computed value follows from. */
function findMoved({ step, schema, path, segments, data }: Field): string[][] {
  if (schema.computed !== undefined)
    return findInputs(step, path).flatMap((input) => {
      const moved = resolvePath(data, input, segments);
      return moved ? [moved] : [];
    });
  const value = valueAt(data, segments);
  const [member] = isObject(value) ? Object.keys(value) : [];
  return [member === undefined ? [...segments] : [...segments, member]];
}

export function findMeetings(field: Field): Attempt[] {
  const turnings = findTurnings(field.schema, field.segments.at(-1) ?? "");
  if (turnings.length === 0) return [];
  const attempts: Attempt[] = [];
  for (const path of findMoved(field))
    for (const turning of turnings) attempts.push(...turnAround(field, path, turning));
  return attempts;
}

function turnAround(field: Field, path: readonly string[], { rule, holds }: RuleExpression): Attempt[] {
  const attempts: Attempt[] = [];
  const size = findStep(schemasAt([field.step], path)[0] ?? {});
  const shift = (by: number) => shiftValue(valueAt(field.data, path), by, size);
  const differ = (by: number) => findDifference(holds, buildScope(field, path, shift(by)));
  for (const by of findShifts(differ)) {
    const value = shift(by);
    const side = evaluate(holds, buildScope(field, path, value)) === false ? "beyond" : "on";
    if (value !== undefined) attempts.push({ rule, side, path, value });
  }
  return attempts;
}

/** What an expression at the field reads, with one answer changed. */
function buildScope({ step, segments, data, context }: Field, path: readonly string[], value: unknown): Scope {
  const moved = withComputed(step, withValue(data, path, value), context);
  return { here: valueAt(moved, segments.slice(0, -1)), answers: context.answers ?? {}, today: context.today };
}

/** Returns the shifts to where a difference is 0, and one to each side. Returns none where a shift does not change it. */
function findShifts(differ: (by: number) => number | undefined): number[] {
  const [start, next] = [differ(0), differ(1)];
  if (start === undefined || next === undefined || start === next) return [];
  const meeting = Math.round(start / (start - next));
  return [meeting - 1, meeting, meeting + 1];
}
