// Which top-level answers decide what else shows: those that a condition reads. Judges nothing.

import type { Condition, Schema } from "./schema.ts";
import { branches, propertySchemas, resolved } from "./schemaTree.ts";

/** Once per schema: every commit asks, and schemas do not change. */
const known = new WeakMap<Schema, ReadonlySet<string>>();

export function conditionNames(schema: Schema): ReadonlySet<string> {
  const found = known.get(schema) ?? collect(schema, schema, 0);
  known.set(schema, found);
  return found;
}

/** A condition inside an object reads members of that object, so that the object decides. */
function collect(schema: Schema, root: Schema, depth: number): Set<string> {
  const names = new Set<string>();
  addConditions(schema, root, names);
  if (depth > 4) return names;
  for (const [name, described] of propertySchemas(schema, root)) {
    const objects = described.filter((member) => member.type === "object");
    if (objects.some((member) => collect(member, root, depth + 1).size > 0)) names.add(name);
  }
  return names;
}

function addConditions(given: Schema, root: Schema, names: Set<string>, depth = 0): void {
  if (depth > 16) return;
  const schema = resolved(given, root);
  if (schema.if) addRead(schema.if, names);
  for (const branch of branches(schema)) addConditions(branch, root, names, depth + 1);
}

/** The members that a condition speaks of. */
function addRead(condition: Condition, names: Set<string>): void {
  for (const name of Object.keys(condition.properties ?? {})) names.add(name);
  for (const name of condition.required ?? []) names.add(name);
  for (const part of [...(condition.allOf ?? []), ...(condition.anyOf ?? [])]) addRead(part, names);
  if (condition.not) addRead(condition.not, names);
}
