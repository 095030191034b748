// Prepares a product for its cases: steps written out, contracts compiled, names checked. Null when its rules cannot be
// compiled. The findings give the reasons.
import type { StepSource } from "#engine/schema/types.ts";
import { contractsCode, stepSources } from "../publish/compile.ts";
import type { Catalogue, ProductFiles } from "../read/catalogue.ts";
import type { Memory } from "../read/files/memory.ts";
import { error, type Finding, isError } from "../read/findings/finding.ts";
import { withPremium } from "../read/steps/pricedAnswers.ts";
import { checkFormerNames } from "./form/formerNames.ts";
import { checkHandover } from "./form/handover.ts";
import { checkReferences } from "./form/references.ts";
import { Judges } from "./judges.ts";
import { checkQuestions } from "./prices/questions.ts";
import { checkTariff } from "./prices/tariff.ts";
import { checkBranches } from "./rules/branches.ts";
import { checkConditions } from "./rules/conditions.ts";
import { checkWrittenOut, findFieldless, isUnfinished } from "./rules/dialect.ts";
import { checkFacts, checkWhen } from "./rules/facts.ts";

export interface PreparedProduct {
  /** With `premium` at the steps of its manifest. */
  product: ProductFiles;
  steps: Record<string, StepSource>;
  judges: Judges;
  /** All that what a case gives is made of. */
  madeOf: readonly unknown[];
}

interface Compiled {
  steps: Record<string, StepSource>;
  /** In the schemas as written. Those of compiling are separate. */
  findings: Finding[];
  /** References that lead nowhere, and forms that lost their fields: which there are is not known. */
  lost: Finding[];
  unfinished: boolean;
  refusals: Finding[];
  judges: Judges | null;
}

export async function prepare(
  written: ProductFiles,
  catalogue: Catalogue,
  findings: Finding[],
  memory: Memory,
): Promise<PreparedProduct | null> {
  try {
    const files = [...written.steps.flatMap(({ schema, ui }) => [schema, ui]), ...written.shared];
    const compiled = memory.recall(`steps of ${written.key}`, files, () => compileSteps(written));
    const { steps, findings: own, lost, unfinished, refusals, judges } = await compiled;
    const later = written.tariffs.map(({ file }) => file);
    const pricedBy = [written.manifest.content, steps, written.tariff, written.questions, ...later];
    const content = memory.recall(`premium of ${written.key}`, pricedBy, () => withPremium(written, steps));
    const isPortal = written === catalogue.portal;
    const product = isPortal ? written : { ...written, manifest: { ...written.manifest, content } };
    const facts = checkFacts(product, steps);
    const ruleFindings = [...own, ...checkConditions({ product, steps }), ...facts.findings];
    const unclear = ruleFindings.length > 0;
    ruleFindings.push(...checkReferences(product, facts.steps, catalogue), ...checkWhen(product, facts.steps));
    if (!isPortal)
      ruleFindings.push(
        ...checkTariff(product, facts.steps, catalogue.rates),
        ...checkQuestions(product, facts.steps),
        ...checkHandover(product, steps),
        ...checkFormerNames(product, steps),
      );
    ruleFindings.push(
      ...checkBranches(product, facts.steps).map((finding) => afterPart(finding, ruleFindings, unclear)),
    );
    const vague = lost.length > 0 || unfinished;
    findings.push(
      ...lost,
      ...(vague ? ruleFindings.map((finding): Finding => ({ ...finding, follows: true })) : ruleFindings),
    );
    findings.push(...refusals.map((refusal) => afterOthers(refusal, findings)));
    const { tariff, questions, professions } = product;
    return judges && { product, steps, judges, madeOf: [judges, content, tariff, ...later, questions, professions] };
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : String(reason);
    findings.push(
      error(written.manifest.file, "", `the product cannot be checked (${why})`, "look at what changed last"),
    );
    return null;
  }
}

async function compileSteps(product: ProductFiles): Promise<Compiled> {
  const findings: Finding[] = [];
  const lost: Finding[] = [];
  const steps = stepSources(product, lost);
  for (const { key, schema } of product.steps) {
    findings.push(...checkWrittenOut(schema.file, steps[key]?.schema ?? {}));
    lost.push(...findFieldless(schema.file, steps[key]?.schema ?? {}));
  }
  const unfinished = Object.values(steps).some(({ schema }) => isUnfinished(schema));
  const refusals: Finding[] = [];
  const code = contractsCode(product, steps, refusals);
  return {
    steps,
    findings,
    lost,
    unfinished,
    refusals,
    judges: refusals.length > 0 ? null : await Judges.of(steps, code),
  };
}

/** A condition with a mistake inside it need not be true for another reason. */
function afterPart(finding: Finding, findings: readonly Finding[], unclear: boolean): Finding {
  const isPart = (other: Finding) =>
    isError(other) && other.file === finding.file && other.place.startsWith(finding.place);
  return unclear || findings.some(isPart) ? { ...finding, follows: true } : finding;
}

/** Our own checks explain better what ajv refuses too. */
function afterOthers(refusal: Finding, findings: readonly Finding[]): Finding {
  const isReported = findings.some(({ file, level }) => file === refusal.file && level === "error");
  return isReported ? { ...refusal, follows: true } : refusal;
}
