// Expressions over answers, written in JSON: amounts, days and truths, computed exactly. Every expression ends with a value or
// is unknown: an answer that is missing or of another kind, a division by zero and an overflow are unknown, never an error.
import { dateAt, isCalendarDay } from "./dates.ts";
import { compare, divide, type Fraction, minus, plus, roundHalfUp, times, toFraction, toNumber } from "./fractions.ts";
import type { Expression, Operation } from "./schema.ts";
import type { RequestAnswers } from "./types.ts";

/** A number as a fraction, a day as `yyyy-mm-dd`, or a truth. */
export type Value = Fraction | string | boolean;
type Maybe = Value | undefined;

/** What paths read: `.share` in the object around the field, `company-data.turnover` in another step. */
export interface Scope {
  here: unknown;
  answers: RequestAnswers;
  today: string;
}

const isNumber = (value: Maybe): value is Fraction => typeof value === "object";

function toValue(answer: unknown): Maybe {
  if (typeof answer === "number") return toFraction(answer) ?? undefined;
  if (typeof answer === "string") return isCalendarDay(answer) ? answer : undefined;
  return typeof answer === "boolean" ? answer : undefined;
}

/** The steps of a path; an empty first one means the object around the field. */
export const pathSegments = (path: string): string[] => path.split(".");
export const isPath = (expression: unknown): expression is string =>
  typeof expression === "string" && expression !== "today";

/** Returns the answers at a path: one, or those of all members or entries that `*` stands for. */
function readPath(path: string, { here, answers }: Scope): unknown[] {
  const [step = "", ...names] = pathSegments(path);
  let found: unknown[] = [step === "" ? here : answers[step]];
  for (const name of names)
    found = found.flatMap((value) => {
      if (value === null || typeof value !== "object") return [];
      if (name === "*") return Object.values(value);
      return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : [];
    });
  return found.filter((value) => value !== undefined);
}

const fold =
  (join: (one: Fraction, other: Fraction) => Fraction | null, start?: Fraction) =>
  (values: Maybe[]): Maybe => {
    if (!values.every(isNumber)) return undefined;
    const [first, ...rest] = start ? [start, ...values] : values;
    return rest.reduce<Fraction | null | undefined>((total, value) => total && join(total, value), first) ?? undefined;
  };

function order(one: Maybe, other: Maybe): number | undefined {
  if (isNumber(one) && isNumber(other)) return compare(one, other);
  if (typeof one !== "string" || typeof other !== "string") return undefined;
  return one === other ? 0 : one < other ? -1 : 1;
}

const comparison =
  (holds: (order: number) => boolean) =>
  ([one, other]: Maybe[]): Maybe => {
    const found = typeof one === "boolean" && typeof other === "boolean" ? Number(one !== other) : order(one, other);
    return found === undefined ? undefined : holds(found);
  };

const outermost =
  (wanted: -1 | 1) =>
  (values: Maybe[]): Maybe =>
    values.reduce((best, value) => {
      const found = order(value, best);
      return found === undefined ? undefined : found === wanted ? value : best;
    }, values[0]);

/** One `decisive` value decides; otherwise one unknown makes the whole unknown. */
const truth =
  (decisive: boolean) =>
  (values: Maybe[]): Maybe => {
    if (values.includes(decisive)) return decisive;
    return values.every((value) => typeof value === "boolean") ? !decisive : undefined;
  };

const whole = (value: number): Fraction => ({ top: BigInt(value), bottom: 1n });
const DAY_MS = 86_400_000;

const OPERATORS: Record<string, (values: Maybe[]) => Maybe> = {
  sum: fold(plus, whole(0)),
  minus: fold(minus),
  times: fold(times),
  divide: fold(divide),
  min: outermost(-1),
  max: outermost(1),
  days: ([from, to]) =>
    typeof from === "string" && typeof to === "string"
      ? whole((Date.parse(to) - Date.parse(from)) / DAY_MS)
      : undefined,
  equal: comparison((found) => found === 0),
  atMost: comparison((found) => found <= 0),
  atLeast: comparison((found) => found >= 0),
  less: comparison((found) => found < 0),
  more: comparison((found) => found > 0),
  all: truth(false),
  any: truth(true),
  not: ([value]) => (typeof value === "boolean" ? !value : undefined),
};

/** Operations that do not compute all of their operands first. */
const SPECIAL: Record<string, (operation: Operation, scope: Scope) => Maybe> = {
  day: ({ day }, { today }) => dateAt(today, String(day)),
  known: ({ known }, scope) => readPath(String(known), scope).length > 0,
  count: ({ count }, scope) => whole(readPath(String(count), scope).length),
  of: ({ of, empty }, scope) => evaluate(of as Expression, scope) ?? toValue(empty),
  if: ({ if: asked, then, else: other }, scope) => {
    const holds = evaluate(asked as Expression, scope);
    return typeof holds === "boolean" ? evaluate((holds ? then : other) as Expression, scope) : undefined;
  },
};

export const OPERATOR_NAMES: readonly string[] = [...Object.keys(OPERATORS), ...Object.keys(SPECIAL)];

export const findOperator = (operation: Operation): string | undefined =>
  Object.keys(operation).find((name) => Object.hasOwn(OPERATORS, name) || Object.hasOwn(SPECIAL, name));

function rounded(value: Maybe, decimals: unknown): Maybe {
  if (typeof decimals !== "number" || !isNumber(value)) return value;
  const unit = 10n ** BigInt(decimals);
  return { top: roundHalfUp({ top: value.top * unit, bottom: value.bottom }), bottom: unit };
}

/** Returns the value of an expression; undefined when it is unknown. */
export function evaluate(expression: Expression, scope: Scope): Maybe {
  if (isPath(expression)) return toValue(readPath(expression, scope)[0]);
  if (typeof expression === "string") return scope.today;
  if (typeof expression !== "object") return toValue(expression);
  const name = findOperator(expression) ?? "";
  const special = SPECIAL[name];
  if (special) return special(expression, scope);
  const operands = [expression[name] ?? []].flat() as Expression[];
  const values = operands.flatMap((one) =>
    isPath(one) && one.includes("*") ? readPath(one, scope).map(toValue) : [evaluate(one, scope)],
  );
  return rounded(OPERATORS[name]?.(values), expression.round);
}

/** Returns the value of an expression as JSON has it. */
export function compute(expression: Expression, scope: Scope): number | string | boolean | undefined {
  const value = evaluate(expression, scope);
  if (!isNumber(value)) return value;
  const number = toNumber(value);
  return Number.isFinite(number) ? number : undefined;
}

const COMPARISONS: ReadonlySet<string> = new Set(["equal", "atMost", "atLeast", "less", "more"]);
export const isComparison = (name: string | undefined): boolean => name !== undefined && COMPARISONS.has(name);

/** Returns null when a rule is kept or unknown; otherwise the two sides of its comparison, for the message. */
export function findBreach(rule: Expression, scope: Scope): { value?: unknown; limit?: unknown } | null {
  if (evaluate(rule, scope) !== false) return null;
  const name = typeof rule === "object" ? findOperator(rule) : undefined;
  if (typeof rule !== "object" || name === undefined || !isComparison(name)) return {};
  const [value, limit] = [rule[name] ?? []].flat().map((side) => compute(side as Expression, scope));
  return { ...(value === undefined ? {} : { value }), ...(limit === undefined ? {} : { limit }) };
}
