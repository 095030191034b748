// Our ajv keywords: the rules that read the evaluation context (`this`) instead of the schema alone. They are `code`
// keywords, so that the same definition serves standalone code at publish and ajv at run time in the tests.
import { _, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from "ajv";
import names from "ajv/dist/compile/names.js";
import { answerRules } from "../expressions/breach.ts";
import type { RuleName, rules } from "../schema/rules.ts";
import { isRecordsList, isSiblingList, listRef } from "../schema/schemaTree.ts";
import { format, uniqueBy } from "./valueKeywords.ts";

export const contextName = (names as unknown as { default: typeof names }).default?.this ?? names.this;

function listName(cxt: KeywordCxt): { list: string; prefix: string } {
  const ref = listRef(cxt.schema);
  if (!ref) throw new Error(`keyword "${cxt.keyword}" needs the name of a list`);
  return ref;
}

/** The named list as a constant of the generated code, with whether it can be used at all. */
function buildListCode(cxt: KeywordCxt, list: string) {
  const items = cxt.gen.const("list", _`${contextName}.lists[${list}]`);
  // Of a list without records each choice is wrong; any other list without choices did not arrive.
  const usable = isRecordsList(list) ? _`(${items} !== undefined)` : _`(${items} !== undefined && ${items}.length > 0)`;
  return { items, usable };
}

const REF = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: { list: { type: "string" }, prefix: { type: "string" } },
      required: ["list"],
      additionalProperties: false,
    },
  ],
};

const EXPRESSION = ["object", "string", "number", "boolean"] as ("object" | "string")[];

const enumFrom: CodeKeywordDefinition = {
  keyword: "enumFrom",
  type: ["string", "number", "boolean"],
  schemaType: "string",
  error: {
    message: "must be one of the offered values",
    params: ({ params, schema }) => _`{list: ${schema}, available: ${params.usable}}`,
  },
  code(cxt) {
    // The contract judges it, because the records have no ids here.
    if (isSiblingList(cxt.schema)) return;
    const { items, usable } = buildListCode(cxt, cxt.schema);
    cxt.setParams({ usable });
    cxt.fail(_`!${usable} || !${items}.some((item) => item.value === ${cxt.data})`);
  },
};

const requiredFrom: CodeKeywordDefinition = {
  keyword: "requiredFrom",
  type: "object",
  schemaType: ["string", "object"],
  metaSchema: REF,
  error: {
    message: "must have an answer for every item of the list",
    params: ({ params }) =>
      params.missing
        ? _`{list: ${params.list}, available: true, missingProperty: ${params.missing}}`
        : _`{list: ${params.list}, available: false}`,
  },
  code(cxt) {
    const { gen, data } = cxt;
    const { list, prefix } = listName(cxt);
    const { items, usable } = buildListCode(cxt, list);
    gen.if(
      _`!${usable}`,
      () => {
        cxt.setParams({ list });
        cxt.error();
      },
      () =>
        gen.forOf("item", items, (item) => {
          const key = gen.const("key", _`${prefix} + ${item}.value`);
          gen.if(_`${data}[${key}] === undefined`, () => {
            cxt.setParams({ list, missing: key });
            cxt.error();
          });
        }),
    );
  },
};

const propertiesFrom: CodeKeywordDefinition = {
  keyword: "propertiesFrom",
  type: "object",
  schemaType: ["string", "object"],
  metaSchema: REF,
  error: {
    message: "must only have members that the list offers",
    params: ({ params }) => _`{list: ${params.list}, available: ${params.known}, additionalProperty: ${params.key}}`,
  },
  code(cxt) {
    const { gen, data } = cxt;
    const { list, prefix } = listName(cxt);
    const { items } = buildListCode(cxt, list);
    gen.forIn("key", data, (key) => {
      const isLoaded = _`${items} !== undefined`;
      gen.if(_`!${items} || !${items}.some((item) => ${prefix} + item.value === ${key})`, () => {
        cxt.setParams({ list, key, known: isLoaded });
        cxt.error();
      });
    });
  },
};

const pairFrom: CodeKeywordDefinition = {
  keyword: "pairFrom",
  type: "array",
  schemaType: "object",
  metaSchema: {
    type: "object",
    properties: { list: { type: "string" }, parent: { type: "string" }, parents: { type: "string" } },
    required: ["list", "parent"],
    additionalProperties: false,
  },
  error: {
    message: "must be a pair that the list offers",
    params: ({ params, schema }) => _`{list: ${schema.list}, available: ${params.usable}}`,
  },
  code(cxt) {
    const { items, usable } = buildListCode(cxt, cxt.schema.list);
    cxt.setParams({ usable });
    const isPair = _`${items}.some((item) => item.value === ${cxt.data}[1] && item[${cxt.schema.parent}] === ${cxt.data}[0])`;
    cxt.fail(_`!${usable} || !${isPair}`);
  },
};

const dateWindow: CodeKeywordDefinition = {
  keyword: "dateWindow",
  type: "string",
  schemaType: "object",
  metaSchema: {
    type: "object",
    properties: { from: { type: "string" }, to: { type: "string" } },
    minProperties: 1,
    additionalProperties: false,
  },
  error: {
    message: "must be a day within the window",
    params: ({ params }) => _`{bound: ${params.bound}, limit: ${params.limit}}`,
  },
  code(cxt) {
    const { gen, data, schema } = cxt;
    for (const bound of ["from", "to"]) {
      if (typeof schema[bound] !== "string") continue;
      const limit = gen.const("limit", _`${contextName}.dateAt(${schema[bound]})`);
      cxt.setParams({ bound, limit });
      const outside = bound === "from" ? _`${data} < ${limit}` : _`${data} > ${limit}`;
      gen.if(outside, () => cxt.error());
    }
  },
};

const exclusive: CodeKeywordDefinition = {
  keyword: "exclusive",
  type: "array",
  schemaType: "array",
  metaSchema: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
  error: { message: "must not have an exclusive choice beside others" },
  code(cxt) {
    const { data, schema } = cxt;
    cxt.fail(_`${data}.length > 1 && ${data}.some((item) => ${schema}.includes(item))`);
  },
};

/** Judged on the decimal text, in place of ajv's own: 19.99 / 0.01 is 1998.9999999999998, and 100,000,000.07 / 0.01 is worse. */
const multipleOf: CodeKeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  error: { message: "must be a multiple", params: ({ schema }) => _`{multipleOf: ${schema}}` },
  code(cxt) {
    cxt.fail(_`!${contextName}.isMultiple(${cxt.data}, ${cxt.schema})`);
  },
};

const when: CodeKeywordDefinition = {
  keyword: "when",
  schemaType: EXPRESSION,
  error: { message: "is not asked" },
  code(cxt) {
    cxt.fail(_`!${contextName}.isTrue(${stringify(cxt.schema)})`);
  },
};

/** Rules between answers. `breach` of `this` judges one, and `doubt` one that may be confirmed. */
const rulesBetween: CodeKeywordDefinition = {
  keyword: "rules",
  schemaType: "object",
  error: {
    message: "must keep a rule between answers",
    params: ({ params }) => _`{rule: ${params.rule}, ...${params.breach}}`,
  },
  code(cxt) {
    const { gen, schema, it } = cxt;
    for (const { name, level, rule } of answerRules({ rules: schema })) {
      const judge = new Name(level === "warning" ? "doubt" : "breach");
      const breach = gen.const("breach", _`${contextName}.${judge}(${stringify(rule)}, ${it.parentData})`);
      cxt.setParams({ rule: name, breach });
      gen.if(breach, () => cxt.error());
    }
  },
};

/** Rules whose keyword we compile ourselves. */
type OwnRule = { [K in RuleName]: (typeof rules)[K] extends { ours: true } ? K : never }[RuleName];

/** Those in place of ajv's own come first: the schemas of the others' arguments are compiled with them. */
const ours: Record<OwnRule, CodeKeywordDefinition> = {
  multipleOf,
  format,
  enumFrom,
  requiredFrom,
  propertiesFrom,
  pairFrom,
  dateWindow,
  exclusive,
  uniqueBy,
  when,
  rules: rulesBetween,
};
/** Keywords that describe a field and judge no value. */
const SAID = [
  { keyword: "prefill", schemaType: "object" as const },
  { keyword: "audience", schemaType: "string" as const },
  { keyword: "computed", schemaType: EXPRESSION },
  { keyword: "startsWith", schemaType: EXPRESSION },
];
export const keywords = [...Object.values(ours), ...SAID];
