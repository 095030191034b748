// The schema of an object as its answers make it: with the properties of every condition that holds and without the conditions,
// which is what draws a form. Judges no answer and hides none; present() and activeData() decide what counts.
import { matches } from "./conditions.ts";
import type { Schema } from "./schema.ts";
import { resolved } from "./schemaTree.ts";

export function shownSchema(schema: Schema, data: unknown, root: Schema): Schema {
  const whole = resolved(schema, root);
  if (whole.allOf === undefined && whole.if === undefined && !hasReferences(whole)) return whole;
  const { properties: _properties, required: _required, ...shown } = withoutBranches(whole);
  const members: Members = { properties: {}, required: new Set() };
  collect(whole, data ?? {}, root, members);
  return { ...shown, properties: members.properties, required: [...members.required] };
}

interface Members {
  properties: Record<string, Schema>;
  required: Set<string>;
}

const hasReferences = ({ properties = {} }: Schema) =>
  Object.values(properties).some((property) => property.$ref !== undefined);

const withoutBranches = ({ allOf: _all, if: _if, then: _then, else: _else, ...schema }: Schema): Schema => schema;

function collect(given: Schema, data: unknown, root: Schema, members: Members): void {
  const schema = resolved(given, root);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const known = members.properties[name];
    const own = resolved(property, root);
    members.properties[name] = known ? { ...known, ...own } : own;
  }
  for (const name of schema.required ?? []) members.required.add(name);
  for (const branch of schema.allOf ?? []) collect(branch, data, root, members);
  if (schema.if === undefined) return;
  const branch = matches(schema.if, data, root) ? schema.then : schema.else;
  if (branch !== undefined) collect(branch, data, root, members);
}
