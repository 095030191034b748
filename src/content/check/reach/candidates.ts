// Values of a field among which one meets conditions if any value does.
import type { Condition, Schema } from "#engine/schema/schema.ts";

/** "any": a text or list of values, of which the conditions name none. */
export function candidates(schema: Schema, wanted: readonly Condition[]): unknown[] | "any" {
  if (schema.type === "boolean") return [true, false];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  const named = [schema, ...wanted].flatMap((source) => namedValues(source));
  if (schema.type === "integer" || schema.type === "number") return numbersAround(schema, named);
  return wanted.some(isLimited) ? named : "any";
}

/** Whether a condition allows only values that it names. */
const isLimited = ({ const: only, enum: some, allOf = [], anyOf = [] }: Condition): boolean =>
  only !== undefined || some !== undefined || allOf.some(isLimited) || (anyOf.length > 0 && anyOf.every(isLimited));

/** Each constant and bound. */
function namedValues(condition: Condition | Schema): unknown[] {
  const { const: only, enum: some = [], allOf = [], minimum, maximum, exclusiveMinimum, exclusiveMaximum } = condition;
  const { anyOf = [], not } = condition as Condition;
  const inside = [...(allOf as Condition[]), ...anyOf, ...(not ? [not] : [])].flatMap(namedValues);
  const values = [only, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...some, ...inside];
  return values.filter((value) => value !== undefined);
}

/** The named numbers, their neighbours, and one between each two. */
function numbersAround({ type, multipleOf }: Schema, named: readonly unknown[]): number[] {
  const step = multipleOf ?? (type === "integer" ? 1 : 0.01);
  const sorted = [0, ...named.filter((value) => typeof value === "number")].sort((left, right) => left - right);
  const between = sorted.map((value, index) => (value + (sorted[index + 1] ?? value)) / 2);
  return [...sorted, ...between].flatMap((value) => {
    const nearest = Math.floor(value / step);
    const multiples = [nearest - 1, nearest, nearest + 1, nearest + 2].map((times) => times * step);
    return [value, ...multiples.map((multiple) => Number(multiple.toFixed(6)))];
  });
}
