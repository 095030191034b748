// The schema of an object as its answers make it: with the properties of every condition that holds and without the conditions,
// which is what draws a form. Judges no answer and hides none; present() and activeData() decide what counts.
import { matches } from "./conditions.ts";
import type { Schema } from "./schema.ts";
import { partsAbout, partsOf } from "./schemaVisitor.ts";

export function shownSchema(schema: Schema, data: unknown): Schema {
  const branches = partsAbout(schema, "same");
  if (branches.length === 0) return schema;
  const members: Members = { properties: {}, required: new Set() };
  collect(schema, data ?? {}, members);
  const shown: Record<string, unknown> = { ...schema, ...members, required: [...members.required] };
  for (const keyword of ["if", ...branches.map((branch) => branch.keyword)]) delete shown[keyword];
  return shown;
}

interface Members {
  properties: Record<string, Schema>;
  required: Set<string>;
}

function collect(schema: Schema, data: unknown, members: Members): void {
  for (const name of schema.required ?? []) members.required.add(name);
  for (const { about, name, schema: inner, condition } of partsOf(schema)) {
    if (about === "member") {
      const known = members.properties[name];
      members.properties[name] = known ? { ...known, ...inner } : inner;
    } else if (about === "same" && (!condition || matches(condition, data))) collect(inner, data, members);
  }
}
