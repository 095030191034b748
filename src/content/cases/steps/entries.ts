// Entries of a list for derived cases: so many, all different where the rules ask for it.
import { findRecordFields } from "#engine/fields/recordFields.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { JsonObject, ListItem } from "#engine/schema/types.ts";

/** So many different entries: those that are there, then of the list, then like the first. */
export function buildEntries(
  schema: Schema,
  value: unknown,
  size: number,
  items: (list: string) => readonly ListItem[],
): unknown[] {
  const existing: unknown[] = Array.isArray(value) ? value : [];
  const offered = offeredEntries(schema, items);
  const seen = new Set(existing.map((entry) => JSON.stringify(entry)));
  const more = offered.filter((entry) => !seen.has(JSON.stringify(entry)));
  const all = [...existing, ...more].slice(0, size);
  while (all.length < size) {
    const isText = typeof existing[0] === "string" || existing.length === 0;
    all.push(isText ? `x${all.length}` : alike(existing[0], all.length, schema.uniqueBy));
  }
  return all;
}

/** The answers with a second record in one of the lists that have one, so that what is inside is tried at the first and the last. */
export const withSecondRecords = (
  step: Schema,
  data: JsonObject,
  items: (list: string) => readonly ListItem[],
): JsonObject[] =>
  [...findRecordFields(step)].flatMap((name) => {
    const schema = propertySchemas(step)
      .get(name)
      ?.find((field) => field.items);
    const value = data[name];
    const isSingle = schema && Array.isArray(value) && value.length === 1;
    return isSingle ? [{ ...data, [name]: buildEntries(schema, value, 2, items) }] : [];
  });

/** An entry like the first, or a record with another value where no two may be equal. */
function alike(first: unknown, index: number, uniqueBy: string | undefined): unknown {
  if (uniqueBy === undefined || !isObject(first)) return first;
  const value = first[uniqueBy];
  const other =
    typeof value === "number" ? value + index : String(value).slice(0, -1) + String.fromCharCode(97 + index);
  return { ...first, [uniqueBy]: other };
}

/** What the entries of a list may be, where that is known. */
export function offeredEntries(
  { items: entry, alone = [] }: Schema,
  items: (list: string) => readonly ListItem[],
): unknown[] {
  const pair = entry?.pairFrom;
  if (pair) return items(pair.list).map((item) => [item[pair.parent], item.value]);
  const listed = entry?.enumFrom === undefined ? [] : items(entry.enumFrom).map(({ value }) => value);
  return [...(entry?.enum ?? []), ...listed].filter((value) => !alone.includes(String(value)));
}

/** The path by the first record of each list and row of each table, then by the last one. */
export function resolveEnds(data: unknown, path: readonly string[]): { segments: string[]; end: "first" | "last" }[] {
  const first = resolvePath(data, path);
  const last = path.includes("*") ? resolvePath(data, path, "last") : undefined;
  const ends: ReturnType<typeof resolveEnds> = [];
  if (first) ends.push({ segments: first, end: "first" });
  if (last && last.join("/") !== first?.join("/")) ends.push({ segments: last, end: "last" });
  return ends;
}

/** `*` is the first entry or member, or the last record of a list or row of a table. Undefined where there is none. */
export function resolvePath(
  data: unknown,
  path: readonly string[],
  end: "first" | "last" = "first",
): string[] | undefined {
  const segments: string[] = [];
  let current = data;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    const isLast = end === "last" && isObject(Object.values(current).at(-1));
    const key = name === "*" ? Object.keys(current).at(isLast ? -1 : 0) : name;
    if (key === undefined || !Object.hasOwn(current, key)) return undefined;
    segments.push(key);
    current = (current as JsonObject)[key];
  }
  return segments;
}
