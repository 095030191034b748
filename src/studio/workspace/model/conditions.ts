// Conditions as the builder shows them: an expression is one line with an operator and its operands, perhaps denied. `all` and `any`
// join lines. What the builder cannot show stays as it is in the file.
import { CHOOSING, isPath } from "#engine/expressions/paths.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";

export interface Line {
  operator: string;
  /** First what is compared. Of a join its lines. */
  operands: Expression[];
  negated: boolean;
}

/** Of a yes or no: the path alone is the condition. It has no keyword. */
export const YES = "yes";
/** A line of which nothing is chosen yet. */
export const BLANK: Expression = "";
const COMPARING = ["equal", "atMost", "atLeast", "less", "more"];

const JOINING = ["all", "any"];
const OTHER = ["not", "answered"];

/** Whether an expression computes a value other than yes or no. */
export const isFormula = (expression: unknown): boolean =>
  isObject(expression) &&
  ![...CHOOSING, ...COMPARING, ...JOINING, ...OTHER].some((name) => Object.hasOwn(expression, name));

export const isJoin = ({ operator }: Line): boolean => JOINING.includes(operator);
export const needsOperand = ({ operator }: Line): boolean => operator !== YES && operator !== "answered";

/** Null: it is no line, such as a denial of a denial. */
export function readLine(expression: Expression): Line | null {
  if (isPath(expression)) return { operator: YES, operands: [expression], negated: false };
  const [[operator = "", operand] = [], ...beside] = Object.entries(Object(expression)) as [string, Expression][];
  if (beside.length > 0 || operand === undefined) return null;
  if (operator === "not") return deny(readLine(operand));
  const operands = [operand].flat() as Expression[];
  return isLine(operator, operand) ? { operator, operands, negated: false } : null;
}

const deny = (line: Line | null): Line | null => (line && !line.negated ? { ...line, negated: true } : null);

/** A comparison may not have its second operand yet. */
function isLine(operator: string, operand: unknown): boolean {
  if (operator === "answered") return typeof operand === "string";
  if (!Array.isArray(operand)) return false;
  if (COMPARING.includes(operator)) return operand.length === 1 || operand.length === 2;
  return JOINING.includes(operator) || (CHOOSING.has(operator) && operand.length > 0);
}

export function writeLine({ operator, operands, negated }: Line): Expression {
  const [first = BLANK] = operands;
  const written = { [YES]: first, answered: { answered: first } }[operator] ?? { [operator]: operands };
  return negated ? { not: written } : written;
}

/** Whether the builder would write it the same: joins are of several lines that are shown too. */
export function isShown(expression: Expression): boolean {
  const line = readLine(expression);
  if (!line || !isJoin(line)) return line !== null && isComplete(expression);
  return line.operands.length > 1 && line.operands.every(isShown);
}

/** Whether it can be written: every comparison has what it compares with. */
export function isComplete(expression: Expression): boolean {
  const line = readLine(expression);
  if (!line) return false;
  const [first, ...others] = line.operands;
  if (isJoin(line)) return first !== undefined && line.operands.every(isComplete);
  return first !== BLANK && (!needsOperand(line) || others.some((each) => each !== BLANK));
}

/** A join of one line is that line. */
export function simplify(expression: Expression): Expression {
  const line = readLine(expression);
  if (!line || !isJoin(line)) return expression;
  const operands = line.operands.map(simplify);
  const [first = BLANK] = operands;
  return operands.length > 1 ? writeLine({ ...line, operands }) : line.negated ? { not: first } : first;
}
