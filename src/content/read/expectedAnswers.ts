// What the questions of a product imply for its cases: a base without an answer to a question gives the expected one. So
// a new question changes no case.
import { isObject } from "#engine/schemaTree.ts";
import type { Answers, JsonObject, StepManifest } from "#engine/types.ts";
import { storedQuestions } from "#underwriting/judgement.ts";

/** Which steps ask which questions. */
export interface Asking {
  steps: readonly StepManifest[];
  questions: JsonObject | null;
}

/** The same object where nothing is implied. */
export function withExpectedAnswers<F extends { step: string; base: Answers }>(
  fixture: F,
  { steps, questions }: Asking,
): F {
  const call = steps.find(({ key }) => key === fixture.step)?.questions;
  const [name, answers] = Object.entries(fixture.base).find(([, value]) => isObject(value)) ?? [];
  if (!call || name === undefined) return fixture;
  const unanswered = storedQuestions(questions, call).filter(({ id }) => !Object.hasOwn(Object(answers), String(id)));
  if (unanswered.length === 0) return fixture;
  const implied = Object.fromEntries(unanswered.map(({ id, expected_answer }) => [id, expected_answer === "yes"]));
  return { ...fixture, base: { ...fixture.base, [name]: { ...Object(answers), ...implied } } };
}
