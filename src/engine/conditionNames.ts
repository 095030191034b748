// Which top-level answers decide what else shows: those that a condition reads. Judges nothing.
import { branches, isObject, propertySchemas, resolved } from "./schemaTree.ts";
import type { JsonObject } from "./types.ts";

/** Once per schema: every commit asks, and schemas do not change. */
const known = new WeakMap<JsonObject, ReadonlySet<string>>();

export function conditionNames(schema: JsonObject): ReadonlySet<string> {
  const found = known.get(schema) ?? collect(schema, schema, 0);
  known.set(schema, found);
  return found;
}

/** A condition inside an object reads members of that object, so that the object decides. */
function collect(schema: JsonObject, root: JsonObject, depth: number): Set<string> {
  const names = new Set<string>();
  addConditions(schema, root, names);
  if (depth > 4) return names;
  for (const [name, described] of propertySchemas(schema, root)) {
    const objects = described.filter((member) => member.type === "object");
    if (objects.some((member) => collect(member, root, depth + 1).size > 0)) names.add(name);
  }
  return names;
}

function addConditions(given: JsonObject, root: JsonObject, names: Set<string>, depth = 0): void {
  if (depth > 16) return;
  const schema = resolved(given, root);
  if (isObject(schema.if)) addRead(schema.if, names);
  for (const branch of branches(schema)) addConditions(branch, root, names, depth + 1);
}

/** The members that a condition speaks of. */
function addRead(condition: JsonObject, names: Set<string>): void {
  for (const name of Object.keys(isObject(condition.properties) ? condition.properties : {})) names.add(name);
  for (const name of Array.isArray(condition.required) ? condition.required : []) names.add(String(name));
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const parts = condition[key];
    for (const part of Array.isArray(parts) ? parts : []) if (isObject(part)) addRead(part, names);
  }
  if (isObject(condition.not)) addRead(condition.not, names);
}
