// The answers to questions that the server judged: which wrong ones are still given, and whether they lead to a decline
// (decisions 28, 29).
import type { Judgement, Question, QuestionsAnswer, WrongQuestion } from "#api/wire/wireTypes.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, StepManifest } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import { members } from "../lists/lists.ts";

/** The answer to a question, wherever the step's data groups its questions. */
export function answerTo(data: Answers, id: number): unknown {
  for (const group of [data, ...Object.values(data)]) {
    if (isObject(group) && Object.hasOwn(group, String(id))) return readAnswer(group[String(id)]);
  }
  return undefined;
}

/** For a back end that sends no judgement: a question with a notice for yes expects no (spec: wizard 3). */
const assumeWrong = (questions: Question[] = []): WrongQuestion[] =>
  questions.flatMap(({ id, question, refusal_yes }) =>
    refusal_yes ? [{ id, question, answer: true, notice: refusal_yes }] : [],
  );

type JudgedWizard = Pick<WizardCore, "state" | "stepAnswers">;

const isDeclining = (judged: readonly { effect?: string }[] = []): boolean =>
  judged.some(({ effect }) => effect === "decline");

/** Returns the wrong answers of a step that are still given. */
export function findWrongAnswers(
  { state, stepAnswers }: JudgedWizard,
  { key, questions }: Pick<StepManifest, "key" | "questions">,
  judgement = state.get().judgement,
): WrongQuestion[] {
  if (!questions) return [];
  const source = state.get().sources[questions] as QuestionsAnswer | undefined;
  const wrong = judgement?.[members[questions]] ?? assumeWrong(source?.data);
  return wrong.filter(({ id, answer }) => answerTo(stepAnswers(key), id) === answer);
}

/**
 * Whether a declined answer is given, saved or not, or a rule declines. A decline by the server counts until its last declined answer
 * is changed, or its newest judgement names no declining rule.
 */
export function isDeclined(core: JudgedWizard & Pick<WizardCore, "manifest">): boolean {
  const { answer, judgement } = core.state.get();
  const ruleDeclines = isDeclining(judgement?.rules);
  const declines = (judgement: Judgement | null) =>
    ruleDeclines || core.manifest.steps.some((step) => isDeclining(findWrongAnswers(core, step, judgement)));
  if (answer.reason !== "dropout") return declines(judgement);
  const stored = answer.judgement ?? null;
  const { wrong_acceptance_questions = [], wrong_final_questions = [], rules = [] } = stored ?? {};
  const named = isDeclining([...wrong_acceptance_questions, ...wrong_final_questions, ...rules]);
  return !named || declines(stored) || declines(judgement);
}
