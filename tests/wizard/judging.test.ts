// The consequences of answers: the server reports them after the answers were given, and the screen follows the current
// answer.

import { expect, test } from "vitest";
import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { WizardCore } from "#wizard/model/core.ts";
import { withJudgement } from "#wizard/model/lists/lists.ts";
import { findWrongAnswers, isDeclined } from "#wizard/model/sending/judgedAnswers.ts";
import { createStore, initialState } from "#wizard/model/state.ts";
import { answers } from "./support/answers.ts";
import { holdTime, openAt, pass, serveRequests } from "./support/request.ts";

serveRequests();
holdTime();

const valid = answers.acceptance.questions_of_acceptance;
/** An answer that ends the request, one that calls for an underwriter and has a notice, one that has none. */
const [declines, noticed, silent] = [4103, 4104, 4102];
const acceptance = (changes: object) => ({ questions_of_acceptance: { ...valid, ...changes } });
const declined = { question: "?", answer: true, notice: null, effect: "decline" as const };
const judgement = {
  wrong_acceptance_questions: [{ id: declines, ...declined }],
  wrong_final_questions: [],
  rules: [],
};

test("a declining answer forbids sending before it is saved, and taking it back allows it again", async () => {
  const { session, wizard, called } = await openAt("acceptance");
  session("acceptance").commit(acceptance({ [declines]: true }));
  await pass(400);
  expect(called("premium").at(-1)?.body).toMatchObject({ acceptance: acceptance({ [declines]: true }) });
  expect(called("save acceptance")).toHaveLength(0);
  expect(wizard.sendButtons().map(({ reason }) => reason)).toEqual(["dropout", "dropout"]);
  const question = wizard.core.lists().acceptance_questions?.find(({ value }) => value === declines);
  expect(question).toMatchObject({ judged: { answer: true, effect: "decline" } });
  session("acceptance").commit(acceptance({}));
  expect(wizard.sendButtons().map(({ reason }) => reason)).toEqual(["incomplete", "incomplete"]);
});

test("a declining answer that was saved counts until it is changed on the screen, whatever the server answered", async () => {
  const { session, wizard, state } = await openAt("acceptance");
  session("acceptance").commit(acceptance({ [declines]: true }));
  await wizard.saving.save("acceptance", "next");
  expect(state.get().answer.reason).toBe("dropout");
  expect(wizard.sendButtons().map(({ reason }) => reason)).toEqual(["dropout", "dropout"]);
  session("acceptance").commit(acceptance({}));
  expect(wizard.sendButtons().map(({ reason }) => reason)).toEqual(["incomplete", "incomplete"]);
  session("acceptance").commit(acceptance({ [declines]: true }));
  expect(wizard.sendButtons().map(({ reason }) => reason)).toEqual(["dropout", "dropout"]);
});

test("a rule that declines forbids sending as long as the newest judgement names it", () => {
  const rule = { message: "Too old.", effect: "decline" as const };
  const stored = { reason: "dropout", judgement: { ...judgement, wrong_acceptance_questions: [], rules: [rule] } };
  const state = initialState({ answer: stored as unknown as ProgressAnswer, progress: {}, forms: {}, sources: {} });
  const judgedBy = (rules: (typeof rule)[]) => ({ ...state, judgement: { ...stored.judgement, rules } });
  const isDeclinedBy = (rules: (typeof rule)[]) => {
    const core = { state: { get: () => judgedBy(rules) }, stepAnswers: () => ({}), manifest: { steps: [] } };
    return isDeclined(core as unknown as WizardCore);
  };
  expect([isDeclinedBy([rule]), isDeclinedBy([])]).toEqual([true, false]);
});

test("a server that names no declining answer is believed until the next save", () => {
  const answer = { reason: "dropout" } as ProgressAnswer;
  const state = initialState({ answer, progress: {}, forms: {}, sources: {} });
  const core = { state: createStore(state, () => state), stepAnswers: () => ({}), manifest: { steps: [] } };
  expect(isDeclined(core as unknown as WizardCore)).toBe(true);
});

test("a declining answer that is not saved stays one when another step is saved", async () => {
  const { session, wizard, state } = await openAt("final-questions");
  const step = wizard.core.step("acceptance")!;
  wizard.open("acceptance");
  session("acceptance").commit(acceptance({ [declines]: true }));
  wizard.open("coverage-choice");
  await pass(400);
  expect(await wizard.saving.save("coverage-choice", "next")).toBe("saved");
  await pass(400);
  expect(state.get().progress.acceptance).toMatchObject({ completed: false, active: true });
  expect(findWrongAnswers(wizard.core, step).map(({ id }) => id)).toEqual([declines]);
  expect(wizard.sendButtons().map(({ reason }) => reason)).toEqual(["dropout", "dropout"]);
});

test("answers to questions are no reason to ask for the amounts again", async () => {
  const { session, state } = await openAt("acceptance");
  await pass(400);
  const { premium } = state.get();
  session("acceptance").commit(acceptance({}));
  await pass(10);
  expect(state.get().premium).toBe(premium);
});

test("only answers that are still the ones judged count as wrong", async () => {
  const { session, wizard } = await openAt();
  const step = wizard.core.step("acceptance")!;
  wizard.core.dispatch({ type: "judged", judgement });
  session("acceptance").commit(acceptance({ [declines]: true }));
  expect(findWrongAnswers(wizard.core, step).map(({ id }) => id)).toEqual([declines]);
  session("acceptance").commit(acceptance({}));
  expect(findWrongAnswers(wizard.core, step)).toEqual([]);
});

test("a back end without judgements shows by its notices which answer is wrong", async () => {
  const { session, wizard } = await openAt();
  wizard.core.dispatch({ type: "judged", judgement: null });
  session("acceptance").commit(acceptance({ [noticed]: true, [silent]: true }));
  expect(findWrongAnswers(wizard.core, wizard.core.step("acceptance")!).map(({ id }) => id)).toEqual([noticed]);
});

test("lists of questions carry the judgement, other lists stay", async () => {
  const { wizard } = await openAt();
  const lists = { acceptance_questions: [{ value: declines }, { value: noticed }], insured_amounts: [{ value: 1 }] };
  const judged = withJudgement(lists, wizard.core.manifest, judgement);
  expect(judged.acceptance_questions?.map((item) => item.judged !== undefined)).toEqual([true, false]);
  expect(judged.insured_amounts).toBe(lists.insured_amounts);
  expect(withJudgement(lists, wizard.core.manifest, null)).toEqual(lists);
});
