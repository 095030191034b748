// Questions that are explained one by one: the member of `requiredFrom` is a record. Its yes or no is `answer`, and its other
// fields, mostly under a condition on that answer, explain it.
import { oncePer } from "../schema/oncePer.ts";
import type { Schema } from "../schema/schema.ts";
import { isObject, propertySchemas } from "../schema/schemaTree.ts";
import { recordSchemas } from "./recordFields.ts";

export const ANSWER = "answer";

/** Whether a record is an answer with its explanation. */
export const isExplained = (record: Schema): boolean =>
  propertySchemas(record)
    .get(ANSWER)
    ?.some(({ type }) => type === "boolean") === true;

/** Whether the members of a field are such records. */
export const asksExplained = oncePer(
  (field: Schema): boolean => field.requiredFrom !== undefined && recordSchemas(field).some(isExplained),
);

/** The yes or no to a question, with or without an explanation. */
export const readAnswer = (given: unknown): unknown => (isObject(given) ? given[ANSWER] : given);
