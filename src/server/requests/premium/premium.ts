// The premium call: prices the values in the request body together with the stored answers. Stores nothing.
import type { PremiumAnswer, WireError } from "#api/wire/wireTypes.ts";
import { settleRequest } from "#engine/answers/computedAnswers.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import type { Answers, EvaluationContext, RequestAnswers } from "#engine/schema/types.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { invalid } from "../../http/errors/portalError.ts";
import { toWireErrors } from "../../http/errors/wireErrors.ts";
import type { LoadedProduct } from "../../products/products.ts";
import { computedErrors } from "../drafts/computed.ts";
import { longListErrors } from "../drafts/sentRecords.ts";
import { contextFor, type EvaluateOptions, type StepState } from "../evaluate.ts";
import { buildQuestions, judge, toldJudgement } from "../questions.ts";

export function buildPremium(
  product: LoadedProduct,
  steps: Map<string, StepState>,
  sent: RequestAnswers,
  options: EvaluateOptions,
): { answer: PremiumAnswer; underwriting: Underwriting } {
  const premiumAnswers: RequestAnswers = {};
  for (const { key, premium = [] } of product.bundle.manifest.steps) {
    const stored = steps.get(key)?.data ?? {};
    const { schema = {} } = product.bundle.steps[key] ?? {};
    const sentAnswers = sent[key] ?? {};
    const refused = [...computedErrors(schema, sentAnswers, options.language), ...longListErrors(schema, sentAnswers)];
    if (refused.length > 0) throw invalid(refused.map((error) => ({ ...error, step: key })));
    premiumAnswers[key] = sent[key] ? withSent(stored, sent[key], premium) : stored;
  }
  const { answers, terms } = settleRequest(product.bundle, premiumAnswers, (counted) =>
    contextFor(product, counted, options),
  );
  const refused = refusedInputs(product, answers, terms.context);
  const refusedSent = refused.filter(({ step }) => sent[step]);
  if (refusedSent.length > 0) throw invalid(refusedSent);
  for (const { step, pointer } of refused) answers[step] = without(answers[step], readFieldName(pointer));
  const { context, premium, underwriting } = refused.length > 0 ? contextFor(product, answers, options) : terms;
  const acceptance_questions = buildQuestions(product, "acceptance", options.language);
  const judgement = toldJudgement(judge(product, context.answers ?? {}, options.language));
  const days = tariffDays(product, options.today);
  const tariff_days = days.length > 0 ? { tariff_days: days } : {};
  return { answer: { premium: { ...premium.premium, ...tariff_days, acceptance_questions }, judgement }, underwriting };
}

/** Future days on which another tariff takes effect: the premium then depends on the first day of cover. */
function tariffDays({ back, newest }: LoadedProduct, today: string): string[] {
  const all = [back, newest].flatMap((part) => part?.tariffs ?? []).map(({ from }) => from);
  return [...new Set(all)].filter((from) => from > today).sort();
}

const readFieldName = (pointer: string): string => pointerSegments(pointer)[0] ?? "";

function without(data: Answers | undefined, field: string): Answers {
  const { [field]: _refused, ...rest } = data ?? {};
  return rest;
}

/**
 * Premium fields that the contract refuses. Those in the request body are an error, those stored are left out of the price. A
 * missing field is no error: there is just no amount yet.
 */
function refusedInputs(
  { bundle }: LoadedProduct,
  answers: RequestAnswers,
  context: EvaluationContext,
): (WireError & { step: string })[] {
  return bundle.manifest.steps.flatMap(({ key, premium = [] }) => {
    const stepAnswers = answers[key] ?? {};
    const errors = (bundle.contracts[key]?.(stepAnswers, context) ?? []).filter(({ keyword, pointer }) => {
      const field = readFieldName(pointer);
      return keyword !== "required" && premium.includes(field) && stepAnswers[field] !== undefined;
    });
    return toWireErrors(errors).map((error) => ({ ...error, step: key }));
  });
}

/** The stored answers overlaid with the body. A premium field is taken from the body alone, so that an emptied field is empty. */
function withSent(stored: Answers, sent: Answers, fields: string[]): Answers {
  const otherEntries = Object.entries(stored).filter(([name]) => !fields.includes(name));
  return { ...Object.fromEntries(otherEntries), ...sent };
}
