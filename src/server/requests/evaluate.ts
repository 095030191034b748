// Evaluates a request as of today: which answers count, which lists and features apply, which steps are complete and
// what may be sent. Derived from the stored answers on every call (decisions 26, 28, 29). Only a step's inputs are
// stored, when it is saved.

import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import { isNeeded } from "#engine/rules/facts.ts";
import type { Answers, EvaluationContext, FieldError, Language, RequestAnswers } from "#engine/schema/types.ts";
import { foldProgress, toProgressAnswer } from "#engine/steps/progress.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { findTerms, judgeRequest } from "#underwriting/judgeRequest.ts";
import type { StepInputs } from "../db/tables/schema.ts";
import type { LoadedProduct } from "../products/products.ts";
import { findInputs, inputsStand } from "./drafts/stepInputs.ts";
import { premiumAnswer } from "./premium/premiumAnswer.ts";
import { buildProfessions, buildQuestions, describeJudgement, type Judgement, toldJudgement } from "./questions.ts";

export interface StepState {
  data: Answers;
  finished: boolean;
  /** What the answers depended on when they were saved. Null or absent when unknown. */
  inputs?: StepInputs | null;
}
export interface Evaluation {
  /** The answers that count, by step. */
  answers: RequestAnswers;
  context: EvaluationContext;
  underwriting: Underwriting;
  errors: Record<string, FieldError[]>;
  judgement: Judgement;
  /** What each step's answers depend on now. */
  inputs: Record<string, StepInputs>;
  progress: ProgressAnswer;
}
export interface EvaluateOptions {
  today: string;
  language: Language;
  /** First day of cover, when known: it decides which tariff and tax rate apply. */
  day?: string;
}

export function evaluate(product: LoadedProduct, steps: Map<string, StepState>, options: EvaluateOptions): Evaluation {
  const { manifest } = product.bundle;
  const storedAnswers: RequestAnswers = {};
  for (const step of manifest.steps) {
    const stored = steps.get(step.key);
    if (stored) storedAnswers[step.key] = stored.data;
  }
  const { wrong, ...judged } = judgeRequest(product, storedAnswers, judgeOptions(product, options));
  const judgement = describeJudgement(product.bundle, { ...wrong, answers: judged.answers }, options.language);
  // Inputs are always computed with today's tariff, as when the step was saved, so that a later first day of cover changes none.
  const { today, language } = options;
  const saved = options.day ? { ...judged, ...contextFor(product, judged.answers, { today, language }) } : judged;
  return withProgress(product, steps, { ...judged, judgement, inputs: findInputs(product, saved) });
}

/** Recomputes only the progress, for when steps were saved or finished but the answers are the same. */
export function withProgress(
  product: LoadedProduct,
  steps: Map<string, StepState>,
  judged: Omit<Evaluation, "progress">,
): Evaluation {
  const { manifest } = product.bundle;
  const { errors, inputs, judgement } = judged;
  const unchanged = (key: string) => inputsStand(steps.get(key)?.inputs, inputs[key]);
  const stands = (key: string) => steps.get(key)?.finished === true && errors[key]?.length === 0 && unchanged(key);
  const progress = foldProgress(manifest, stands, (step) =>
    step.extra ? judgement.wrong : isNeeded(step, judged.context.answers ?? {}),
  );
  for (const [key, flags] of Object.entries(progress))
    if (steps.get(key)?.finished && !unchanged(key)) flags.changed = true;
  return {
    ...judged,
    progress: {
      ...toProgressAnswer(manifest, progress, { dropout: judgement.dropout }),
      judgement: toldJudgement(judgement),
    },
  };
}

/** The answers of the steps that are asked now. A step that no longer applies keeps its answers, but they are not sent. */
export function askedAnswers({ answers, progress }: Evaluation): RequestAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([step]) => progress.data[step] !== undefined));
}

export function contextFor(product: LoadedProduct, answers: RequestAnswers, options: EvaluateOptions) {
  const { context, underwriting, sources } = findTerms(product, answers, judgeOptions(product, options));
  return { context, underwriting, premium: sources.premium };
}

/** Answers of the product's calls (questions, professions, premium) in the user's language. */
const judgeOptions = (product: LoadedProduct, { language, ...days }: EvaluateOptions) => ({
  ...days,
  sources: (underwriting: Underwriting) => ({
    professions: buildProfessions(product, language),
    acceptance: { data: buildQuestions(product, "acceptance", language) },
    "closing-questions": { data: buildQuestions(product, "closing-questions", language) },
    premium: premiumAnswer(product, underwriting, language),
  }),
});
