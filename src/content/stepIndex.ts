// Which fields and answers a product's steps have.
import type { Schema } from "#engine/schema.ts";
import { isObject, propertySchemas } from "#engine/schemaTree.ts";
import type { StepSource } from "#engine/types.ts";

export type Steps = Record<string, StepSource>;

/** Field names of a step, top level. */
export function findFields(step: StepSource | undefined): ReadonlyMap<string, Schema[]> {
  return step ? propertySchemas(step.schema) : new Map();
}

/** Whether `<step>.<field>(.<member>)*` is an answer that exists. */
export function answerExists(steps: Record<string, StepSource>, path: string): boolean {
  const [step = "", field = "", ...rest] = path.split(".");
  const described = findFields(steps[step]).get(field);
  if (!described) return false;
  if (rest.length === 0) return true;
  return described.some((schema) => schema.type === "array" || schema.type === "object" || isObject(schema.properties));
}
