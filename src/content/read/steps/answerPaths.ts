// Which schemas describe the answer at a path of an expression.
import type { Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { partsAbout } from "#engine/schema/schemaVisitor.ts";

/** Returns the schemas that describe the value at a path. `*` is every member or entry. */
export function schemasAt(schemas: readonly Schema[], path: readonly string[]): Schema[] {
  return path.reduce<Schema[]>((parents, name) => parents.flatMap((schema) => findMembers(schema, name)), [...schemas]);
}

function findMembers(schema: Schema, name: string): Schema[] {
  const properties = propertySchemas(schema);
  const others = [...partsAbout(schema, "rest"), ...partsAbout(schema, "entry")].map((part) => part.schema);
  return name === "*"
    ? [...[...properties.values()].flat(), ...others]
    : (properties.get(name) ?? (schema.type === "object" ? others : []));
}
