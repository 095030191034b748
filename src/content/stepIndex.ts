// What the checks ask about a product's steps: which fields there are, which lists and features they use.

import type { Schema } from "#engine/schema.ts";
import { isObject, listRef, propertySchemas } from "#engine/schemaTree.ts";
import type { StepSource } from "#engine/types.ts";
import { visitRules } from "./checkDialect.ts";

/** Field names of a step, top level. */
export function fieldsOf(step: StepSource | undefined): Map<string, Schema[]> {
  return step ? propertySchemas(step.schema) : new Map();
}

/** Whether `<step>.<field>(.<member>)*` is an answer that exists. */
export function answerExists(steps: Record<string, StepSource>, path: string): boolean {
  const [step = "", field = "", ...rest] = path.split(".");
  const described = fieldsOf(steps[step]).get(field);
  if (!described) return false;
  if (rest.length === 0) return true;
  return described.some((schema) => schema.type === "array" || schema.type === "object" || isObject(schema.properties));
}

/** Whether the answer is there whenever the step is filled in: required, and not behind a condition. */
export function isAlwaysGiven(steps: Record<string, StepSource>, path: string): boolean {
  const [step = "", field = "", ...deeper] = path.split(".");
  const required = steps[step]?.schema.required;
  return deeper.length === 0 && Array.isArray(required) && required.includes(field);
}

export interface Used {
  name: string;
  place: string;
}

/** Lists and features that a schema refers to, with their places. */
export function usedNames(schema: Schema): { lists: Used[]; features: Used[] } {
  const lists: Used[] = [];
  const features: Used[] = [];
  visitRules(schema, "", (rule, place) => {
    for (const keyword of ["enumFrom", "requiredFrom", "propertiesFrom", "pairFrom"] as const) {
      const ref = listRef(rule[keyword]);
      if (ref) lists.push({ name: ref.list, place: `${place}/${keyword}` });
    }
    const pair = rule.pairFrom;
    if (isObject(pair) && typeof pair.parents === "string")
      lists.push({ name: pair.parents, place: `${place}/pairFrom` });
    if (typeof rule.featureFlag === "string") features.push({ name: rule.featureFlag, place: `${place}/featureFlag` });
  });
  return { lists, features };
}

/** Highest value that a numeric answer may have, undefined when there is none. */
export function maximumOf(steps: Record<string, StepSource>, path: string): number | undefined {
  const [step = "", field = ""] = path.split(".");
  const limits = (fieldsOf(steps[step]).get(field) ?? []).map((schema) => schema.maximum);
  return limits.find((limit): limit is number => typeof limit === "number");
}
