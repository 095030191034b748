// The premium call: prices the values in the request body together with the stored answers. Stores nothing.
import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { priceSent } from "#underwriting/requestCalls.ts";
import type { StepState } from "#underwriting/requestState.ts";
import { invalid } from "../../http/errors/portalError.ts";
import type { LoadedProduct } from "../../products/products.ts";
import { describeErrors, type EvaluateOptions, judgeOptions } from "../evaluate.ts";
import { buildQuestions, judge, toldJudgement } from "../questions.ts";

export function buildPremium(
  product: LoadedProduct,
  steps: ReadonlyMap<string, StepState>,
  sent: RequestAnswers,
  options: EvaluateOptions,
): { answer: PremiumAnswer; underwriting: Underwriting } {
  const { errors, ...terms } = priceSent(product, steps, sent, judgeOptions(product, options));
  if (!terms.underwriting) throw invalid(describeErrors(errors, options.language, product));
  const { context, underwriting, sources } = terms;
  const acceptance_questions = buildQuestions(product, "acceptance", options.language);
  const judgement = toldJudgement(judge(product, context, options.language));
  const days = tariffDays(product, options.today);
  const tariff_days = days.length > 0 ? { tariff_days: days } : {};
  const { premium } = sources.premium;
  return { answer: { premium: { ...premium, ...tariff_days, acceptance_questions }, judgement }, underwriting };
}

/** Future days on which another tariff takes effect: the premium then depends on the first day of cover. */
function tariffDays({ back, newest }: LoadedProduct, today: string): string[] {
  const all = [back, newest].flatMap((part) => part?.tariffs ?? []).map(({ from }) => from);
  return [...new Set(all)].filter((from) => from > today).sort();
}
