// Comparing and changing form data: are two values equal, which fields differ, set one value. Copies what it changes and
// shares the rest.

import { isObject } from "../schema/schemaTree.ts";
import type { Answers, JsonObject } from "../schema/types.ts";
import { trimText } from "../values/formats.ts";
import { entryIndex, pairRecords, RECORD_ID, type Records, readRecords } from "./records.ts";

/** Structural equality. A missing member equals an undefined one. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  for (const key of Object.keys(left)) if (!sameValue(left[key], own(right, key))) return false;
  for (const key of Object.keys(right)) if (!Object.hasOwn(left, key) && right[key] !== undefined) return false;
  return true;
}

/**
 * Equal for values that a broker takes for the same answer: texts whatever their case and blanks, choices in any order, groups by
 * their members. Undefined for no answer.
 */
export function compareKey(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return JSON.stringify(trimText(value).replace(/\s+/g, " ").toLowerCase());
  // A pair within a list keeps its order.
  const entryKey = (entry: unknown) => (Array.isArray(entry) ? JSON.stringify(entry) : compareKey(entry));
  if (Array.isArray(value)) return value.length === 0 ? undefined : `[${value.map(entryKey).sort().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).filter((key) => key !== RECORD_ID && compareKey(value[key]) !== undefined);
  const pairs = members.sort().map((key) => `${JSON.stringify(key)}:${compareKey(value[key])}`);
  return pairs.length === 0 ? undefined : `{${pairs.join()}}`;
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Paths of the fields that differ: members of objects and of records one by one, another array as one field. */
export function changedPaths(before: unknown, after: unknown, path: readonly string[] = []): string[][] {
  if (before === after) return [];
  const lists = pairRecords(before, after);
  if (lists) return changedRecords(...lists, path);
  const left = isObject(before) ? before : {};
  const right = isObject(after) ? after : {};
  const comparable = (isObject(before) || before === undefined) && (isObject(after) || after === undefined);
  if (!comparable) return sameValue(before, after) ? [] : [[...path]];
  const paths: string[][] = [];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (key === RECORD_ID) continue;
    const [leftValue, rightValue] = [own(left, key), own(right, key)];
    if (!Object.is(leftValue, rightValue)) paths.push(...changedPaths(leftValue, rightValue, [...path, key]));
  }
  return paths;
}

/** The list itself changes when a record is added, removed or moved. */
function changedRecords(before: Records, after: Records, path: readonly string[]): string[][] {
  const ids = [...after.keys()];
  const isSameOrder = before.size === after.size && [...before.keys()].every((id, index) => id === ids[index]);
  const inside = [...new Set([...before.keys(), ...ids])].flatMap((id) =>
    changedPaths(before.get(id), after.get(id), [...path, id]),
  );
  return isSameOrder ? inside : [[...path], ...inside];
}

/**
 * The data with one value set, or removed when it is undefined. Parents that are missing become objects. A number leads
 * into an entry of an array that is there, or to the place after its last. An id leads to its record. A whole record
 * that is not there is added. With any other place in an array the data stay as they are.
 */
export function withValue<T extends Answers | unknown[]>(data: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined || key === "__proto__") return data;
  if (Array.isArray(data)) return withEntry(data, key, rest, value) as T;
  const next = nextValue(own(data, key), rest, value);
  const copy: Answers = { ...data };
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return copy as T;
}

const nextValue = (child: unknown, rest: readonly string[], value: unknown): unknown =>
  rest.length === 0 ? value : withValue(isObject(child) || Array.isArray(child) ? child : {}, rest, value);

function withEntry(entries: unknown[], key: string, rest: readonly string[], value: unknown): unknown[] {
  const isNew = rest.length === 0 && isObject(value) && value[RECORD_ID] === key;
  const position = entryIndex(entries, key);
  const index = position < 0 && isNew && readRecords(entries) ? entries.length : position;
  if (index < 0 || index > entries.length) return entries;
  const next = nextValue(entries[index], rest, value);
  return next === undefined ? entries.toSpliced(index, 1) : entries.toSpliced(index, 1, next);
}

/**
 * The later value, in which every part that equals the earlier one keeps its identity, so that a comparison by identity
 * sees no change.
 */
export function shareEqual(before: unknown, after: unknown): unknown {
  const lists = Array.isArray(before) && Array.isArray(after) && pairRecords(before, after);
  if (lists) return shareRecords(before, ...lists);
  if (!isObject(before) || !isObject(after)) return sameValue(before, after) ? before : after;
  let same = Object.keys(before).length === Object.keys(after).length;
  const shared = Object.entries(after).map(([key, value]) => {
    const previous = own(before, key);
    const reused = Object.is(previous, value) ? previous : shareEqual(previous, value);
    same &&= Object.is(previous, reused);
    return [key, reused] as const;
  });
  return same ? before : Object.fromEntries(shared);
}

function shareRecords(before: unknown[], previous: Records, after: Records): unknown[] {
  const shared = [...after].map(([id, record]) => shareEqual(previous.get(id), record));
  const isSame = shared.length === before.length && shared.every((record, index) => record === before[index]);
  return isSame ? before : shared;
}
