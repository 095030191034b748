// Lists of records: arrays of objects, each with an `_id` of its own. On the wire and in schemas a path names a record by its
// index. Inside the session it names it by `_id`, so that errors, drafts and refusals stay with their record when another one is
// removed, added or moved. Judges nothing: a list with a missing or double id is an ordinary array.
import { oncePer } from "./oncePer.ts";
import type { Schema } from "./schema.ts";
import { isObject, propertySchemas } from "./schemaTree.ts";
import { partsAbout } from "./schemaVisitor.ts";
import type { JsonObject } from "./types.ts";

/** The reserved member of a record. Authors do not declare it. */
export const RECORD_ID = "_id";

/** At least one letter, so that no id reads as an index; no separator of field ids or pointers. */
export const RECORD_ID_PATTERN = "^[0-9]*[A-Za-z][0-9A-Za-z]*$";
export const MAX_RECORD_ID = 40;
const ID = new RegExp(RECORD_ID_PATTERN);

export type Records = ReadonlyMap<string, JsonObject>;

const findRecords = oncePer((entries: readonly unknown[]): Records | undefined => {
  const records = new Map<string, JsonObject>();
  for (const entry of entries) {
    const id = isObject(entry) ? entry[RECORD_ID] : undefined;
    if (typeof id !== "string" || !ID.test(id)) return undefined;
    records.set(id, entry as JsonObject);
  }
  return records.size === entries.length ? records : undefined;
});

/** The records of a list by id, in its order; undefined for any other value. An empty array is a list without records. */
export const readRecords = (value: unknown): Records | undefined =>
  Array.isArray(value) ? findRecords(value) : undefined;

/** Both values as lists of records, a missing list as an empty one; undefined unless at least one record is there. */
export function pairRecords(before: unknown, after: unknown): [before: Records, after: Records] | undefined {
  const left = readRecords(before ?? []);
  const right = readRecords(after ?? []);
  return left && right && left.size + right.size > 0 ? [left, right] : undefined;
}

/** The index of an entry that is named by its index or by its record's id; -1 without one. */
export function entryIndex(entries: readonly unknown[], key: string): number {
  if (/^\d+$/.test(key)) return Number(key);
  return readRecords(entries)?.has(key) ? entries.findIndex((entry) => (entry as JsonObject)[RECORD_ID] === key) : -1;
}

/** What a schema says about a record of its list; empty where it describes no list of records. */
export const recordSchemas = oncePer((field: Schema): readonly Schema[] =>
  partsAbout(field, "entry").flatMap(({ schema }) => (schema.properties ? [schema] : [])),
);

/** The fields of a step that are lists of records. */
const recordFields = oncePer((schema: Schema): ReadonlySet<string> => {
  const fields = [...propertySchemas(schema)].filter(([, described]) =>
    described.some((field) => recordSchemas(field).length > 0),
  );
  return new Set(fields.map(([name]) => name));
});

/** Whether a path leads into a record that was removed: what was typed there has no place any more. */
export function isInRemovedRecord(schema: Schema, data: JsonObject, [field = "", id]: readonly string[]): boolean {
  return id !== undefined && recordFields(schema).has(field) && !readRecords(data[field])?.has(id);
}
