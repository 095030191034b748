// Conditions as the builder shows them: an expression is one line with an operator and its operands, perhaps denied. `all` and `any`
// join lines. What rules of one step write with `if` is read as an expression too, and written back. What the builder cannot show stays
// as it is in the file.
import { CHOOSING, isPath } from "#engine/expressions/paths.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { listIn, namesIn } from "./places.ts";

export interface Line {
  operator: string;
  /** First what is compared. Of a join its lines. */
  operands: Expression[];
  negated: boolean;
}

/** Of a yes or no: the path alone is the condition. It has no keyword. */
export const YES = "yes";
/** A new line, before the first choice. */
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

/** Reads an expression as a line of the builder. Returns null for any other one, such as a double negation. */
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

const BOUNDS: Record<string, string> = {
  minimum: "atLeast",
  maximum: "atMost",
  exclusiveMinimum: "more",
  exclusiveMaximum: "less",
};
/** The type of the answer at a path, which a bound names. */
type FindType = (path: string) => string | undefined;

/** Returns null if the builder would write it differently. */
export function readSchema(schema: unknown, typeOf: FindType): Expression | null {
  const expression = isObject(schema) ? readObject(schema, "") : null;
  return expression !== null && sameValue(writeSchema(expression, typeOf), schema) ? expression : null;
}

/** Returns null if a part is null. */
function join(parts: readonly (Expression | null)[], operator = "all"): Expression | null {
  if (parts.length === 0 || parts.includes(null)) return null;
  return parts.length === 1 ? parts[0]! : { [operator]: parts as Expression[] };
}

function readObject(schema: JsonObject, path: string): Expression | null {
  const { properties = {}, required = [], allOf, anyOf, not, ...rest } = schema;
  if (!isObject(properties) || !Array.isArray(required) || Object.keys(rest).length > 0) return null;
  const names = Object.keys(properties);
  if (names.some((name) => !required.includes(name))) return null;
  const answered = required.filter((name) => !names.includes(String(name)));
  const list = (parts: unknown, operator: string) => {
    const read = listIn(parts).map((part) => (isObject(part) ? readObject(part, path) : null));
    return parts === undefined ? [] : [join(read, operator)];
  };
  return join([
    ...names.map((name) => readMember(properties[name], `${path}.${name}`)),
    ...answered.map((name): Expression => ({ answered: `${path}.${String(name)}` })),
    ...list(allOf, "all"),
    ...list(anyOf, "any"),
    ...(isObject(not) ? [denyExpression(readObject(not, path))] : []),
  ]);
}

const denyExpression = (expression: Expression | null): Expression | null =>
  expression === null ? null : { not: expression };

function readMember(schema: unknown, path: string): Expression | null {
  if (!isObject(schema)) return null;
  if (schema.properties !== undefined || schema.required !== undefined) return readObject(schema, path);
  const { type: _type, ...rules } = schema;
  const [[keyword, value] = ["", null], ...others] = Object.entries(rules);
  if (others.length > 0) return null;
  if (keyword === "const") return readConst(value, path);
  if (keyword === "enum" && Array.isArray(value)) return { in: [path, ...(value as string[])] };
  if (keyword === "not") return denyExpression(readMember(value, path));
  if (keyword === "contains" && isObject(value))
    return { has: [path, ...([value.const ?? value.enum].flat() as string[])] };
  const bound = BOUNDS[keyword];
  return bound && typeof value === "number" ? { [bound]: [path, value] } : null;
}

function readConst(value: unknown, path: string): Expression {
  if (typeof value === "boolean") return value ? path : { not: path };
  return typeof value === "number" ? { equal: [path, value] } : { is: [path, String(value)] };
}

/** Returns null where the rules of a step have no form for it, such as a comparison of two answers. */
export function writeSchema(expression: Expression, typeOf: FindType): JsonObject | null {
  const line = readLine(expression);
  if (!line || !isJoin(line)) return line && writeTest(line, typeOf);
  const parts = line.operands.map((part) => writeSchema(part, typeOf)).filter(isObject);
  if (parts.length < line.operands.length) return null;
  const written: JsonObject = line.operator === "all" ? merge(parts) : { anyOf: parts };
  return line.negated ? { not: written } : written;
}

/** Conditions on different answers are members of one object. */
function merge(parts: JsonObject[]): JsonObject {
  const required = parts.flatMap((part) => namesIn(part.required));
  const isPlain = parts.every((part) => Object.keys(part).every((key) => key === "properties" || key === "required"));
  if (!isPlain || new Set(required).size < required.length) return { allOf: parts };
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as JsonObject;
  return { ...(Object.keys(properties).length > 0 && { properties }), required };
}

function writeTest({ operator, operands: [left, ...operands], negated }: Line, typeOf: FindType): JsonObject | null {
  if (typeof left !== "string" || !left.startsWith(".") || left.includes("*")) return null;
  const names = left.slice(1).split(".");
  if (operator === "answered") {
    const answered = nest(names.slice(0, -1), { required: [names.at(-1)!] });
    return negated ? { not: answered } : answered;
  }
  if (operator === YES) return nest(names, { const: !negated });
  const rule = writeRule(operator, operands, typeOf(left));
  return rule && nest(names, negated ? { not: rule } : rule);
}

function writeRule(operator: string, operands: readonly Expression[], type = "number"): JsonObject | null {
  const [value = ""] = operands;
  const choice = operands.length === 1 ? { const: value } : { enum: [...operands] };
  if (operator === "is") return { const: value };
  if (operator === "in") return { enum: [...operands] };
  if (operator === "has") return { type: "array", contains: choice };
  if (typeof value !== "number") return null;
  const keyword = Object.keys(BOUNDS).find((name) => BOUNDS[name] === operator);
  return keyword ? { type, [keyword]: value } : { const: value };
}

const nest = (names: readonly string[], inner: JsonObject): JsonObject =>
  names.reduceRight<JsonObject>((schema, name) => ({ properties: { [name]: schema }, required: [name] }), inner);
