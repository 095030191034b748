// The facts of a product as fields: the kind of value of each and its bounds, as far as they follow from what it reads. Conditions,
// tariff and judgement are checked against them as against the fields of a step.
import { compute, findOperator } from "#engine/expressions/evaluate.ts";
import { isPath, pathSegments } from "#engine/expressions/paths.ts";
import { FACTS } from "#engine/rules/facts.ts";
import type { Expression, Operation, Schema } from "#engine/schema/schema.ts";
import { t } from "../../read/findings/translate.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { schemasAt } from "../../read/steps/stepIndex.ts";
import { findSources, isWhole } from "./computed.ts";

export type Kind = "number" | "day" | "truth";

/** Whole numbers of which so many are possible are choices: a tariff has a value for each. */
const MOST_CHOICES = 50;

/** Describes a fact of a kind as a field that is computed. */
export function factField(value: Expression, kind: Kind, steps: Steps): Schema {
  const computed = { computed: value };
  if (kind === "truth") return { type: "boolean", ...computed };
  if (kind === "day") return { type: "string", format: "date", ...computed };
  const [lowest, highest] = findRange(value, steps);
  const whole = isWhole(value, (path) => findSchemas(path, steps));
  const choices = whole && highest - lowest < MOST_CHOICES ? Array.from({ length: highest - lowest + 1 }) : [];
  return {
    type: whole ? "integer" : "number",
    ...(Number.isFinite(lowest) ? { minimum: lowest } : {}),
    ...(Number.isFinite(highest) ? { maximum: highest } : {}),
    ...(choices.length > 0 ? { enum: choices.map((_, index) => lowest + index) } : {}),
    ...computed,
  };
}

/** The bounds of a computed field, as far as they follow from what it reads in its step or record. */
export function rangeOf(computed: Expression, step: Schema): Pick<Schema, "minimum" | "maximum"> {
  const { minimum, maximum } = factField(computed, "number", { "": { schema: step, ui: {} } });
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
}

/** Describes an answer of a step, with the bounds that follow from its expression where it is a computed number. */
export function describeAnswer(path: string, steps: Steps): Schema[] {
  const around = pathSegments(path).slice(0, -1).join(".");
  return findSchemas(path, steps).map((field) =>
    field.computed === undefined || /boolean|string/.test(String(field.type))
      ? field
      : { ...rangeOf(field.computed, { allOf: findSchemas(around, steps) }), ...field },
  );
}

const findSchemas = (path: string, steps: Steps): Schema[] => {
  const [step = "", ...names] = pathSegments(path);
  return schemasAt([steps[step]?.schema ?? {}], names);
};

const list = (value: unknown): Expression[] => [value ?? []].flat() as Expression[];
const readsSeveral = (expression: Expression): expression is string => isPath(expression) && expression.includes("*");

/** Whether a fact has a value before anything is answered. */
export function isAlwaysKnown(expression: Expression, steps: Steps): boolean {
  if (isPath(expression)) {
    const [step, name = ""] = pathSegments(expression);
    return step === FACTS && steps[FACTS]?.schema.required?.includes(name) === true;
  }
  if (typeof expression !== "object") return true;
  const name = findOperator(expression);
  if (name === "count" || name === "answered" || name === "has") return true;
  if (name === "day") return isAlwaysKnown((expression.from ?? "today") as Expression, steps);
  if (name === "divide") return false;
  if (name === "of") return expression.empty !== undefined;
  const parts = name === "if" ? [expression.if, expression.then, expression.else] : list(expression[name ?? ""]);
  return parts.every(
    (part) => (name === "sum" && readsSeveral(part as Expression)) || isAlwaysKnown(part as Expression, steps),
  );
}

type Range = [lowest: number, highest: number];
const ANY: Range = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** The lowest and the highest number that an expression can be; infinite where that is not known. */
function findRange(expression: Expression, steps: Steps): Range {
  if (typeof expression === "number") return [expression, expression];
  if (isPath(expression)) return findPathRange(expression, steps);
  return typeof expression === "object" ? findOperationRange(expression, steps) : ANY;
}

function findOperationRange(expression: Operation, steps: Steps): Range {
  const name = findOperator(expression) ?? "";
  const parts = list(expression[name]);
  if (name === "months" || name === "years") return findAges(name, parts, steps);
  const ranges = parts.map((part) => findRange(part, steps));
  const [low, high] = [ranges.map(([lowest]) => lowest), ranges.map(([, highest]) => highest)];
  if (name === "count") return [0, countMost(String(expression.count), steps)];
  if (name === "sum") return parts.map((part, index) => summed(part, ranges[index] ?? ANY, steps)).reduce(add, [0, 0]);
  if (name === "min") return [Math.min(...low), Math.min(...high)];
  if (name === "max") return [Math.max(...low), Math.max(...high)];
  if (name === "minus") return ranges.reduce((left, other) => add(left, [negate(other[1]), negate(other[0])]));
  if (name === "times" && low.every((lowest) => lowest >= 0)) return [multiply(low), multiply(high)];
  if (name === "of" || name === "if") {
    const either = name === "of" ? [expression.of, expression.empty] : [expression.then, expression.else];
    const [left = ANY, other = ANY] = either.map((part) => findRange(part as Expression, steps));
    return [Math.min(left[0], other[0]), Math.max(left[1], other[1])];
  }
  return ANY;
}

/** Exact as the answers are, so that a last band up to 0.3 covers 0.1 and 0.2 together. Infinite bounds are computed as they are. */
const exactly = (operator: "sum" | "times", left: number, right: number, rough: number): number =>
  Number(compute({ [operator]: [left, right] }, { here: {}, answers: {}, today: "" }) ?? rough);
const negate = (number: number): number => 0 - number;
const add = (left: Range, other: Range): Range => [
  exactly("sum", left[0], other[0], left[0] + other[0]),
  exactly("sum", left[1], other[1], left[1] + other[1]),
];
const multiply = (numbers: readonly number[]): number =>
  numbers.reduce((left, right) => (right === 0 ? 0 : exactly("times", left, right, left * right)), 1);

/** Computed fields of one step are not followed further: they may form a circle. */
function findPathRange(path: string, steps: Steps): Range {
  const described = path.startsWith(".") ? findSchemas(path, steps) : describeAnswer(path, steps);
  if (described.length === 0) return ANY;
  const low = described.map(({ minimum, exclusiveMinimum }) => minimum ?? exclusiveMinimum ?? ANY[0]);
  const high = described.map(({ maximum, exclusiveMaximum }) => maximum ?? exclusiveMaximum ?? ANY[1]);
  return [Math.min(...low), Math.max(...high)];
}

/** The months or years until today from a day whose window moves with today. */
function findAges(name: "months" | "years", [from = 0, to]: Expression[], steps: Steps): Range {
  if (!isPath(from) || to !== "today") return ANY;
  const windows = findSchemas(from, steps).map(({ dateWindow }) => dateWindow ?? {});
  const age = (day: string | undefined, unknown: number): number =>
    /^[+-]?\d+[dmy]$/.test(day ?? "")
      ? Number(compute({ [name]: [{ day: String(day) }, "today"] }, { here: {}, answers: {}, today: "2026-11-20" }))
      : unknown;
  const [low, high] = [windows.map((window) => age(window.to, ANY[0])), windows.map(({ from }) => age(from, ANY[1]))];
  return [Math.min(...low), Math.max(...high)];
}

/** Of so many records as there may be, and of none. */
function summed(part: Expression, [lowest, highest]: Range, steps: Steps): Range {
  if (!readsSeveral(part)) return [lowest, highest];
  const most = countMost(part, steps);
  return [Math.min(0, multiply([lowest, most])), Math.max(0, multiply([highest, most]))];
}

/** How many answers a path leads to at most. */
function countMost(path: string, steps: Steps): number {
  const segments = pathSegments(path);
  return segments.reduce((most, name, index) => {
    if (name !== "*") return most;
    const lists = findSchemas(segments.slice(0, index).join("."), steps);
    return most * Math.max(...lists.map(({ maxItems = ANY[1] }) => maxItems));
  }, 1);
}

/** Why an expression cannot read a path where it is; undefined where it can. A fact is as late as the last step that it reads. */
export function explainLate(
  path: string,
  { steps, order, step }: { steps: Steps; order: readonly string[]; step: string },
): [sentence: string, hint: string] | undefined {
  const [from = ""] = pathSegments(path);
  if (step === FACTS)
    return from === "" ? [t`"${path}" does not name its step`, t`write the step before it`] : undefined;
  const read = from === FACTS ? findSources(steps, path).map((source) => source.split(".")[0] ?? "") : [from];
  if (from === FACTS && read.includes(step)) return [t`"${path}" reads ${step} itself`, t`write its expression here`];
  const late = read.find((stepName) => stepName !== "" && order.indexOf(stepName) > order.indexOf(step));
  return late === undefined
    ? undefined
    : [t`the expression reads "${path}", which is asked later`, t`move it to the step ${late}`];
}
