// A whole request judged by the rules of its product: which answers count, which lists and features hold for them, what each
// step's contract answers, which answers are wrong. The server, the check's tools and the replay of a portfolio all come here.
import { settleRequest } from "#engine/computedAnswers.ts";
import { renameRequest } from "#engine/formerNames.ts";
import { type ListSources, resolveLists } from "#engine/lists.ts";
import type { EvaluationContext, FieldError, JsonObject, ProductBundle, RequestAnswers } from "#engine/types.ts";
import type { Underwriting } from "./calculate.ts";
import { findWrongAnswers, type WrongAnswers } from "./judgement.ts";
import { choosePrices, findFeatures, type Pricing } from "./tariff.ts";

/** A release of a product, as far as it judges and prices. */
export interface ProductRules {
  bundle: Pick<ProductBundle, "manifest" | "steps" | "contracts">;
  back: Pricing & { questions: JsonObject | null };
  /** Of the release on offer, where that is another. */
  newest?: Pricing | undefined;
}

interface JudgeOptions<Sources extends ListSources = ListSources> {
  today: string;
  /** First day of cover, where it is known: its tariff and tax rate count. */
  day?: string;
  /** What the calls that feed named lists answer. */
  sources(underwriting: Underwriting): Sources;
}

interface Facts<Sources extends ListSources = ListSources> {
  context: EvaluationContext;
  underwriting: Underwriting;
  sources: Sources;
}

export interface JudgedRequest {
  /** Answers that count, per step. */
  answers: RequestAnswers;
  context: EvaluationContext;
  underwriting: Underwriting;
  errors: Record<string, FieldError[]>;
  wrong: WrongAnswers;
}

export function judgeRequest(rules: ProductRules, given: RequestAnswers, options: JudgeOptions): JudgedRequest {
  const { bundle, back } = rules;
  const { answers, facts } = settleRequest(bundle.steps, given, (counting) => findFacts(rules, counting, options));
  const { context, underwriting } = facts;
  const errors: JudgedRequest["errors"] = {};
  for (const { key } of bundle.manifest.steps) errors[key] = bundle.contracts[key]?.(answers[key] ?? {}, context) ?? [];
  const wrong = findWrongAnswers(back.questions, bundle.manifest.steps, answers);
  return { answers, context, underwriting, errors, wrong };
}

/** Lists and features that hold for these answers. */
export function findFacts<Sources extends ListSources>(
  { bundle, back, newest }: ProductRules,
  answers: RequestAnswers,
  { today, day = today, sources: buildSources }: JudgeOptions<Sources>,
): Facts<Sources> {
  const priced = choosePrices(back, newest, day);
  const named = renameRequest(priced.was, answers);
  const underwriting: Underwriting = { ...priced, answers: named, features: findFeatures(priced.tariff, named), day };
  const sources = buildSources(underwriting);
  const { lists } = resolveLists(bundle.manifest, sources, answers);
  return { context: { lists, today, features: underwriting.features, answers }, underwriting, sources };
}
