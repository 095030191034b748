// When other answers leave a single choice of a list, an answer that is no longer among the choices becomes that one
// (spec: wizard 5, decisions 11). With more choices left the broker decides. An empty answer stays empty.

import { oncePer } from "./oncePer.ts";
import type { Schema } from "./schema.ts";
import { isRecordsList, propertySchemas } from "./schemaTree.ts";
import type { Answers, Lists } from "./types.ts";

interface SettledChoices {
  data: Answers;
  /** Fields that were set. */
  fields: string[];
}

/** The fields that offer a list, each with its name. Every commit asks for those of every step. */
const listFields = oncePer((schema: Schema) =>
  [...propertySchemas(schema)].flatMap(([field, described]) => {
    const list = described
      .map(({ enumFrom }) => enumFrom)
      .find((named) => named !== undefined && !isRecordsList(named));
    return list === undefined ? [] : [{ field, list }];
  }),
);

export function settleChoices(schema: Schema, data: Answers, lists: Lists): SettledChoices {
  const settled: Answers = {};
  for (const { field, list } of listFields(schema)) {
    const choices = lists[list];
    const only = choices?.length === 1 ? choices[0] : undefined;
    if (!only || data[field] === undefined || data[field] === only.value) continue;
    settled[field] = only.value;
  }
  const fields = Object.keys(settled);
  return fields.length === 0 ? { data, fields } : { data: { ...data, ...settled }, fields };
}
