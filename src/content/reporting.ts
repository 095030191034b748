// Small helpers of the checks: report into one file, take objects and lists as they come.
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { error, type Finding } from "./finding.ts";

export type Report = (place: string, sentence: string, hint: string) => void;

export function reporter(file: string, findings: Finding[]): Report {
  return (place, sentence, hint) => findings.push(error(file, place, sentence, hint));
}

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function member(value: unknown, key: string): JsonObject {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
}
