// What the questions of a product imply for its cases: a base without an answer to a question gives the expected one. So
// a new question changes no case.
import { activeData } from "#engine/answers/activeData.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { ANSWER, asksExplained, memberList } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, StepManifest } from "#engine/schema/types.ts";
import { storedQuestions } from "#underwriting/judgement.ts";

/** Which steps ask which questions. */
export interface StepQuestions {
  steps: readonly StepManifest[];
  questions: JsonObject | null;
  /** By step, the record that its questions are explained in. */
  explained?: Record<string, Schema>;
}

/** Finds the record of questions that are explained, in a step as it is written. */
export function findExplained(written: unknown): Schema | undefined {
  if (!isObject(written)) return undefined;
  if (isObject(written.ask) && asksExplained(written)) return memberList(written)?.member;
  return Object.values(written)
    .map(findExplained)
    .find((found) => found !== undefined);
}

const EXPLANATION = "Dit speelt op één locatie en is opgelost.";

/** An answer as a broker gives it: `record` is that of a question with an explanation. */
export function giveAnswer(answer: boolean, record: Schema | undefined): unknown {
  if (!record) return answer;
  const texts = [...propertySchemas(record)].filter(([, described]) => described.some(({ type }) => type === "string"));
  const explained = { [ANSWER]: answer, ...Object.fromEntries(texts.map(([name]) => [name, EXPLANATION])) };
  return activeData(record, explained, { lists: {}, today: "" });
}

interface AnsweredBase {
  step: string;
  base: Answers;
  cases?: readonly { set?: JsonObject; wrong?: string }[];
}

/** Cases answer the first question of a group wrongly where they say so (`wrong`), with an explanation where the question asks for one. */
export function withExpectedAnswers<F extends AnsweredBase>(fixture: F, asking: StepQuestions): F {
  return answerWrongly(fillExpected(fixture, asking), asking.explained?.[fixture.step]);
}

function fillExpected<F extends AnsweredBase>(fixture: F, { steps, questions, explained = {} }: StepQuestions): F {
  const call = steps.find(({ key }) => key === fixture.step)?.questions;
  const [name, answers] = Object.entries(fixture.base).find(([, value]) => isObject(value)) ?? [];
  if (!call || name === undefined) return fixture;
  const unanswered = storedQuestions(questions, call).filter(({ id }) => !Object.hasOwn(Object(answers), String(id)));
  if (unanswered.length === 0) return fixture;
  const implied = Object.fromEntries(
    unanswered.map(({ id, expected_answer }) => [id, giveAnswer(expected_answer === "yes", explained[fixture.step])]),
  );
  return { ...fixture, base: { ...fixture.base, [name]: { ...Object(answers), ...implied } } };
}

/** A group without answers leaves `wrong` in the case, which then leads to nothing. */
function answerWrongly<F extends AnsweredBase>(fixture: F, record: Schema | undefined): F {
  // The check reports a case that is none at its place.
  if (!fixture.cases?.some((fixtureCase) => fixtureCase?.wrong !== undefined)) return fixture;
  const cases = fixture.cases.map((fixtureCase) => {
    const { wrong = "", ...rest } = fixtureCase ?? {};
    const group = fixture.base[wrong];
    const [id] = isObject(group) ? Object.keys(group) : [];
    if (id === undefined) return fixtureCase;
    const answer = readAnswer(Object(group)[id]) !== true;
    return { ...rest, set: { ...rest.set, [`/${wrong}/${id}`]: giveAnswer(answer, record) } };
  });
  return { ...fixture, cases };
}
