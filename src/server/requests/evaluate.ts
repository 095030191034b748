// One fold over a request as it stands today: which answers count, which lists and features hold, which steps are complete,
// what may be sent. Nothing of it is stored; the stored answers alone decide (decisions 26, 28, 29).
import { activeData } from "#engine/activeData.ts";
import { matches } from "#engine/conditions.ts";
import { resolveLists } from "#engine/lists.ts";
import { type Progress, toProgressAnswer } from "#engine/progress.ts";
import type { EvaluationContext, FieldError, JsonObject, Language } from "#engine/types.ts";
import type { ProgressAnswer } from "#engine/wire.ts";
import type { Underwriting } from "../underwriting/calculate.ts";
import { premiumAnswer } from "../underwriting/premiumAnswer.ts";
import type { Answers, Rates, Tariff } from "../underwriting/tariff.ts";
import type { LoadedProduct } from "./products.ts";
import { type Judgement, judge, professionsOf, questionsOf } from "./questions.ts";

export interface StepState {
  data: JsonObject;
  finished: boolean;
}
export interface Evaluation {
  /** Answers that count, per step. */
  answers: Answers;
  context: EvaluationContext;
  underwriting: Underwriting;
  errors: Record<string, FieldError[]>;
  judgement: Judgement;
  progress: ProgressAnswer;
}
export interface EvaluateOptions {
  today: string;
  language: Language;
  /** First day of cover, where it is known: its tax rate counts. */
  day?: string;
}

export function evaluate(product: LoadedProduct, steps: Map<string, StepState>, options: EvaluateOptions): Evaluation {
  const { manifest } = product.bundle;
  const given: Answers = {};
  for (const step of manifest.steps) {
    const stored = steps.get(step.key);
    if (stored) given[step.key] = stored.data;
  }
  const first = contextFor(product, given, options);
  const answers: Answers = {};
  for (const [key, data] of Object.entries(given)) {
    answers[key] = activeData(product.bundle.steps[key]?.schema ?? {}, data, first.context);
  }
  const { context, underwriting } = contextFor(product, answers, options);
  const judgement = judge(product, answers, options.language);
  const errors: Evaluation["errors"] = {};
  for (const step of manifest.steps)
    errors[step.key] = product.bundle.contracts[step.key]?.(answers[step.key] ?? {}, context) ?? [];
  const progress = foldProgress(product, steps, errors, judgement.wrong);
  return {
    answers,
    context,
    underwriting,
    errors,
    judgement,
    progress: toProgressAnswer(manifest, progress, { dropout: judgement.dropout }),
  };
}

/** Of the steps that are asked today: what a step that went away still holds is kept, but sends nothing. */
export function askedAnswers({ answers, progress }: Evaluation): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([step]) => progress.data[step] !== undefined));
}

/** Lists and features that hold for these answers. */
export function contextFor(product: LoadedProduct, answers: Answers, options: EvaluateOptions) {
  const { language, today } = options;
  const tariff = product.back.tariff as unknown as Tariff;
  const rates = product.back.rates as unknown as Rates;
  const features = featuresOf(tariff, answers);
  const underwriting: Underwriting = { tariff, rates, answers, features, day: options.day ?? today };
  const sources = {
    professions: professionsOf(product, language),
    acceptance: { data: questionsOf(product, "acceptance", language) },
    "closing-questions": { data: questionsOf(product, "closing-questions", language) },
    premium: premiumAnswer(product, underwriting, language),
  };
  const { lists } = resolveLists(product.bundle.manifest, sources, answers);
  const context: EvaluationContext = { lists, today, features };
  return { context, underwriting, premium: sources.premium };
}

function featuresOf(tariff: Tariff, answers: Answers): Record<string, boolean> {
  const rules = Object.entries(tariff.features ?? {});
  return Object.fromEntries(rules.map(([name, rule]) => [name, matches(rule.if, answers)]));
}

/** Complete: saved with next, still valid today, and so are all before it. The first that is not is the open one. */
function foldProgress(
  product: LoadedProduct,
  steps: Map<string, StepState>,
  errors: Evaluation["errors"],
  wrong: boolean,
): Progress {
  const progress: Progress = {};
  let chain = true;
  for (const step of product.bundle.manifest.steps) {
    if (step.extra && !wrong) continue;
    const stands = steps.get(step.key)?.finished === true && errors[step.key]?.length === 0;
    const active = chain && !stands;
    progress[step.key] = { active, completed: chain && stands, disabled: !chain };
    chain &&= stands;
  }
  return progress;
}
