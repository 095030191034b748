// Compiles step schemas to JavaScript that needs no ajv and no eval: ajv's standalone code, with its two helper modules
// replaced by a few lines of our own, so that the result is one module without `require`.

import type { AnySchema } from "ajv";
import standaloneModule from "ajv/dist/standalone/index.js";
import { compileCondition, createAjv } from "#engine/rules/ajv.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { splitTemplate } from "#engine/schema/schemaVisitor.ts";
import type { StepSource } from "#engine/schema/types.ts";
import { placedSchemas } from "../read/steps/stepIndex.ts";

// ajv is CommonJS: depending on the loader, the function is the module or its `default`.
const loaded = standaloneModule as unknown as { default?: typeof standaloneModule };
const standaloneCode = (loaded.default ?? standaloneModule) as unknown as (
  ajv: unknown,
  refs: Record<string, string>,
) => string;

/** Length in code points, and equality of JSON values: what `maxLength` and `uniqueItems` need. */
const HELPERS = `
const ucs2length = (text) => {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) { length--; i++; }
  }
  return length;
};
const equal = (a, b) => {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
};
`;

/**
 * One ES module that exports `contracts`, a raw validate function per step, and `conditions`, each with its function. Throws
 * when a schema is not in the dialect.
 */
export function buildStandaloneModule(
  schemas: ReadonlyMap<string, Schema>,
  conditions: readonly Condition[] = [],
): string {
  // Strict compiling refuses what is not in the dialect. The meta-schemas of the check report it better.
  const ajv = createAjv({
    meta: false,
    validateSchema: false,
    code: { source: true, esm: true, lines: false },
    messages: false,
  });
  const refs: Record<string, string> = {};
  const addEntry = (schema: AnySchema): string => {
    const name = `c${Object.keys(refs).length}`;
    ajv.addSchema(schema, name);
    refs[name] = name;
    return name;
  };
  const contracts = [...schemas].map(([step, schema]) => `${JSON.stringify(step)}: ${addEntry(schema)}`);
  const texts = new Set(conditions.map((condition) => JSON.stringify(condition)));
  const pairs = [...texts].map((text) => `[${text}, ${addEntry(compileCondition(ajv, JSON.parse(text)).schema)}]`);
  const code = standaloneCode(ajv, refs)
    .replace(/require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default/g, "$1")
    .replace(/^"use strict";/, "")
    .replace(/export default [^;]+;|export (?=const c\d+ = )/g, "");
  const entries = `export const contracts = {${contracts.join(",")}};\nexport const conditions = [${pairs.join(",")}];`;
  return `${HELPERS}${code}\n${entries}`;
}

/** Every condition of the schemas, which a browser judges while a form is filled in. */
export const listConditions = (steps: Record<string, StepSource>): Condition[] =>
  Object.values(steps)
    .flatMap(({ schema }) => placedSchemas(schema))
    .flatMap(({ schema }) => [schema.if, ...splitTemplate(schema).map(({ condition }) => condition)])
    .filter((condition) => condition !== undefined);
