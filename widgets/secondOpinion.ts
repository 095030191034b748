// An independent second opinion on answers: rjsf's own validator with ajv at run time and the keywords of our dialect.
// For the analysts' studio and for tests. It needs eval, so the portal never imports it.
import type { RJSFSchema } from "@rjsf/utils";
import { customizeValidator } from "@rjsf/validator-ajv8";
import { type KeywordContext, keywordContext, type RawError } from "#engine/rules/contract.ts";
import { formats, judging, keywords } from "#engine/rules/keywords.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, EvaluationContext } from "#engine/schema/types.ts";

type Options = NonNullable<Parameters<typeof customizeValidator>[0]>;
type Ajv = Parameters<NonNullable<Options["extenderFn"]>>[0];
export type SecondOpinion = (data: Answers, context: EvaluationContext) => RawError[];

/** Throws when the schema does not compile. */
export function createSecondOpinion(schema: Schema): SecondOpinion {
  let now: KeywordContext | undefined;
  const validator = customizeValidator({
    ajvOptionsOverrides: judging,
    ajvFormatOptions: false,
    customFormats: formats,
    extenderFn: (ajv) => withContext(ajv, () => now),
  });
  return (data, context) => {
    now = keywordContext(context);
    const { errors = [], validationError } = validator.rawValidation<RawError>(schema as RJSFSchema, data);
    if (validationError) throw validationError;
    return errors;
  };
}

/** Our keywords read the context as `this`, and rjsf calls what it compiled without one. */
function withContext(ajv: Ajv, context: () => KeywordContext | undefined): Ajv {
  for (const keyword of keywords) ajv.addKeyword(keyword);
  const compile = ajv.compile.bind(ajv);
  const compiled: typeof ajv.compile = (schema: Parameters<typeof compile>[0]) => {
    const validate = compile(schema);
    const withThis = (data: unknown) => validate.call(context(), data);
    return Object.defineProperty(withThis, "errors", {
      get: () => validate.errors,
      set: (errors) => {
        validate.errors = errors;
      },
    }) as never;
  };
  ajv.compile = compiled;
  return ajv;
}
