// Choices among the records of a list: of any step, or of the same record. A choice is the id of a record.
import { oncePer } from "../schema/oncePer.ts";
import type { Schema } from "../schema/schema.ts";
import { isRecordsList, isSiblingList } from "../schema/schemaTree.ts";
import { visitSchema } from "../schema/schemaVisitor.ts";
import type { Answers, EvaluationContext, Lists } from "../schema/types.ts";
import { placesIn, valueAt } from "./fieldPath.ts";
import { readIds } from "./recordFields.ts";

/** What a step is judged with: rules may read the step by its name, and choices its own records, as they are being answered. */
export function withStep(context: EvaluationContext, step: string, data: Answers): EvaluationContext {
  const own = Object.keys(context.lists).filter((list) => isRecordsList(list) && list.startsWith(`${step}.`));
  const records = own.map((list) => [list, readIds(valueAt(data, list.split(".").slice(1)))]);
  return {
    ...context,
    answers: { ...context.answers, [step]: data },
    lists: own.length > 0 ? { ...context.lists, ...Object.fromEntries(records) } : context.lists,
  };
}

/** Whether the list has the record. Undefined while the list is unknown. `around`: the answers beside the choice. */
function isOffered(list: string, value: unknown, lists: Lists, around: unknown): boolean | undefined {
  const records = isSiblingList(list) ? readIds(Object(around)[list.slice(1)]) : lists[list];
  return records?.some((item) => item.value === value);
}

/** Returns true if the value names a record that was removed. Such a choice counts as empty. */
export const isGone = (schemas: readonly Schema[], value: unknown, lists: Lists, around: unknown): boolean =>
  schemas.some(({ enumFrom = "" }) => isRecordsList(enumFrom) && isOffered(enumFrom, value, lists, around) === false);

interface RecordChoice {
  list: string;
  path: readonly string[];
}

const findRecordChoices = oncePer((schema: Schema): readonly RecordChoice[] => {
  const choices: RecordChoice[] = [];
  visitSchema(schema, ({ schema: { enumFrom: list = "" }, path }) => {
    if (isRecordsList(list)) choices.push({ list, path });
  });
  return choices;
});

/** Choices of records that are not there. Of those among the records of a step only with `lists`. */
export function findGone(schema: Schema, data: unknown, lists?: Lists): { list: string; path: string[] }[] {
  return findRecordChoices(schema).flatMap(({ list, path }) => {
    const places = lists || isSiblingList(list) ? placesIn(data, path) : [];
    const above = path.at(-1) === "*" ? -2 : -1;
    return places
      .filter((place) => !isOffered(list, valueAt(data, place), lists ?? {}, valueAt(data, place.slice(0, above))))
      .map((place) => ({ list, path: place }));
  });
}
