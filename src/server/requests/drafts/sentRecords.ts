// Lists of records and tables as callers send them. No broker fills in hundreds of records, and judging thousands would cost seconds and be
// answered with thousands of errors. Within them only the members count that the step's schema declares, as in the step itself.
import type { WireError } from "#api/wire/wireTypes.ts";
import { CONFIRMED } from "#engine/expressions/warnings.ts";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { findRecordFields, MOST_RECORDS, recordSchemas } from "#engine/fields/recordFields.ts";
import { RECORD_ID } from "#engine/fields/records.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";

/** Refuses lists with more records than any list may have, before they are judged. */
export function longListErrors(schema: Schema, sent: Answers): WireError[] {
  return [...findRecordFields(schema)].flatMap((name) => {
    const entries: unknown = sent[name];
    if (!Array.isArray(entries) || entries.length <= MOST_RECORDS) return [];
    const limits = (propertySchemas(schema).get(name) ?? []).flatMap(({ maxItems }) => maxItems ?? []);
    return [{ pointer: toPointer([name]), keyword: "maxItems", params: { limit: Math.min(MOST_RECORDS, ...limits) } }];
  });
}

/** Drops the members of records and of rows of tables that the schema does not declare, not even under a condition. */
export function withKnownMembers(schema: Schema, data: JsonObject): JsonObject {
  const members = Object.entries(data).map(([name, value]) => {
    const records = (propertySchemas(schema).get(name) ?? []).flatMap(recordSchemas);
    return [name, records.length > 0 ? cleanRecords(records, value) : value];
  });
  return Object.fromEntries(members);
}

function cleanRecords(records: readonly Schema[], value: unknown): unknown {
  const declared = records.flatMap((record) => [...propertySchemas(record).keys()]);
  const clean = (record: unknown, names: ReadonlySet<string>) =>
    isObject(record) ? Object.fromEntries(Object.entries(record).filter(([member]) => names.has(member))) : record;
  if (Array.isArray(value)) return value.map((record) => clean(record, new Set([RECORD_ID, CONFIRMED, ...declared])));
  if (!isObject(value)) return value;
  const inRow = new Set([CONFIRMED, ...declared]);
  return Object.fromEntries(Object.entries(value).map(([row, cells]) => [row, clean(cells, inRow)]));
}
