// Operators of expressions that work on values alone. An operand that is unknown or of another kind gives unknown.
import { isCalendarDay, wholeMonths } from "../values/dates.ts";
import { compare, divide, type Fraction, minus, plus, roundHalfUp, times, toFraction } from "./fractions.ts";

/** A number as a fraction, a day as `yyyy-mm-dd`, or a truth. A month is its first day. */
export type Value = Fraction | string | boolean;
export type Maybe = Value | undefined;

export const isNumber = (value: Maybe): value is Fraction => typeof value === "object";

export function toValue(answer: unknown): Maybe {
  if (typeof answer === "number") return toFraction(answer) ?? undefined;
  if (typeof answer === "string") return [answer, `${answer}-01`].find(isCalendarDay);
  return typeof answer === "boolean" ? answer : undefined;
}

const fold =
  (join: (left: Fraction, right: Fraction) => Fraction | null, start?: Fraction) =>
  (values: Maybe[]): Maybe => {
    if (!values.every(isNumber)) return undefined;
    const [first, ...rest] = start ? [start, ...values] : values;
    return rest.reduce<Fraction | null | undefined>((total, value) => total && join(total, value), first) ?? undefined;
  };

function order(left: Maybe, right: Maybe): number | undefined {
  if (isNumber(left) && isNumber(right)) return compare(left, right);
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  return left === right ? 0 : left < right ? -1 : 1;
}

const comparison =
  (holds: (order: number) => boolean) =>
  ([left, right]: Maybe[]): Maybe => {
    const comparison =
      typeof left === "boolean" && typeof right === "boolean" ? Number(left !== right) : order(left, right);
    return comparison === undefined ? undefined : holds(comparison);
  };

const outermost =
  (wanted: -1 | 1) =>
  (values: Maybe[]): Maybe =>
    values.reduce((best, value) => {
      const comparison = order(value, best);
      return comparison === undefined ? undefined : comparison === wanted ? value : best;
    }, values[0]);

/** One `decisive` value decides. Otherwise one unknown makes the whole unknown. */
const truth =
  (decisive: boolean) =>
  (values: Maybe[]): Maybe => {
    if (values.includes(decisive)) return decisive;
    return values.every((value) => typeof value === "boolean") ? !decisive : undefined;
  };

const between =
  (count: (from: string, to: string) => number) =>
  ([from, to]: Maybe[]): Maybe =>
    typeof from === "string" && typeof to === "string" ? whole(count(from, to)) : undefined;

export const whole = (value: number): Fraction => ({ top: BigInt(value), bottom: 1n });
const DAY_MS = 86_400_000;

export const OPERATORS: Record<string, (values: Maybe[]) => Maybe> = {
  sum: fold(plus, whole(0)),
  minus: fold(minus),
  times: fold(times),
  divide: fold(divide),
  min: outermost(-1),
  max: outermost(1),
  days: between((from, to) => (Date.parse(to) - Date.parse(from)) / DAY_MS),
  months: between(wholeMonths),
  years: between((from, to) => Math.trunc(wholeMonths(from, to) / 12)),
  year: ([day]) => (typeof day === "string" ? whole(Number(day.slice(0, 4))) : undefined),
  equal: comparison((order) => order === 0),
  atMost: comparison((order) => order <= 0),
  atLeast: comparison((order) => order >= 0),
  less: comparison((order) => order < 0),
  more: comparison((order) => order > 0),
  all: truth(false),
  any: truth(true),
  not: ([value]) => (typeof value === "boolean" ? !value : undefined),
};

/** Rounds a number half up to so many decimals. */
export function rounded(value: Maybe, decimals: unknown): Maybe {
  if (typeof decimals !== "number" || !isNumber(value)) return value;
  const unit = 10n ** BigInt(decimals);
  return { top: roundHalfUp({ top: value.top * unit, bottom: value.bottom }), bottom: unit };
}

const SEVERAL: ReadonlySet<string> = new Set(["sum", "min", "max", "all", "any", "answered", "count", "has"]);
const PARTS = ["answered", "count", "is", "in", "has", "from", "of", "empty", "if", "then", "else"];

/** The members that take values, and whether one path in them may lead to several (`*`). */
export const TAKES: Readonly<Record<string, "one" | "several">> = Object.fromEntries(
  [...Object.keys(OPERATORS), ...PARTS].map((name) => [name, SEVERAL.has(name) ? "several" : "one"]),
);
