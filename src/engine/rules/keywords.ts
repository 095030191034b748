// Our ajv keywords: the rules that read the evaluation context (`this`) instead of the schema alone. They are `code`
// keywords, so that the same definition serves standalone code at publish and ajv at run time in the tests.
import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, nil, stringify } from "ajv";
import names from "ajv/dist/compile/names.js";
import { answerRules } from "../expressions/breach.ts";
import { memberList } from "../schema/members.ts";
import type { RuleName, rules } from "../schema/rules.ts";
import { isRecordsList, isSiblingList } from "../schema/schemaTree.ts";
import { format, uniqueBy } from "./valueKeywords.ts";

export const contextName = (names as unknown as { default: typeof names }).default?.this ?? names.this;

/** The named list as a constant of the generated code, with whether it can be used at all. */
function buildListCode(cxt: KeywordCxt, list: string) {
  const items = cxt.gen.const("list", _`${contextName}.lists[${list}]`);
  // Of a list without records each choice is wrong; any other list without choices did not arrive.
  const usable = isRecordsList(list) ? _`(${items} !== undefined)` : _`(${items} !== undefined && ${items}.length > 0)`;
  return { items, usable };
}

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

/** A keyword whose list gives the members of an object. Each of them must be there, or else only these may be. */
const membersFrom = (keyword: "rows" | "ask"): CodeKeywordDefinition => ({
  keyword,
  type: "object",
  schemaType: "object",
  error: {
    message: "must have the members that the list gives",
    params: ({ params }) => _`{list: ${params.list}, available: ${params.available}, ${params.member ?? nil}}`,
  },
  code(cxt) {
    const { gen, data, it } = cxt;
    const { list, prefix, required, member, place } = memberList({ [keyword]: cxt.schema })!;
    const { items, usable } = buildListCode(cxt, list);
    const fail = (available: Code, member: Code) => {
      cxt.setParams({ list, available, member });
      cxt.error();
    };
    const judgeMissing = () =>
      gen.forOf("item", items, (item) => {
        const key = gen.const("key", _`${prefix} + ${item}.value`);
        gen.if(_`${data}[${key}] === undefined`, () => fail(_`true`, _`missingProperty: ${key}`));
      });
    if (required) gen.if(_`!${usable}`, () => fail(_`false`, nil), judgeMissing);
    gen.forIn("key", data, (key) => {
      const isGiven = _`${items} && ${items}.some((item) => ${prefix} + item.value === ${key})`;
      if (!required) gen.if(_`!(${isGiven})`, () => fail(_`${items} !== undefined`, _`additionalProperty: ${key}`));
      // What is written out there has the same places in the keyword as it has in the member.
      const schemaPath = keyword === "rows" ? _`${it.schemaPath}.rows` : _`${it.schemaPath}.ask.explain`;
      const rules = { schema: member, schemaPath, topSchemaRef: it.topSchemaRef };
      cxt.subschema({ ...rules, errSchemaPath: it.errSchemaPath + place, dataProp: key }, gen.name("valid"));
    });
  },
});

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
  rows: membersFrom("rows"),
  ask: membersFrom("ask"),
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
