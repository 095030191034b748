// ajv for the dialect of the content. Whoever loads this module may compile code: publishing, the server, the tools and the tests.
// The browser never does, and gets what was compiled in the bundle of a product.
import { _, Ajv, type CodeKeywordDefinition, type Options, type ValidateFunction } from "ajv";
import type { Condition, Schema } from "../schema/schema.ts";
import { loadNotations } from "../values/notations.ts";
import { type CompiledCondition, compileConditionsWith } from "./conditions.ts";
import { contextName, keywords } from "./keywords.ts";

await loadNotations();

const compiledBy = new WeakMap<object, Map<string, ValidateFunction>>();

/** Compiles a condition once per ajv. As ajv does with a meta-schema: its rules need no type beside them. */
export function compileCondition(ajv: Pick<Ajv, "compile">, condition: Schema | Condition): ValidateFunction {
  const known = compiledBy.get(ajv) ?? new Map<string, ValidateFunction>();
  compiledBy.set(ajv, known);
  const text = JSON.stringify(condition);
  const validate = known.get(text) ?? ajv.compile({ decision: JSON.parse(text) }, true);
  known.set(text, validate);
  return validate;
}

/** The whole of a condition: yes or no, decided by the first rule that fails, without an error. */
const whole: CodeKeywordDefinition = {
  keyword: "decision",
  schemaType: "object",
  code: (cxt) =>
    void cxt.subschema({ keyword: "decision", allErrors: false, createErrors: false }, cxt.gen.name("valid")),
};

/** In place of ajv's own: calls the compiled condition instead of writing it out at each `if`, and adds no error of its own. */
const conditional: CodeKeywordDefinition = {
  keyword: "if",
  schemaType: "object",
  code(cxt) {
    const { gen, data, it, parentSchema, schema } = cxt;
    const condition = gen.scopeValue("validate", { ref: compileCondition(it.self, schema) });
    const judgeBranch = (keyword: "then" | "else") => () => {
      if (parentSchema[keyword] !== undefined) cxt.subschema({ keyword }, gen.name("valid"));
    };
    gen.if(_`${condition}.call(${contextName}, ${data})`, judgeBranch("then"), judgeBranch("else"));
  },
};

/** An ajv that knows the dialect: strict, all errors, our keywords. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true, passContext: true, ...options });
  for (const keyword of ["multipleOf", "format", "if"]) ajv.removeKeyword(keyword);
  for (const keyword of [...keywords, conditional, whole]) ajv.addKeyword(keyword);
  return ajv;
}

let lenient: Ajv | undefined;

compileConditionsWith((condition) => {
  lenient ??= createAjv({ strict: false, meta: false, validateSchema: false, messages: false });
  return compileCondition(lenient, condition) as CompiledCondition;
});
