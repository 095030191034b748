// Whether a value can be an answer to a field, by the rules that need no list and no day.
import { matches } from "#engine/rules/conditions.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { findNotation, fitsNotation } from "#engine/values/notations.ts";

const PLAIN: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

export const isOfType = ({ type }: Schema, value: unknown): boolean => matches({ type: String(type) } as Schema, value);

export function admits(field: Schema, value: unknown): boolean {
  const plain = Object.entries(field).filter(([name, rule]) => PLAIN.has(name) && rule !== undefined);
  if (!isOfType(field, value) || !matches(Object.fromEntries(plain) as Schema, value)) return false;
  const notation = findNotation(field.format);
  return notation === undefined || typeof value !== "string" || fitsNotation(notation, value);
}
