// When other answers leave a single choice of a list, an answer that is no longer among the choices becomes that one
// (spec: wizard 5, decisions 11). With more choices left the broker decides; an empty answer stays empty.

import type { Schema } from "./schema.ts";
import { propertySchemas } from "./schemaTree.ts";
import type { Answers, Lists } from "./types.ts";

interface SettledChoices {
  data: Answers;
  /** Fields that were set. */
  fields: string[];
}

export function settleChoices(schema: Schema, data: Answers, lists: Lists): SettledChoices {
  const settled: Answers = {};
  for (const [name, described] of propertySchemas(schema)) {
    const list = described.map(({ enumFrom }) => enumFrom).find((named) => typeof named === "string");
    const choices = list === undefined ? undefined : lists[list as string];
    const [only, ...others] = choices ?? [];
    if (!only || others.length > 0 || data[name] === undefined || data[name] === only.value) continue;
    settled[name] = only.value;
  }
  const fields = Object.keys(settled);
  return fields.length === 0 ? { data, fields } : { data: { ...data, ...settled }, fields };
}
