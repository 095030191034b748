// Which answers are wrong and what a wrong one does (decisions 28): the questions of a product and its rules over answers.

import { isTrueOf } from "#engine/expressions/evaluate.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isJudged } from "#engine/schema/stepKinds.ts";
import type { Answers, JsonObject, RequestAnswers, StepManifest } from "#engine/schema/types.ts";

export type Words = Record<string, string>;
export type QuestionCall = "acceptance" | "closing-questions";
export type Effect = "refer" | "decline";

export interface StoredQuestion {
  id: number;
  question_text: Words;
  refusal_yes: Words | null;
  list_items: Words[];
  tooltip: Words | null;
  /** What an explanation of a wrong answer should contain. */
  explain?: Words;
  expected_answer: "yes" | "no";
  effect?: Effect;
}
export interface AnswerRule {
  name: string;
  when: Expression;
  effect?: Effect;
  message?: Words;
}

export interface WrongAnswer {
  step: string;
  call: QuestionCall;
  question: StoredQuestion;
  answer: boolean;
  effect: Effect;
}

export interface WrongAnswers {
  questions: WrongAnswer[];
  /** Rules over other answers that hold. */
  rules: AnswerRule[];
  /** Requires the extra step. A decline cannot be explained away. */
  refers: boolean;
  declines: boolean;
}

const MEMBER = { acceptance: "acceptance_questions", "closing-questions": "final_questions" } as const;

export const storedQuestions = (questions: JsonObject | null, call: QuestionCall): StoredQuestion[] =>
  (questions?.[MEMBER[call]] as StoredQuestion[] | undefined) ?? [];

export function findWrongAnswers(
  questions: JsonObject | null,
  steps: readonly StepManifest[],
  answers: RequestAnswers,
  today: string,
): WrongAnswers {
  const wrong = steps.filter(isJudged).flatMap((step) => wrongIn(questions, step, answers[step.key]));
  const rules = ((questions?.answer_rules as AnswerRule[] | undefined) ?? []).filter((rule) =>
    isTrueOf(rule.when, answers, today),
  );
  const effects = [...wrong, ...rules].map((judged) => judged.effect ?? "refer");
  return { questions: wrong, rules, refers: effects.includes("refer"), declines: effects.includes("decline") };
}

function wrongIn(questions: JsonObject | null, step: StepManifest, data: Answers | undefined): WrongAnswer[] {
  const groups = Object.values(data ?? {}).filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  const stepAnswers: JsonObject = Object.assign({}, ...groups);
  const call = step.questions;
  if (!call) return [];
  return storedQuestions(questions, call).flatMap((question) => {
    const answer = readAnswer(stepAnswers[String(question.id)]);
    if (typeof answer !== "boolean" || answer === (question.expected_answer === "yes")) return [];
    return [{ step: step.key, call, question, answer, effect: question.effect ?? "refer" }];
  });
}
