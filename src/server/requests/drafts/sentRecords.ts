// Lists of records as callers send them. No broker fills in hundreds of records, and judging thousands would cost seconds and be
// answered with thousands of errors. Within a list only the members count that the step's schema declares, as in the step itself.
import type { WireError } from "#api/wireTypes.ts";
import { CONFIRMED } from "#engine/expressions/warnings.ts";
import { toPointer } from "#engine/fieldPath.ts";
import { findRecordFields, MOST_RECORDS, recordSchemas } from "#engine/recordFields.ts";
import { RECORD_ID } from "#engine/records.ts";
import type { Schema } from "#engine/schema.ts";
import { isObject, propertySchemas } from "#engine/schemaTree.ts";
import type { Answers, JsonObject } from "#engine/types.ts";

/** Refuses lists with more records than any list may have, before they are judged. */
export function longListErrors(schema: Schema, sent: Answers): WireError[] {
  return [...findRecordFields(schema)].flatMap((name) => {
    const entries: unknown = sent[name];
    if (!Array.isArray(entries) || entries.length <= MOST_RECORDS) return [];
    const limits = (propertySchemas(schema).get(name) ?? []).flatMap(({ maxItems }) => maxItems ?? []);
    return [{ pointer: toPointer([name]), keyword: "maxItems", params: { limit: Math.min(MOST_RECORDS, ...limits) } }];
  });
}

/** Drops the members of records that the schema does not declare, not even under a condition. */
export function withKnownMembers(schema: Schema, data: JsonObject): JsonObject {
  const lists = [...findRecordFields(schema)].filter((name) => Array.isArray(data[name]));
  return { ...data, ...Object.fromEntries(lists.map((name) => [name, cleanList(schema, name, data)])) };
}

function cleanList(schema: Schema, name: string, data: JsonObject): unknown[] {
  const records = (propertySchemas(schema).get(name) ?? []).flatMap(recordSchemas);
  const memberNames = new Set([
    RECORD_ID,
    CONFIRMED,
    ...records.flatMap((record) => [...propertySchemas(record).keys()]),
  ]);
  return (data[name] as unknown[]).map((entry) =>
    isObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([member]) => memberNames.has(member))) : entry,
  );
}
