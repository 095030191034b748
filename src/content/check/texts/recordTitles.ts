// The titles of records: each answer that one contains is an answer of the record, which the client may read.
import { recordSchemas } from "#engine/fields/recordFields.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isRecordsList, propertySchemas } from "#engine/schema/schemaTree.ts";
import { meantOr } from "../../read/findings/sentences.ts";

/** Explains each name that the title contains in vain. */
export function findWrongTitle(key: string, used: readonly string[], list: readonly Schema[]) {
  const members = list.flatMap(recordSchemas).flatMap((record) => [...propertySchemas(record)]);
  const fitting = members.filter(([, described]) => described.every(hasWords)).map(([name]) => name);
  const wrong = used.filter((name) => !fitting.includes(name));
  return wrong.map((name): [sentence: string, hint: string] => [
    `the title ${key} contains {${name}}, which is no answer of the record that a title may show`,
    meantOr(fitting, name, `name a field with one value or with choices: ${fitting.join(", ")}`),
  ]);
}

/** One value, or choices, of which the client reads all. Titles that contain titles could go in a circle. */
export const hasWords = ({ type, items, audience, enumFrom }: Schema): boolean => {
  if (audience === "office" || isRecordsList(enumFrom ?? items?.enumFrom ?? "")) return false;
  return type !== "object" && (type !== "array" || (items?.enum ?? items?.enumFrom) !== undefined);
};
