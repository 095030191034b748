// Expressions over answers, written in JSON: amounts, days and truths, computed exactly. Every expression ends with a value or
// is unknown: an answer that is missing or of another kind, a division by zero and an overflow are unknown, never an error.

import type { Expression, Operation } from "../schema/schema.ts";
import type { RequestAnswers } from "../schema/types.ts";
import { dateAt } from "../values/dates.ts";
import { toNumber } from "./fractions.ts";
import { isNumber, type Maybe, OPERATORS, rounded, TAKES, toValue, whole } from "./operators.ts";
import { isPath, readAnswer, readPath, type Scope, splitRecords } from "./paths.ts";

/** Operations that do not compute all of their operands first. */
const SPECIAL: Record<string, (operation: Operation, scope: Scope) => Maybe> = {
  day: ({ day, from = "today" }, scope) => {
    const start = evaluate(from as Expression, scope);
    return typeof start === "string" ? toValue(dateAt(start, String(day))) : undefined;
  },
  answered: ({ answered }, scope) => readPath(String(answered), scope).length > 0,
  count: ({ count, where }, scope) => whole(readSeveral(String(count), where as Expression, scope).length),
  is: ({ is }, scope) => isOneOf(is, scope),
  in: ({ in: among }, scope) => isOneOf(among, scope),
  has: ({ has }, scope) => {
    const [path, ...choices] = [has].flat();
    return readPath(String(path), scope)
      .flat()
      .some((choice) => choices.includes(choice as string));
  },
  of: ({ of, empty }, scope) => {
    if (isPath(of) && readPath(of, scope).length > 1) return undefined;
    return evaluate(of as Expression, scope) ?? toValue(empty);
  },
  if: ({ if: condition, then, else: other }, scope) => {
    const holds = evaluate(condition as Expression, scope);
    return typeof holds === "boolean" ? evaluate((holds ? then : other) as Expression, scope) : undefined;
  },
};

export const OPERATOR_NAMES: readonly string[] = [...Object.keys(OPERATORS), ...Object.keys(SPECIAL)];

export const findOperator = (operation: Operation): string | undefined =>
  Object.keys(operation).find((name) => Object.hasOwn(OPERATORS, name) || Object.hasOwn(SPECIAL, name));

/** Whether the answer at the path that comes first is one of the choices after it: unknown while it is not answered. */
function isOneOf(operands: unknown, scope: Scope): Maybe {
  const [path, ...choices] = [operands].flat();
  const answer = readAnswer(String(path), scope);
  return answer === undefined ? undefined : choices.includes(answer);
}

/** Returns the answers at a path, with `where` those of the records for which it is true. */
function readSeveral(path: string, where: Expression | undefined, scope: Scope): unknown[] {
  if (where === undefined) return readPath(path, scope);
  const { records, answer } = splitRecords(path);
  const chosen = readPath(records, scope).filter((here) => evaluate(where, { ...scope, here }) === true);
  return chosen.flatMap((here) => readPath(answer, { ...scope, here }));
}

/** Returns the value of an expression, or undefined when it is unknown. */
export function evaluate(expression: Expression, scope: Scope): Maybe {
  if (isPath(expression)) return toValue(readAnswer(expression, scope));
  if (typeof expression === "string") return scope.today;
  if (typeof expression !== "object") return toValue(expression);
  const name = findOperator(expression) ?? "";
  const special = SPECIAL[name];
  if (special) return special(expression, scope);
  const values: Maybe[] = [];
  for (const operand of [expression[name] ?? []].flat() as Expression[])
    if (TAKES[name] === "several" && isPath(operand) && operand.includes("*"))
      for (const answer of readSeveral(operand, expression.where as Expression, scope)) values.push(toValue(answer));
    else values.push(evaluate(operand, scope));
  return rounded(OPERATORS[name]?.(values), expression.round);
}

/** Whether a condition is true. One that is unknown is not. */
export const isTrue = (condition: Expression, scope: Scope): boolean => evaluate(condition, scope) === true;

/** Whether a condition over the answers of all steps is true. */
export const isTrueOf = (condition: Expression, answers: RequestAnswers, today: string): boolean =>
  isTrue(condition, { here: undefined, answers, today });

/** Returns the value of an expression as JSON has it. */
export function compute(expression: Expression, scope: Scope): number | string | boolean | undefined {
  const value = evaluate(expression, scope);
  if (!isNumber(value)) return value;
  const number = toNumber(value);
  return Number.isFinite(number) ? number : undefined;
}
