// Boxes that have to be ticked (`const: true`). The sender of the request gives them again, so they are never stored (decisions 88).
import type { Schema } from "./schema.ts";
import { propertySchemas } from "./schemaTree.ts";
import type { Answers } from "./types.ts";

/** What a request keeps of a form with declarations: the other members that the form has. */
export function withoutDeclarations(schema: Schema, data: Answers): Answers {
  const fields = propertySchemas(schema);
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => fields.get(name)?.every((field) => field.const !== true)),
  );
}
