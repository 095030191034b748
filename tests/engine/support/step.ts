// Compiles a small step schema in memory, so that a test shows the rule it is about.

import { createAjv } from "#engine/rules/ajv.ts";
import { type RawValidate, toContract } from "#engine/rules/contract.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Contract, EvaluationContext, JsonObject, Lists } from "#engine/schema/types.ts";

export const TODAY = "2026-11-20";
const THEN = "then";

export function compileContract(schema: Schema, ui: UiSchema = {}, step = "step"): Contract {
  const validate = createAjv().compile(schema) as unknown as RawValidate;
  return toContract(validate, step, { schema, ui });
}

export function contextWith(lists: Lists = {}, more: Partial<EvaluationContext> = {}): EvaluationContext {
  return { today: TODAY, lists, ...more };
}

/** `["/kvk format", ...]` in the order of the page. */
export function rulesBroken(contract: Contract, data: unknown, context = contextWith()): string[] {
  return contract(data, context).map((error) => `${error.pointer} ${error.keyword}`);
}

/** One property under test: its schema, the list of what it breaks for a value. */
export function judge(property: Schema, value: unknown, context = contextWith()): string[] {
  const contract = compileContract({ type: "object", properties: { field: property } });
  return contract({ field: value }, context).map((error) => error.keyword);
}

/**
 * A condition and what follows from it. A helper, because an object literal with `then` looks like a promise to a
 * linter.
 */
export function when(condition: JsonObject, follows: Schema, otherwise?: Schema): JsonObject {
  const branches = otherwise ? { [THEN]: follows, else: otherwise } : { [THEN]: follows };
  return { if: condition, ...branches };
}

/** The condition that a field has a value. */
export function is(field: string, value: unknown): JsonObject {
  return { properties: { [field]: { const: value } }, required: [field] };
}

/** The record of a question that is explained in at most `maxLength` characters when its answer is yes. */
export const explainYes = (maxLength: number): Schema => ({
  allOf: [
    when(is("answer", true), { properties: { why: { type: "string", minLength: 1, maxLength } }, required: ["why"] }),
  ],
});
