// The titles of records: each answer that one contains is an answer of the record, which the client may read.
import { recordSchemas } from "#engine/fields/recordFields.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isRecordsList, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Hint } from "../../read/findings/finding.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";

/** Explains each name that the title contains in vain. */
export function findWrongTitle(key: string, used: readonly string[], list: readonly Schema[]) {
  const members = list.flatMap(recordSchemas).flatMap((record) => [...propertySchemas(record)]);
  const fitting = members.filter(([, described]) => described.every(hasWords)).map(([name]) => name);
  const wrong = used.filter((name) => !fitting.includes(name));
  const choices = members.filter(([, described]) => described.some(isRecordChoice)).map(([name]) => name);
  return wrong.map((name): [sentence: string, hint: Hint] => [
    choices.includes(name)
      ? t`the title ${key} contains {${name}}, a choice among records, whose titles could contain this one: a circle`
      : t`the title ${key} contains {${name}}, which is not an answer of the record that a title may show`,
    meantOr(fitting, name, t`name a field with one value or with choices: ${fitting.join(", ")}`),
  ]);
}

const isRecordChoice = ({ enumFrom, items }: Schema): boolean => isRecordsList(enumFrom ?? items?.enumFrom ?? "");

/** One value, or choices, of which the client reads all. Titles that contain titles could go in a circle. */
export const hasWords = (field: Schema): boolean => {
  const { type, items, audience } = field;
  if (audience === "office" || isRecordChoice(field)) return false;
  return type !== "object" && (type !== "array" || (items?.enum ?? items?.enumFrom) !== undefined);
};
