// A condition as the builder shows it: comparisons joined by "and" and "or", each perhaps denied. Read from an expression and written
// as one. What the builder cannot show is null, and stays as it is in the file.
import { isPath } from "#engine/expressions/paths.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";

/** An answer, or what is computed of answers, and what it is compared with. */
export interface Test {
  kind: "test";
  left: Expression;
  operator: string;
  /** The operands after the first one. */
  operands: Expression[];
  negated: boolean;
}

export interface Group {
  kind: "group";
  join: "all" | "any";
  parts: Condition[];
  negated: boolean;
}

export type Condition = Test | Group;

/** Of a yes or no: the path alone is the condition. It has no keyword. */
export const YES = "yes";
const CHOOSING = ["is", "in", "has"];
const COMPARING = ["equal", "atMost", "atLeast", "less", "more"];

const CONDITIONS = [...CHOOSING, ...COMPARING, "all", "any", "not", "answered"];

/** Whether an expression computes a value other than yes or no. */
export const isFormula = (expression: unknown): boolean =>
  isObject(expression) && !Object.keys(expression).some((name) => CONDITIONS.includes(name));

const makeTest = (left: Expression, operator: string, operands: Expression[] = []): Test => ({
  kind: "test",
  left,
  operator,
  operands,
  negated: false,
});

/** Null: the builder would not write it the same. */
export function readCondition(expression: unknown): Condition | null {
  const condition = read(expression as Expression);
  return condition && sameValue(writeCondition(condition), expression) ? condition : null;
}

function read(expression: Expression): Condition | null {
  if (isPath(expression)) return makeTest(expression, YES);
  const entries = isObject(expression) ? Object.entries(expression) : [];
  const [operator, operand] = entries[0] ?? [];
  if (entries.length !== 1 || operator === undefined) return null;
  if (operator === "not") return deny(read(operand as Expression));
  if (operator === "answered") return typeof operand === "string" ? makeTest(operand, operator) : null;
  return Array.isArray(operand) ? readOperands(operator, operand as Expression[]) : null;
}

/** A denial of a denial is left as JSON. */
const deny = (condition: Condition | null): Condition | null =>
  condition && !condition.negated ? { ...condition, negated: true } : null;

function readOperands(operator: string, operands: readonly Expression[]): Condition | null {
  if (operator === "all" || operator === "any") return readGroup(operator, operands);
  const isKnown = CHOOSING.includes(operator) || (COMPARING.includes(operator) && operands.length === 2);
  const [left, ...others] = operands;
  return isKnown && left !== undefined ? makeTest(left, operator, others) : null;
}

function readGroup(join: Group["join"], operands: readonly Expression[]): Group | null {
  const parts = operands.flatMap((part) => read(part) ?? []);
  return parts.length === operands.length ? { kind: "group", join, parts, negated: false } : null;
}

export function writeCondition(condition: Condition): Expression {
  const written = condition.kind === "group" ? writeGroup(condition) : writeTest(condition);
  return condition.negated ? { not: written } : written;
}

const writeGroup = ({ join, parts }: Group): Expression => {
  const [first, ...others] = parts.map(writeCondition);
  return others.length === 0 && first !== undefined ? first : { [join]: parts.map(writeCondition) };
};

function writeTest({ left, operator, operands }: Test): Expression {
  if (operator === YES) return left;
  return operator === "answered" ? { answered: left } : { [operator]: [left, ...operands] };
}

const needsOperand = (operator: string) => operator !== YES && operator !== "answered";

/** Whether it can be written: every comparison has what it compares with. */
export const isComplete = (condition: Condition): boolean =>
  condition.kind === "group"
    ? condition.parts.length > 0 && condition.parts.every(isComplete)
    : condition.left !== "" && (!needsOperand(condition.operator) || condition.operands.some((each) => each !== ""));

/** The parts that are joined, of a single comparison itself. */
export const toGroup = (condition: Condition | null): Group =>
  condition?.kind === "group"
    ? condition
    : { kind: "group", join: "all", parts: condition ? [condition] : [], negated: false };
