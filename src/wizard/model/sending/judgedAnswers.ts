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

/** Whether a declined answer is given, saved or not. A decline by the server counts until its last declined answer is changed. */
export function isDeclined(core: JudgedWizard & Pick<WizardCore, "manifest">): boolean {
  const { answer, judgement } = core.state.get();
  const declines = (judgement: Judgement | null) =>
    core.manifest.steps.some((step) =>
      findWrongAnswers(core, step, judgement).some(({ effect }) => effect === "decline"),
    );
  if (answer.reason !== "dropout") return declines(judgement);
  const stored = answer.judgement ?? null;
  const questions = [...(stored?.wrong_acceptance_questions ?? []), ...(stored?.wrong_final_questions ?? [])];
  const named = questions.some(({ effect }) => effect === "decline");
  return !named || declines(stored) || declines(judgement);
}
