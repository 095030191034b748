// Two judges for every step: ajv at run time and the standalone code that is published. They must agree on every
// document, and so must the two interpreters of conditions.
import type { ValidateFunction } from "ajv";
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { matches } from "#engine/rules/conditions.ts";
import { type RawError, type RawValidate, toContract } from "#engine/rules/contract.ts";
import { createAjv } from "#engine/rules/keywords.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { visitSame } from "#engine/schema/schemaVisitor.ts";
import type { Answers, Contract, EvaluationContext, FieldError, StepSource } from "#engine/schema/types.ts";

interface Verdict {
  errors: FieldError[];
  /** Every rule that was broken, before one error per field is chosen. */
  raw: RawError[];
  /** The result of each judge, if they disagree. */
  disagreement?: string;
}

/** Schemas that did not fit the meta-schema have been refused before. */
const ajv = createAjv({ meta: false, validateSchema: false });

/** Not kept, so that a check that runs for hours does not grow. */
function compileOnce(schema: object, compiler = ajv): ValidateFunction {
  const validate = compiler.compile(schema);
  compiler.removeSchema(schema);
  return validate;
}

let lenient: typeof ajv | undefined;

/** The contract of a step as it would be with other rules, also with some that cannot be published. */
export function compileContract(step: string, source: StepSource): Contract {
  lenient ??= createAjv({ strict: false, meta: false, validateSchema: false });
  return toContract(compileOnce(source.schema, lenient) as unknown as RawValidate, step, source);
}

interface Judged {
  runtime: Contract;
  raw: RawValidate;
  published: Contract;
  schema: Schema;
  conditions: { schema: Condition; ajv: ValidateFunction; place: string }[];
}

export class Judges {
  readonly #steps = new Map<string, Judged>();

  /** `code` is the module of `contractsCode`, without imports of its own. */
  static async of(steps: Record<string, StepSource>, code: string): Promise<Judges> {
    const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    const module = (await import(address)) as { contracts: Record<string, RawValidate> };
    const judges = new Judges();
    for (const [key, source] of Object.entries(steps)) {
      const published = module.contracts[key];
      if (!published) continue;
      const raw = compileOnce(source.schema) as unknown as RawValidate;
      judges.#steps.set(key, {
        raw,
        schema: source.schema,
        runtime: toContract(raw, key, source),
        published: toContract(published, key, source),
        conditions: findConditions(source.schema).map(({ schema, place }) => ({
          schema,
          place,
          ajv: compileOnce(schema),
        })),
      });
    }
    return judges;
  }

  /** The contract of each step at run time. */
  get contracts(): Record<string, Contract> {
    return Object.fromEntries([...this.#steps].map(([key, { runtime }]) => [key, runtime]));
  }

  /** Returns the errors of the contract at run time, without asking the other judges. */
  errors(step: string, answers: unknown, context: EvaluationContext): readonly FieldError[] {
    const judged = this.#steps.get(step);
    return judged ? judged.runtime(withComputedFields(judged, answers, context), context) : [];
  }

  /** Asks all judges, and reports where they disagree. */
  judge(step: string, answers: unknown, context: EvaluationContext): Verdict | null {
    const judged = this.#steps.get(step);
    if (!judged) return null;
    const data = withComputedFields(judged, answers, context);
    const errors = judged.runtime(data, context);
    const raw = [...(errors.length > 0 ? (judged.raw.errors ?? []) : [])];
    const published = judged.published(data, context);
    const [atRunTime, asPublished] = [JSON.stringify(errors), JSON.stringify(published)];
    if (atRunTime !== asPublished)
      return { errors, raw, disagreement: `at run time ${atRunTime}, published ${asPublished}` };
    for (const condition of judged.conditions) {
      const interpreted = matches(condition.schema, data);
      if (interpreted === condition.ajv(data)) continue;
      return {
        errors,
        raw,
        disagreement: `the condition at ${condition.place} holds for ${interpreted ? "the screen" : "the contract"} only`,
      };
    }
    return { errors, raw };
  }
}

const withComputedFields = ({ schema }: Judged, answers: unknown, context: EvaluationContext): unknown =>
  isObject(answers) ? withComputed(schema, answers as Answers, context) : answers;

/** Every `if` for the whole step. Those of nested objects see other data. */
function findConditions(schema: Schema): { schema: Condition; place: string }[] {
  const conditions: { schema: Condition; place: string }[] = [];
  visitSame(schema, (same, pointer) => {
    if (same.if) conditions.push({ schema: { type: "object", ...same.if }, place: `${pointer}/if` });
  });
  return conditions;
}
