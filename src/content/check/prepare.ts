// Prepares a product for its cases: steps written out, contracts compiled, names checked. Null when its rules cannot be
// compiled. The findings give the reasons.
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { withStep } from "#engine/fields/recordChoices.ts";
import { type BundleModule, type RawError, type RawValidate, toContract } from "#engine/rules/contract.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, Contract, EvaluationContext, FieldError, StepSource } from "#engine/schema/types.ts";
import { contractsCode, stepSources } from "../publish/compile.ts";
import type { Catalogue, ProductFiles } from "../read/catalogue.ts";
import type { Memory } from "../read/files/memory.ts";
import { error, type Finding, isError } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";
import { withPremium } from "../read/steps/pricedAnswers.ts";
import { checkFormerNames, checkHandover } from "./form/answerNames.ts";
import { checkReferences } from "./form/references.ts";
import { checkQuestions } from "./prices/questions.ts";
import { checkTariff } from "./prices/tariff.ts";
import { checkBranches } from "./rules/branches.ts";
import { checkConditions } from "./rules/conditions.ts";
import { checkWrittenOut, findFieldless } from "./rules/dialect.ts";
import { checkConditionalFields, checkFacts, checkWhen, findUnusedFacts } from "./rules/facts.ts";
import { checkTextValues } from "./texts/textValues.ts";

export interface PreparedProduct {
  /** With `premium` at the steps of its manifest. */
  product: ProductFiles;
  steps: Record<string, StepSource>;
  judge: Judge;
  /** All that what a case gives is made of. */
  madeOf: readonly unknown[];
}

interface Compiled {
  steps: Record<string, StepSource>;
  /** In the schemas as written. Those of compiling are separate. */
  findings: Finding[];
  refusals: Finding[];
  judge: Judge | null;
}

/** `findings`: null where nothing is checked. */
export async function prepare(
  written: ProductFiles,
  catalogue: Catalogue,
  findings: Finding[] | null,
  memory: Memory,
): Promise<PreparedProduct | null> {
  try {
    const files = [...written.steps.flatMap(({ schema, ui }) => [schema, ui]), ...written.shared];
    const compiled = memory.recall(`steps ${written.key}`, files, () => compileSteps(written, memory));
    const { steps, findings: own, refusals, judge } = await compiled;
    const later = written.tariffs.map(({ file }) => file);
    const pricedBy = [written.manifest.content, steps, written.tariff, written.questions, ...later];
    const content = memory.recall(`premium ${written.key}`, pricedBy, () => withPremium(written, steps));
    const isPortal = written === catalogue.portal;
    const product = isPortal ? written : { ...written, manifest: { ...written.manifest, content } };
    const { tariff, questions, professions } = product;
    const madeOf = [judge, content, tariff, ...later, questions, professions];
    const prepared = judge && { product, steps, judge, madeOf };
    if (!findings) return prepared;
    const facts = checkFacts(product, steps);
    const ruleFindings = [...own, ...checkConditions({ product, steps }), ...facts.findings];
    ruleFindings.push(
      ...checkReferences(product, facts.steps, catalogue),
      ...checkWhen(product, facts.steps),
      ...checkTextValues(product, facts.steps),
    );
    ruleFindings.push(...checkConditionalFields(product, facts.steps), ...findUnusedFacts(product));
    if (!isPortal)
      ruleFindings.push(
        ...checkTariff(product, facts.steps, catalogue.rates),
        ...checkQuestions(product),
        ...checkHandover(product, steps),
        ...checkFormerNames(product, steps),
      );
    // A condition with a mistake inside it need not be true for another reason.
    if (!ruleFindings.some(isError)) ruleFindings.push(...checkBranches(product, facts.steps));
    findings.push(...ruleFindings);
    // Our own checks explain better what ajv refuses too.
    const isExplained = ({ file }: Finding) => findings.some((other) => isError(other) && other.file === file);
    findings.push(...refusals.filter((refusal) => !isExplained(refusal)));
    return prepared;
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    findings?.push(
      error(written.manifest.file, "", t`the product cannot be checked (${why})`, t`look at what changed last`),
    );
    return null;
  }
}

async function compileSteps(product: ProductFiles, memory: Memory): Promise<Compiled> {
  const findings: Finding[] = [];
  const steps = stepSources(product, findings);
  for (const { key, schema } of product.steps) {
    findings.push(...checkWrittenOut(schema.file, steps[key]?.schema ?? {}));
    findings.push(...findFieldless(schema.file, steps[key]?.schema ?? {}));
  }
  const refusals: Finding[] = [];
  const code = contractsCode(product, steps, refusals, memory);
  return {
    steps,
    findings,
    refusals,
    judge: refusals.length > 0 ? null : await Judge.of(steps, code),
  };
}

interface Verdict {
  /** The answers with the values of computed fields. */
  data: Answers;
  errors: FieldError[];
  /** Every rule that was broken, before one error per field is chosen. */
  raw: RawError[];
}

/** Judges the answers of a product's steps with the code that is published. */
class Judge {
  readonly contracts: Record<string, Contract>;
  readonly #steps: Record<string, StepSource>;
  readonly #validates: Record<string, RawValidate>;

  private constructor(steps: Record<string, StepSource>, validates: Record<string, RawValidate>) {
    this.#steps = steps;
    this.#validates = validates;
    this.contracts = Object.fromEntries(
      Object.entries(validates).map(([step, validate]) => [step, toContract(validate, step, steps[step]!)]),
    );
  }

  /** `code` is the module of `contractsCode`, without imports of its own. */
  static async of(steps: Record<string, StepSource>, code: string): Promise<Judge> {
    const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    return new Judge(steps, ((await import(address)) as Pick<BundleModule, "contracts">).contracts);
  }

  errors = (step: string, answers: unknown, context: EvaluationContext): FieldError[] =>
    this.evaluate(step, answers, context)?.errors ?? [];

  /** Null for an unknown step. */
  evaluate(step: string, answers: unknown, context: EvaluationContext): Verdict | null {
    const [validate, contract] = [this.#validates[step], this.contracts[step]];
    if (!validate || !contract) return null;
    const schema = this.#steps[step]?.schema ?? {};
    const given = answers as Answers;
    const data = isObject(given) ? withComputed(schema, given, withStep(context, step, given)) : given;
    const errors = contract(data, context);
    return { data, errors, raw: errors.length > 0 ? (validate.errors ?? []) : [] };
  }
}
