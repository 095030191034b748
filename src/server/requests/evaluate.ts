// The state of a request (`underwriting/requestState.ts`) with its judgement in the user's language. Only a step's inputs are stored,
// when it is saved.
import type { ProgressAnswer, WireError } from "#api/wire/wireTypes.ts";
import type { UiSchema } from "#engine/schema/schema.ts";
import type { Language, RequestAnswers, ServerError } from "#engine/schema/types.ts";
import type { Underwriting } from "#underwriting/calculate.ts";
import { findTerms } from "#underwriting/judgeRequest.ts";
import { evaluateSteps, type RequestState, type StepState, withProgress } from "#underwriting/requestState.ts";
import type { LoadedProduct } from "../products/products.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";
import { premiumAnswer } from "./premium/premiumAnswer.ts";
import { buildProfessions, buildQuestions, describeJudgement, type Judgement, toldJudgement } from "./questions.ts";

export interface Evaluation extends RequestState {
  judgement: Judgement;
  progress: RequestState["progress"] & Pick<ProgressAnswer, "judgement">;
}
export interface EvaluateOptions {
  today: string;
  language: Language;
  /** First day of cover, when known: it decides which tariff and tax rate apply. */
  day?: string;
}

export const evaluate = (
  product: LoadedProduct,
  steps: ReadonlyMap<string, StepState>,
  options: EvaluateOptions,
): Evaluation =>
  describeState(product, evaluateSteps(product, steps, judgeOptions(product, options)), options.language);

/** The state once steps were saved or finished while the answers are the same. */
export const describeSaved = (
  product: LoadedProduct,
  steps: ReadonlyMap<string, StepState>,
  state: RequestState,
  language: Language,
): Evaluation => describeState(product, withProgress(product, steps, state), language);

function describeState(product: LoadedProduct, state: RequestState, language: Language): Evaluation {
  const judgement = describeJudgement(product.bundle, { ...state.wrong, answers: state.answers }, language);
  return { ...state, judgement, progress: { ...state.progress, judgement: toldJudgement(judgement) } };
}

export function contextFor(product: LoadedProduct, answers: RequestAnswers, options: EvaluateOptions) {
  const { context, underwriting, sources } = findTerms(product, answers, judgeOptions(product, options));
  return { context, underwriting, premium: sources.premium };
}

/** Answers of the product's calls (questions, professions, premium) in the user's language. */
export const judgeOptions = (product: LoadedProduct, { language, ...days }: EvaluateOptions) => ({
  ...days,
  sources: (underwriting: Underwriting) => ({
    professions: buildProfessions(product, language),
    acceptance: { data: buildQuestions(product, "acceptance", language) },
    "closing-questions": { data: buildQuestions(product, "closing-questions", language) },
    premium: premiumAnswer(product, underwriting, language),
  }),
});

/** Says which value of the register this product does not offer. */
export function describeNotOffered(product: LoadedProduct, language: Language, name: string, code: unknown): string {
  const layouts = Object.values(product.bundle.steps).map(({ ui }) => Object(ui[name]) as UiSchema);
  const texts = layouts.map((layout) => layout["ui:options"]?.optionTexts).find((prefix) => prefix !== undefined);
  const word = product.text(language, `${texts}.${code}`);
  const value = word === `${texts}.${code}` ? String(code) : word;
  return fillText(serverTexts[language].notes.not_offered, { value });
}

/** Adds the text to errors about fields that the broker cannot change. */
export function describeErrors(
  errors: readonly ServerError[],
  language: Language,
  product: LoadedProduct,
): WireError[] {
  const { computed, locked } = serverTexts[language].notes;
  const write = ({ keyword, pointer, params }: ServerError) => {
    if (keyword === "computed") return computed;
    return "value" in params ? locked : describeNotOffered(product, language, pointer.slice(1), params.registered);
  };
  return errors.map((error) =>
    ["computed", "locked"].includes(error.keyword) ? { ...error, message: write(error) } : error,
  );
}
