// A whole request judged by the rules of its product: which answers count, which lists and facts hold for them, what each
// step's contract answers, which answers are wrong. The server, the check's tools and the replay of a portfolio all come here.
import { settleRequest } from "#engine/answers/computedAnswers.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import { FACTS, isNeeded, withFacts } from "#engine/rules/facts.ts";
import type {
  EvaluationContext,
  FieldError,
  JsonObject,
  ProductBundle,
  RequestAnswers,
  ServerError,
} from "#engine/schema/types.ts";
import { type ListSources, resolveLists } from "#engine/steps/lists.ts";
import type { Underwriting } from "./calculate.ts";
import { findWrongAnswers, type WrongAnswers } from "./judgement.ts";
import { choosePrices, type Pricing } from "./tariff.ts";

/** A release of a product, as far as it judges and prices. */
export interface ProductRules {
  bundle: Pick<ProductBundle, "manifest" | "steps" | "contracts">;
  back: Pricing & { questions: JsonObject | null };
  /** Of the release on offer, where that is another. */
  newest?: Pricing | undefined;
}

export interface JudgeOptions<Sources extends ListSources = ListSources> {
  today: string;
  /** First day of cover, where it is known: its tariff and tax rate count. */
  day?: string;
  /** What the calls that feed named lists answer. */
  sources(underwriting: Underwriting): Sources;
}

export interface Terms<Sources extends ListSources = ListSources> {
  context: EvaluationContext;
  underwriting: Underwriting;
  sources: Sources;
}

export interface JudgedRequest {
  /** Answers that count, per step. Their facts are in the context. */
  answers: RequestAnswers;
  context: EvaluationContext;
  underwriting: Underwriting;
  errors: Record<string, FieldError[]>;
  wrong: WrongAnswers;
}

export function judgeRequest(rules: ProductRules, rawAnswers: RequestAnswers, options: JudgeOptions): JudgedRequest {
  const { bundle, back } = rules;
  const { answers, terms } = settleRequest(bundle, rawAnswers, (counting) => findTerms(rules, counting, options));
  const { context, underwriting } = terms;
  const errors: JudgedRequest["errors"] = {};
  for (const step of bundle.manifest.steps)
    errors[step.key] = isNeeded(step, answers, options.today)
      ? (bundle.contracts[step.key]?.(answers[step.key] ?? {}, context) ?? [])
      : [];
  const wrong = findWrongAnswers(back.questions, bundle.manifest.steps, answers, options.today);
  const { [FACTS]: _derived, ...counting } = answers;
  return { answers: counting, context, underwriting, errors, wrong };
}

/** Returns the lists, facts and prices for these answers. */
export function findTerms<Sources extends ListSources>(
  { bundle, back, newest }: ProductRules,
  answers: RequestAnswers,
  { today, day = today, sources: buildSources }: JudgeOptions<Sources>,
): Terms<Sources> {
  const priced = choosePrices(back, newest, day);
  const all = withFacts(bundle.manifest, answers, today);
  const named = renameRequest(priced.was, all);
  const underwriting: Underwriting = { ...priced, answers: named, today, day };
  const sources = buildSources(underwriting);
  const { lists } = resolveLists(bundle.manifest, sources, all, today);
  return { context: { lists, today, answers: all }, underwriting, sources };
}

/** The errors without the DOM id, and with the step when errors of several steps are combined. */
export const toServerErrors = (errors: readonly FieldError[], step?: string): ServerError[] =>
  errors.map(({ id: _id, ...error }) => ({ ...(step ? { step } : {}), ...error }));
