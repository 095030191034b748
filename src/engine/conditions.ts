// Answers "does this data match this schema" without eval: for conditional fields, for pruning and for the rules
// of derived lists. Judges no answers: `format` and our own keywords are unknown here, which is why the check keeps them
// out of every `if`.
import { type Schema as PlainSchema, Validator } from "@cfworker/json-schema";
import type { Condition, Schema } from "./schema.ts";
import type { JsonObject } from "./types.ts";

const compiled = new WeakMap<object, WeakMap<object, Validator>>();
const NO_ROOT = {};

function validatorFor(schema: Schema | Condition, root: Schema): Validator {
  let perRoot = compiled.get(root);
  if (!perRoot) {
    perRoot = new WeakMap();
    compiled.set(root, perRoot);
  }
  let found = perRoot.get(schema);
  if (!found) {
    const { definitions } = root;
    const whole = { ...(definitions ? { definitions } : {}), ...schema };
    found = new Validator(whole as PlainSchema, "7", true);
    perRoot.set(schema, found);
  }
  return found;
}

/** The interpreter throws on undefined members; form data has them wherever a field was emptied. */
export function withoutUndefined(value: unknown): unknown {
  // Not map, which leaves the holes of an array as they are.
  if (Array.isArray(value)) return Array.from(value, (item) => (item === undefined ? null : withoutUndefined(item)));
  if (value === null || typeof value !== "object") return value;
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) if (member !== undefined) copy[key] = withoutUndefined(member);
  return copy;
}

/** Whether data matches a plain JSON Schema. `root` gives the definitions that a `$ref` may point to. */
export function matches(schema: Schema | Condition | boolean, data: unknown, root: Schema = NO_ROOT): boolean {
  if (typeof schema === "boolean") return schema;
  return validatorFor(schema, root).validate(withoutUndefined(data)).valid;
}
