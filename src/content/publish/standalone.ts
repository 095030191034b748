// Compiles step schemas to JavaScript that needs no ajv and no eval: ajv's standalone code, with its two helper modules
// replaced by a few lines of our own, so that the result is one module without `require`.

import { _ } from "ajv";
import standaloneModule from "ajv/dist/standalone/index.js";
import { createAjv } from "#engine/rules/keywords.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { notations } from "#engine/values/notations.ts";

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

/** Formats with check digits as source. Ajv's code contains only patterns. */
const FORMATS = Object.entries(notations)
  .flatMap(([name, notation]) =>
    "check" in notation ? `${name}: (text) => ${notation.pattern}.test(text) && (${notation.check})(text)` : [],
  )
  .join(",\n");

/** One ES module that exports `contracts`: a raw validate function per step. Throws when a schema is not in the dialect. */
export function buildStandaloneModule(schemas: ReadonlyMap<string, Schema>): string {
  // Strict compiling refuses what is not in the dialect. The meta-schemas of the check report it better.
  const ajv = createAjv({
    meta: false,
    validateSchema: false,
    code: { source: true, esm: true, lines: false, formats: _`formats` },
    messages: false,
  });
  const refs: Record<string, string> = {};
  const entries: string[] = [];
  for (const [step, schema] of schemas) {
    const name = `c${entries.length}`;
    ajv.addSchema(schema, step);
    refs[name] = step;
    entries.push(`${JSON.stringify(step)}: ${name}`);
  }
  const code = standaloneCode(ajv, refs)
    .replace(/require\("ajv\/dist\/runtime\/(ucs2length|equal)"\)\.default/g, "$1")
    .replace(/^"use strict";/, "")
    .replace(/export default [^;]+;/g, "");
  const checked = /\bformats\./.test(code) ? `const formats = {${FORMATS}};\n` : "";
  return `${HELPERS}${checked}${code}\nexport const contracts = {${entries.join(",")}};`;
}
