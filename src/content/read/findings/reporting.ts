// Small helpers of the checks: report into one file, take objects and lists as they come.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { error, type Finding } from "./finding.ts";

/** `about`: what the finding is about, where several findings may be. */
export type Report = (pointer: string, sentence: string, hint: string, about?: string) => void;

/** What a finding about a name is about that no field has. */
export const unknownField = (step: string, name: unknown): string => `field ${step}.${name}`;

export function reporter(file: string, findings: Finding[]): Report {
  return (pointer, sentence, hint, about) => {
    findings.push({ ...error(file, pointer, sentence, hint), ...(about === undefined ? {} : { about }) });
  };
}

/** The same of what names a step that the product has not. */
export const unknownStep = (step: string): string => `step ${step}`;

/** The list of the main cover, which tariff.json and product.json must name alike. */
export const MAIN_LIST = "list of the main cover";

/** Where the premium call answers the additional covers. */
export const ADDITIONAL_COVERS = "premium.all_additional_coverages";

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function member(value: unknown, key: string): JsonObject {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}
