// The ajv keywords that judge a value by the engine's own tables: a text by its notation, records by what makes values equal.
// They read both from the evaluation context (`this`), so that browser, server and an old release judge alike.
import { _, type CodeKeywordDefinition, Name } from "ajv";
import { FIRST_DAY } from "../values/dateText.ts";
import { findNotation } from "../values/notations.ts";

const self = new Name("this");

/** In place of ajv's own. A date of which the field names no first day has one: a year before it is a typing error. */
export const format: CodeKeywordDefinition = {
  keyword: "format",
  type: "string",
  schemaType: "string",
  error: { message: "must have the notation", params: ({ schema }) => _`{format: ${schema}}` },
  code(cxt) {
    const { data, schema, parentSchema, it } = cxt;
    if (it.opts.validateFormats === false) return;
    if (!findNotation(schema)) throw new Error(`unknown format "${schema}"`);
    const unfit = _`!${self}.fits(${schema}, ${data})`;
    cxt.fail(schema === "date" && !parentSchema.dateWindow?.from ? _`${unfit} || ${data} < ${FIRST_DAY}` : unfit);
  },
};

/** The error belongs to the field of the later record. */
export const uniqueBy: CodeKeywordDefinition = {
  keyword: "uniqueBy",
  type: "array",
  schemaType: "string",
  error: {
    message: "must not have two records with the same value",
    params: ({ params, schema }) => _`{record: ${params.record}, member: ${schema}}`,
  },
  code(cxt) {
    const { gen, data, schema } = cxt;
    const seen = gen.const("seen", _`new Set()`);
    gen.forRange("record", 0, _`${data}.length`, (record) => {
      const key = gen.const("key", _`${self}.compareKey(${data}[${record}] && ${data}[${record}][${schema}])`);
      cxt.setParams({ record });
      gen.if(_`${key} !== undefined && ${seen}.has(${key})`, () => cxt.error());
      gen.code(_`${seen}.add(${key})`);
    });
  },
};
