// Answers "does this data match this schema" without eval: for conditional fields, for pruning and for the rules
// of derived lists. Judges no answers: `format` and our own keywords are unknown here, which is why the check keeps them
// out of every `if`.
import { type Schema as PlainSchema, Validator } from "@cfworker/json-schema";
import { oncePer } from "../schema/oncePer.ts";
import type { Condition, Schema } from "../schema/schema.ts";
import type { JsonObject } from "../schema/types.ts";

const validatorFor = oncePer((schema: Schema | Condition) => new Validator(schema as PlainSchema, "7", true));

/**
 * The interpreter throws on undefined members. Form data has them wherever a field was emptied. Without any it stays as
 * it is.
 */
export const withoutUndefined = (value: unknown): unknown => (hasUndefined(value) ? copyDefined(value) : value);

function hasUndefined(value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.includes(undefined) || value.some(hasUndefined);
  for (const key in value) if (hasUndefined((value as JsonObject)[key])) return true;
  return false;
}

function copyDefined(value: unknown): unknown {
  // Not map, which leaves the holes of an array as they are.
  if (Array.isArray(value)) return Array.from(value, (item) => (item === undefined ? null : copyDefined(item)));
  if (value === null || typeof value !== "object") return value;
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) copy[key] = copyDefined(member);
  return copy;
}

/** Whether data matches a plain JSON Schema. */
export function matches(schema: Schema | Condition | boolean, data: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  return validatorFor(schema).validate(withoutUndefined(data)).valid;
}
