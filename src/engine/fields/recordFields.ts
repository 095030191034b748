// Lists of records by the schema of their step: which fields they are, and what the ids of their records have to be.
import { oncePer } from "../schema/oncePer.ts";
import type { Schema } from "../schema/schema.ts";
import { isObject, propertySchemas } from "../schema/schemaTree.ts";
import { partsAbout } from "../schema/schemaVisitor.ts";
import type { JsonObject, ListItem } from "../schema/types.ts";
import { isRecordId, RECORD_ID, readRecords } from "./records.ts";

/** The most records that any list may have, of whatever product. */
export const MOST_RECORDS = 500;

/** The most members that the body of a call may have. */
export const MOST_MEMBERS = 5_000;

/** Returns the schemas of a record of a list, or of a row of a table, whose rows come from a list; empty for other fields. */
export const recordSchemas = oncePer((field: Schema): readonly Schema[] =>
  [...partsAbout(field, "entry"), ...partsAbout(field, "rest")].flatMap(({ schema }) =>
    schema.properties ? [schema] : [],
  ),
);

export const isRecordList = (field: Schema): boolean => field.items !== undefined && recordSchemas(field).length > 0;
export const isTable = (field: Schema): boolean => field.items === undefined && recordSchemas(field).length > 0;

/** The lists of records among the fields of a step or of a record, each with what a record of it contains. */
export const findRecordFields = oncePer((schema: Schema): ReadonlyMap<string, Schema> => {
  const lists = [...propertySchemas(schema)].flatMap(([name, described]) => {
    const records = described.filter(isRecordList).flatMap(recordSchemas);
    return records.length > 0 ? [[name, records.length === 1 ? records[0]! : { allOf: records }] as const] : [];
  });
  return new Map(lists);
});

/** The records of a list as choices. */
export const readIds = (records: unknown): ListItem[] =>
  Array.isArray(records)
    ? Array.from((readRecords(records) ?? readRecords(addIds(records)))?.keys() ?? [], (value) => ({ value }))
    : [];

/** The data with each list of records replaced, those inside records first. The same object where nothing changes. */
function changeLists<T>(schema: Schema, data: T, change: (entries: unknown[]) => unknown[]): T {
  if (!isObject(data)) return data;
  let changed: JsonObject = data;
  for (const [name, record] of findRecordFields(schema)) {
    const entries = data[name];
    if (!Array.isArray(entries)) continue;
    const inside = entries.map((entry) => changeLists(record, entry, change));
    const list = change(inside.every((entry, index) => entry === entries[index]) ? entries : inside);
    if (list !== entries) changed = { ...changed, [name]: list };
  }
  return changed as T;
}

/** The data as contracts judge it: no schema declares the ids of records. */
export const withoutRecordIds = <T>(schema: Schema, data: T): T => changeLists(schema, data, removeIds);

/** The records of a list without their ids, as other systems get them. Any other value is returned as it is. */
export const removeRecordIds = (value: unknown): unknown => (Array.isArray(value) ? removeIds(value) : value);

/** Also those of the lists inside its records. */
const removeIds = oncePer((entries: readonly unknown[]): unknown[] =>
  entries.map((entry) => {
    if (!isObject(entry)) return entry;
    const { [RECORD_ID]: _id, ...rest } = entry;
    for (const [name, value] of Object.entries(rest)) rest[name] = removeRecordIds(value);
    return rest;
  }),
);

interface InvalidId {
  path: string[];
  keyword: "pattern" | "uniqueItems";
}

interface PlacedList {
  /** With records by their index. */
  path: string[];
  entries: unknown[];
}

/** The lists of records in answers, those inside records after the list around them. */
export function findLists(schema: Schema, data: unknown): PlacedList[] {
  if (!isObject(data)) return [];
  return [...findRecordFields(schema)].flatMap(([name, record]) => {
    const entries: unknown = data[name];
    if (!Array.isArray(entries)) return [];
    const inside = findRecordFields(record).size === 0 ? [] : entries.map((entry) => findLists(record, entry));
    const placed = inside.flatMap((lists, index) =>
      lists.map(({ path, ...list }) => ({ ...list, path: [name, String(index), ...path] })),
    );
    return [{ path: [name], entries }, ...placed];
  });
}

/** Where an id of a record cannot be one: `pattern`, or the second of two alike: `uniqueItems`. A record without an id is valid. */
export const findWrongIds = (schema: Schema, data: unknown): InvalidId[] =>
  findLists(schema, data).flatMap(({ path, entries }) => {
    if (readRecords(entries)) return [];
    const ids = entries.map((entry) => (isObject(entry) ? entry[RECORD_ID] : undefined));
    const keywords = ids.map((id, index) => judgeId(id, ids.indexOf(id) < index));
    return keywords.flatMap((keyword, index) =>
      keyword ? { path: [...path, String(index), RECORD_ID], keyword } : [],
    );
  });

function judgeId(id: unknown, isRepeated: boolean): InvalidId["keyword"] | undefined {
  if (id === undefined) return undefined;
  if (!isRecordId(id)) return "pattern";
  return isRepeated ? "uniqueItems" : undefined;
}

/** Gives each record an id that has none of its own: stored answers and other clients may come without. The same data, the same ids. */
export const withRecordIds = <T extends JsonObject>(schema: Schema, data: T): T =>
  changeLists(schema, data, (entries) => (readRecords(entries) ? entries : addIds(entries)));

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
export function isInRemovedRecord(
  schema: Schema,
  data: JsonObject,
  [field = "", id, ...rest]: readonly string[],
): boolean {
  const inside = findRecordFields(schema).get(field);
  if (id === undefined || !inside) return false;
  const record = readRecords(data[field])?.get(id);
  return !record || isInRemovedRecord(inside, record, rest);
}
