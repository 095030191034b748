// Acceptance and final questions, sectors and professions: in the user's language on the wire, with the expected answers
// kept back. Says which answers are wrong and what a wrong one does (decisions 28).

import type * as wire from "#api/wireTypes.ts";
import type { ProfessionsAnswer, Question, WrongQuestion } from "#api/wireTypes.ts";
import { matches } from "#engine/conditions.ts";
import type { Condition } from "#engine/schema.ts";
import { isJudged } from "#engine/stepKinds.ts";
import type { Answers, JsonObject, Language, ListItem, RequestAnswers, StepManifest } from "#engine/types.ts";
import type { LoadedProduct } from "../products/products.ts";

type Words = Record<string, string>;
export type QuestionCall = "acceptance" | "closing-questions";

interface StoredQuestion {
  id: number;
  question_text: Words;
  refusal_yes: Words | null;
  list_items: Words[];
  tooltip: Words | null;
  expected_answer: "yes" | "no";
  effect?: "refer" | "decline";
}
interface AnswerRule {
  name: string;
  if: Condition;
  effect?: "refer" | "decline";
  message?: Words;
}

const wordIn = (words: Words | null | undefined, language: Language): string | null =>
  words?.[language] ?? words?.nl ?? null;
const MEMBER = { acceptance: "acceptance_questions", "closing-questions": "final_questions" } as const;

const storedQuestions = (product: LoadedProduct, call: QuestionCall): StoredQuestion[] =>
  (product.back.questions?.[MEMBER[call]] as StoredQuestion[] | undefined) ?? [];

export function buildQuestions(product: LoadedProduct, call: QuestionCall, language: Language): Question[] {
  return storedQuestions(product, call).map((stored) => ({
    id: stored.id,
    question: wordIn(stored.question_text, language) ?? "",
    refusal_yes: wordIn(stored.refusal_yes, language),
    list_items: stored.list_items.map((item) => wordIn(item, language) ?? ""),
    tooltip: wordIn(stored.tooltip, language),
  }));
}

/** Made once per release and language: they are long, and asked for with every judgement. */
const professionsMade = new WeakMap<LoadedProduct, Partial<Record<Language, ProfessionsAnswer>>>();

export function buildProfessions(product: LoadedProduct, language: Language): ProfessionsAnswer {
  const made = professionsMade.get(product) ?? {};
  professionsMade.set(product, made);
  made[language] ??= makeProfessions(product, language);
  return made[language];
}

function makeProfessions(product: LoadedProduct, language: Language): ProfessionsAnswer {
  const { sectors = [], professions = [] } = (product.back.professions ?? {}) as {
    sectors?: JsonObject[];
    professions?: JsonObject[];
  };
  const named = (item: JsonObject, ...members: string[]): ListItem => {
    const entries = members.map((member) => [member, inLanguage(item[member], language)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ListItem;
  };
  return {
    sectors: sectors.map((item) => named(item, "value", "label", "terms_of_delivery")),
    professions: professions.map((item) => named(item, "value", "label", "sector_id", "clarification")),
  };
}

const inLanguage = (value: unknown, language: Language): unknown =>
  typeof value === "object" && value !== null ? wordIn(value as Words, language) : value;

export interface Judgement {
  acceptance: WrongQuestion[];
  final: WrongQuestion[];
  /** Other answers that call for an underwriter, in words. */
  others: string[];
  /** Anything that calls for the extra step; a decline cannot be explained away. */
  wrong: boolean;
  dropout: boolean;
}

export function judge(product: LoadedProduct, answers: RequestAnswers, language: Language): Judgement {
  const steps = product.bundle.manifest.steps.filter(isJudged);
  const of = (call: QuestionCall) =>
    steps
      .filter((step) => step.questions === call)
      .flatMap((step) => wrongIn(product, step, answers[step.key], language));
  const acceptance = of("acceptance");
  const final = of("closing-questions");
  const rules = ((product.back.questions?.answer_rules as AnswerRule[] | undefined) ?? []).filter((rule) =>
    matches(rule.if, answers),
  );
  const effects = [...acceptance, ...final, ...rules].map((one) => one.effect ?? "refer");
  return {
    acceptance,
    final,
    others: rules.map((rule) => wordIn(rule.message, language) ?? rule.name),
    wrong: effects.includes("refer"),
    dropout: effects.includes("decline"),
  };
}

/** For the browser: nothing about questions that have no answer yet. */
export const toldJudgement = ({ acceptance, final, others }: Judgement): wire.Judgement => ({
  wrong_acceptance_questions: acceptance,
  wrong_final_questions: final,
  reasons: others,
});

function wrongIn(product: LoadedProduct, step: StepManifest, data: Answers | undefined, language: Language) {
  const given: JsonObject = Object.assign(
    {},
    ...Object.values(data ?? {}).filter(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    ),
  );
  const asked = step.questions ? storedQuestions(product, step.questions) : [];
  return asked.flatMap((question): WrongQuestion[] => {
    const answer = given[String(question.id)];
    if (typeof answer !== "boolean" || answer === (question.expected_answer === "yes")) return [];
    const notice = answer ? wordIn(question.refusal_yes, language) : null;
    return [
      {
        id: question.id,
        question: wordIn(question.question_text, language) ?? "",
        answer,
        notice,
        effect: question.effect ?? "refer",
      },
    ];
  });
}
