// Small helpers of the checks: report into one file, take objects and lists as they come.
import { toPointer } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { error, type Finding, type Hint, type Stage } from "./finding.ts";

/** `stage`: "refers" of a name that does not exist. */
export type Report = (pointer: string, sentence: string, hint: Hint, stage?: Stage) => void;

/** `around`: where in the file places begin. */
export function reporter(file: string, findings: Finding[], around = ""): Report {
  return (pointer, sentence, hint, stage) => {
    findings.push({ ...error(file, around + pointer, sentence, hint), ...(stage === undefined ? {} : { stage }) });
  };
}

/** Where the premium call answers the additional covers. */
export const ADDITIONAL_COVERS = "premium.all_additional_coverages";

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Every member and entry of a value at any depth with its place, outer ones first. */
export function* membersOf(
  value: unknown,
  around = "",
): Generator<{ key: string; value: unknown; place: string }, void, undefined> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const place = around + toPointer([key]);
    yield { key, value: inner, place };
    yield* membersOf(inner, place);
  }
}

/** The entries that equal an earlier one, with their places. */
export const repeated = <Entry>(entries: readonly Entry[]): [index: number, entry: Entry][] =>
  [...entries.entries()].filter(([index, entry]) => entries.indexOf(entry) < index);

export function member(value: unknown, key: string): JsonObject {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}
