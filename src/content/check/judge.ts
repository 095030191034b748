// Judges the answers of a product's steps with the code that is published.
import type { ValidateFunction } from "ajv";
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { createAjv } from "#engine/rules/ajv.ts";
import { type BundleModule, type RawError, type RawValidate, toContract } from "#engine/rules/contract.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, Contract, EvaluationContext, FieldError, StepSource } from "#engine/schema/types.ts";

interface Verdict {
  errors: FieldError[];
  /** Every rule that was broken, before one error per field is chosen. */
  raw: RawError[];
}

let lenient: ReturnType<typeof createAjv> | undefined;

/** The contract of a step as it would be with other rules, also with some that cannot be published. */
export function compileContract(step: string, source: StepSource): Contract {
  // Schemas that do not fit the meta-schema have been refused before.
  lenient ??= createAjv({ strict: false, meta: false, validateSchema: false });
  const validate: ValidateFunction = lenient.compile(source.schema);
  // Removed, so that a check that runs for hours does not grow.
  lenient.removeSchema(source.schema);
  return toContract(validate as unknown as RawValidate, step, source);
}

export class Judge {
  readonly contracts: Record<string, Contract>;
  readonly #steps: Record<string, StepSource>;
  readonly #validates: Record<string, RawValidate>;

  private constructor(steps: Record<string, StepSource>, validates: Record<string, RawValidate>) {
    this.#steps = steps;
    this.#validates = validates;
    const contracts = Object.entries(validates).map(([step, validate]) => {
      return [step, toContract(validate, step, steps[step] ?? { schema: {}, ui: {} })] as const;
    });
    this.contracts = Object.fromEntries(contracts);
  }

  /** `code` is the module of `contractsCode`, without imports of its own. */
  static async of(steps: Record<string, StepSource>, code: string): Promise<Judge> {
    const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    return new Judge(steps, ((await import(address)) as Pick<BundleModule, "contracts">).contracts);
  }

  errors(step: string, answers: unknown, context: EvaluationContext): FieldError[] {
    const schema = this.#steps[step]?.schema ?? {};
    const data = isObject(answers) ? withComputed(schema, answers as Answers, context) : answers;
    return this.contracts[step]?.(data, context) ?? [];
  }

  /** Null for an unknown step. */
  evaluate(step: string, answers: unknown, context: EvaluationContext): Verdict | null {
    const validate = this.#validates[step];
    if (!validate) return null;
    const errors = this.errors(step, answers, context);
    return { errors, raw: errors.length > 0 ? (validate.errors ?? []) : [] };
  }
}
