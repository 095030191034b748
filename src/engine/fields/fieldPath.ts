// Where an answer lives: JSON Pointer in the data, id of its field. The id (`<step>_<property>[_<child>]`) is the one
// identity of touched, errors and focus links, and on the page its DOM id. A path names a record by its id, a pointer by its index.

import type { JsonObject } from "../schema/types.ts";
import { entryIndex, RECORD_ID, readRecords } from "./records.ts";

export function pointerSegments(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => (segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment));
}

export function toPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The member or entry of a value. An entry is found by its index or by the id of its record. */
function readChild(value: unknown, key: string): unknown {
  const childKey = Array.isArray(value) ? String(entryIndex(value, key)) : key;
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, childKey)) return undefined;
  return (value as JsonObject)[childKey];
}

/** Replaces the indexes of records by their ids. */
export function byRecordId(segments: readonly string[], data: unknown): string[] {
  let current = data;
  return segments.map((segment) => {
    const entry = readChild(current, segment);
    const record = readRecords(current) && (entry as JsonObject | undefined);
    current = entry;
    return record ? String(record[RECORD_ID]) : segment;
  });
}

/** Replaces the ids of records by their indexes. */
export function byIndex(segments: readonly string[], data: unknown): string[] {
  let current = data;
  return segments.map((segment) => {
    const index = Array.isArray(current) ? entryIndex(current, segment) : -1;
    current = readChild(current, segment);
    return index < 0 ? segment : String(index);
  });
}

/**
 * The field a pointer belongs to, with records by their ids. Another entry of an array belongs to the array's own
 * field, since one widget shows the whole array (professions, files). A numeric key of an object (a question's id) is a
 * field of its own.
 */
export function fieldSegments(segments: readonly string[], data: unknown): readonly string[] {
  let current = data;
  const path: string[] = [];
  for (const segment of segments) {
    const entry = readChild(current, segment);
    if (Array.isArray(current)) {
      if (!readRecords(current) || entry === undefined) return path;
      path.push(String((entry as JsonObject)[RECORD_ID]));
    } else path.push(segment);
    current = entry;
  }
  return path;
}

export function fieldId(step: string, segments: readonly string[]): string {
  return segments.length === 0 ? step : `${step}_${segments.join("_")}`;
}

/** The value at a path or pointer, undefined where there is none. */
export function valueAt(data: unknown, segments: readonly string[]): unknown {
  let current = data;
  for (const segment of segments) current = readChild(current, segment);
  return current;
}

/** Returns the paths of the values that are there at a path with `*`. */
export function placesIn(data: unknown, [name = "", ...rest]: readonly string[]): string[][] {
  if (data === null || typeof data !== "object") return [];
  const names = name === "*" ? Object.keys(data) : Object.hasOwn(data, name) ? [name] : [];
  return names.flatMap((key) =>
    rest.length === 0 ? [[key]] : placesIn((data as JsonObject)[key], rest).map((inner) => [key, ...inner]),
  );
}
