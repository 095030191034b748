// Lists of records: arrays of objects, each with an `_id` of its own. On the wire and in schemas a path names a record by its
// index. Inside the session it names it by `_id`, so that errors, drafts and refusals stay with their record when another one is
// removed, added or moved. Judges nothing: a list with a missing or double id is an ordinary array.
// The schemas of such lists are in `recordFields.ts`, which the first page of the portal does not load.
import { oncePer } from "../schema/oncePer.ts";
import type { JsonObject } from "../schema/types.ts";

/** The reserved member of a record. Authors do not declare it. */
export const RECORD_ID = "_id";

/** At least one letter, so that no id reads as an index, and no separator of field ids or pointers. */
const ID = /^(?=.{1,40}$)[0-9]*[A-Za-z][0-9A-Za-z]*$/;
export const isRecordId = (id: unknown): id is string => typeof id === "string" && ID.test(id);

export type Records = ReadonlyMap<string, JsonObject>;

const findRecords = oncePer((entries: readonly unknown[]): Records | undefined => {
  const records = new Map<string, JsonObject>();
  for (const entry of entries) {
    const id = (Object(entry) as JsonObject)[RECORD_ID];
    if (!isRecordId(id)) return undefined;
    records.set(id, entry as JsonObject);
  }
  return records.size === entries.length ? records : undefined;
});

/**
 * The records of a list by id, in its order, or undefined for any other value. An empty array is a list without
 * records.
 */
export const readRecords = (value: unknown): Records | undefined =>
  Array.isArray(value) ? findRecords(value) : undefined;

/**
 * Both values as lists of records, a missing list as an empty one, or undefined unless at least one record is there.
 */
export function pairRecords(before: unknown, after: unknown): [before: Records, after: Records] | undefined {
  const left = readRecords(before ?? []);
  const right = readRecords(after ?? []);
  return left && right && left.size + right.size > 0 ? [left, right] : undefined;
}

/** The index of an entry that is named by its index or by its record's id, or -1 without one. */
export function entryIndex(entries: readonly unknown[], key: string): number {
  if (/^\d+$/.test(key)) return Number(key);
  return readRecords(entries)?.has(key) ? entries.findIndex((entry) => (entry as JsonObject)[RECORD_ID] === key) : -1;
}
