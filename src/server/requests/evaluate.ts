// One fold over a request as it stands today: which answers count, which lists and features hold, which steps are complete,
// what may be sent. Nothing of it is stored; the stored answers alone decide (decisions 26, 28, 29).

import type { ProgressAnswer } from "#api/wireTypes.ts";
import { foldProgress, toProgressAnswer } from "#engine/progress.ts";
import type { Answers, EvaluationContext, FieldError, Language, RequestAnswers } from "#engine/types.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { findFacts, judgeRequest } from "#underwriting/judgeRequest.ts";
import type { StepInputs } from "../db/schema.ts";
import type { LoadedProduct } from "../products/products.ts";
import { premiumAnswer } from "./premiumAnswer.ts";
import { buildProfessions, buildQuestions, type Judgement, tellJudgement, toldJudgement } from "./questions.ts";
import { findInputs, inputsStand } from "./stepInputs.ts";

export interface StepState {
  data: Answers;
  finished: boolean;
  /** What the answers were made with; null or absent: not known. */
  inputs?: StepInputs | null;
}
export interface Evaluation {
  /** Answers that count, per step. */
  answers: RequestAnswers;
  context: EvaluationContext;
  underwriting: Underwriting;
  errors: Record<string, FieldError[]>;
  judgement: Judgement;
  /** What each step's answers depend on, as it is now. */
  inputs: Record<string, StepInputs>;
  progress: ProgressAnswer;
}
export interface EvaluateOptions {
  today: string;
  language: Language;
  /** First day of cover, where it is known: its tariff and tax rate count. */
  day?: string;
}

export function evaluate(product: LoadedProduct, steps: Map<string, StepState>, options: EvaluateOptions): Evaluation {
  const { manifest } = product.bundle;
  const given: RequestAnswers = {};
  for (const step of manifest.steps) {
    const stored = steps.get(step.key);
    if (stored) given[step.key] = stored.data;
  }
  const { wrong, ...judged } = judgeRequest(product, given, judgeOptions(product, options));
  const judgement = tellJudgement(wrong, options.language);
  // What a step was saved with is known by today's tariff: another first day of cover makes no answer of it wrong.
  const { today, language } = options;
  const saved = options.day ? { ...judged, ...contextFor(product, judged.answers, { today, language }) } : judged;
  return withProgress(product, steps, { ...judged, judgement, inputs: findInputs(product, saved) });
}

/** The same answers, once how they stand has changed: saved, finished, made with other inputs. */
export function withProgress(
  product: LoadedProduct,
  steps: Map<string, StepState>,
  judged: Omit<Evaluation, "progress">,
): Evaluation {
  const { manifest } = product.bundle;
  const { errors, inputs, judgement } = judged;
  const unchanged = (key: string) => inputsStand(steps.get(key)?.inputs, inputs[key]);
  const stands = (key: string) => steps.get(key)?.finished === true && errors[key]?.length === 0 && unchanged(key);
  const progress = foldProgress(manifest, stands, judgement.wrong);
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

/** Of the steps that are asked today: what a step that went away still holds is kept, but sends nothing. */
export function askedAnswers({ answers, progress }: Evaluation): RequestAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([step]) => progress.data[step] !== undefined));
}

/** Lists and features that hold for these answers. */
export function contextFor(product: LoadedProduct, answers: RequestAnswers, options: EvaluateOptions) {
  const { context, underwriting, sources } = findFacts(product, answers, judgeOptions(product, options));
  return { context, underwriting, premium: sources.premium };
}

/** What the calls of this release answer, in the user's language. */
const judgeOptions = (product: LoadedProduct, { language, ...days }: EvaluateOptions) => ({
  ...days,
  sources: (underwriting: Underwriting) => ({
    professions: buildProfessions(product, language),
    acceptance: { data: buildQuestions(product, "acceptance", language) },
    "closing-questions": { data: buildQuestions(product, "closing-questions", language) },
    premium: premiumAnswer(product, underwriting, language),
  }),
});
