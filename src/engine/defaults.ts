// Fills the explicit `default` of fields that show and are empty. Never one of a field that somebody entered or emptied, and
// nothing of its own: a question, an agreement or a choice without a `default` stays open.
import { type ActiveContext, activeData } from "./activeData.ts";
import { valueAt } from "./fieldPath.ts";
import { withValue } from "./formValues.ts";
import { oncePer } from "./oncePer.ts";
import type { Schema } from "./schema.ts";
import { propertySchemas } from "./schemaTree.ts";
import type { Answers } from "./types.ts";

interface Default {
  path: readonly string[];
  value: unknown;
}

const findDefaults = oncePer((schema: Schema) => collect(schema, []));

function collect(schema: Schema, path: readonly string[]): Default[] {
  return [...propertySchemas(schema)].flatMap(([name, described]) =>
    described.flatMap((member) => {
      const own = [...path, name];
      if (member.type === "object") return collect(member, own);
      return member.default === undefined ? [] : [{ path: own, value: member.default }];
    }),
  );
}

/** One by one: a default may show the field of the next, and one that shows no more is not filled. */
export function withDefaults(
  schema: Schema,
  data: Answers,
  context: ActiveContext,
  entered: (path: readonly string[]) => boolean,
): Answers {
  let filled = data;
  for (const { path, value } of findDefaults(schema)) {
    if (valueAt(filled, path) !== undefined || entered(path)) continue;
    const tried = withValue(filled, path, value);
    if (valueAt(activeData(schema, tried, context), path) !== undefined) filled = tried;
  }
  return filled;
}
