// Lists of records by the schema of their step: which fields they are, and what the ids of their records have to be.
import { oncePer } from "../schema/oncePer.ts";
import type { Schema } from "../schema/schema.ts";
import { isObject, isRecordsList, memberList, propertySchemas } from "../schema/schemaTree.ts";
import { partsAbout } from "../schema/schemaVisitor.ts";
import type { JsonObject, Lists } from "../schema/types.ts";
import { isRecordId, RECORD_ID, readRecords } from "./records.ts";

/** The most records that any list may have, of whatever product. */
export const MOST_RECORDS = 500;

/** The most members that the body of a call may have. */
export const MOST_MEMBERS = 5_000;

/** Returns the schemas of a record of a list, or of a row of a table, whose rows come from a list; empty for other fields. */
export const recordSchemas = oncePer((field: Schema): readonly Schema[] =>
  [...partsAbout(field, "entry"), ...(memberList(field) ? partsAbout(field, "rest") : [])].flatMap(({ schema }) =>
    schema.properties ? [schema] : [],
  ),
);

export const isRecordList = (field: Schema): boolean => field.items !== undefined && recordSchemas(field).length > 0;
export const isTable = (field: Schema): boolean => field.items === undefined && recordSchemas(field).length > 0;

/** The fields of a step that are lists of records. */
export const findRecordFields = oncePer((schema: Schema): ReadonlySet<string> => {
  const fields = [...propertySchemas(schema)].filter(([, described]) => described.some(isRecordList));
  return new Set(fields.map(([name]) => name));
});

/** Returns true if the value names a record that was removed. Such a choice counts as empty. */
export const isGone = (schemas: readonly Schema[], value: unknown, lists: Lists): boolean =>
  schemas.some(({ enumFrom = "" }) => {
    const records = isRecordsList(enumFrom) ? lists[enumFrom] : undefined;
    return records?.some((item) => item.value === value) === false;
  });

/** The data as contracts judge it: no schema declares the ids of records. */
export function withoutRecordIds<T>(schema: Schema, data: T): T {
  if (!isObject(data)) return data;
  const lists = [...findRecordFields(schema)].filter((name) => Array.isArray(data[name]));
  if (lists.length === 0) return data;
  return { ...data, ...Object.fromEntries(lists.map((name) => [name, removeIds(data[name] as unknown[])])) };
}

/** The records of a list without their ids, as other systems get them. Any other value is returned as it is. */
export const removeRecordIds = (value: unknown): unknown => (Array.isArray(value) ? removeIds(value) : value);

const removeIds = oncePer((entries: readonly unknown[]) =>
  entries.map((entry) => {
    if (!isObject(entry)) return entry;
    const { [RECORD_ID]: _id, ...rest } = entry;
    return rest;
  }),
);

interface InvalidId {
  path: string[];
  keyword: "pattern" | "uniqueItems";
}

/** Where an id of a record cannot be one: `pattern`, or the second of two alike: `uniqueItems`. A record without an id is valid. */
export function findWrongIds(schema: Schema, data: unknown): InvalidId[] {
  if (!isObject(data)) return [];
  return [...findRecordFields(schema)].flatMap((name) => {
    const entries: unknown = data[name];
    if (!Array.isArray(entries) || readRecords(entries)) return [];
    const ids = entries.map((entry) => (isObject(entry) ? entry[RECORD_ID] : undefined));
    const keywords = ids.map((id, index) => judgeId(id, ids.indexOf(id) < index));
    return keywords.flatMap((keyword, index) => (keyword ? { path: [name, String(index), RECORD_ID], keyword } : []));
  });
}

function judgeId(id: unknown, isRepeated: boolean): InvalidId["keyword"] | undefined {
  if (id === undefined) return undefined;
  if (!isRecordId(id)) return "pattern";
  return isRepeated ? "uniqueItems" : undefined;
}

/** Gives each record an id that has none of its own: stored answers and other clients may come without. The same data, the same ids. */
export function withRecordIds<T extends JsonObject>(schema: Schema, data: T): T {
  const without = [...findRecordFields(schema)].filter((name) => Array.isArray(data[name]) && !readRecords(data[name]));
  if (without.length === 0) return data;
  return { ...data, ...Object.fromEntries(without.map((name) => [name, addIds(data[name] as unknown[])])) };
}

/** The same data get the same ids. */
export function addIds(entries: readonly unknown[]): unknown[] {
  const taken = new Set(entries.map((entry) => (isObject(entry) ? entry[RECORD_ID] : undefined)));
  const seen = new Set<unknown>();
  return entries.map((entry, index) => {
    if (!isObject(entry)) return entry;
    const id = entry[RECORD_ID];
    const keeps = isRecordId(id) && !seen.has(id);
    seen.add(id);
    return keeps ? entry : { ...entry, [RECORD_ID]: findFreeId(`r${index + 1}`, taken) };
  });
}

function findFreeId(start: string, taken: Set<unknown>): string {
  let id = start;
  while (taken.has(id)) id += "x";
  taken.add(id);
  return id;
}

/** Whether a path leads into a record that was removed: what was typed there has no place any more. */
export function isInRemovedRecord(schema: Schema, data: JsonObject, [field = "", id]: readonly string[]): boolean {
  return id !== undefined && findRecordFields(schema).has(field) && !readRecords(data[field])?.has(id);
}
