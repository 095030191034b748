// What answers lead to: the server says so once they were given, and the screen follows the answer that stands there now.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withJudgement } from "#wizard/model/lists.ts";
import { wrongNow } from "#wizard/model/sending.ts";
import { upTo } from "./support/answers.ts";
import { backEnd, manifest, openWizard, questions } from "./support/miniature.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const judgement = {
  wrong_acceptance_questions: [],
  wrong_final_questions: [{ id: 11, question: "?", answer: true, notice: null, effect: "decline" as const }],
  reasons: [],
};

describe("judgement", () => {
  test("a declining answer forbids sending before it is saved, and taking it back allows it again", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("final", opened);
    const final = opened.session("final");
    final.commit({ answers: { 11: true } });
    await vi.advanceTimersByTimeAsync(400);
    expect(server.called("premium").at(-1)?.body).toMatchObject({ final: { answers: { 11: true } } });
    expect(server.called("save final")).toHaveLength(0);
    expect(opened.wizard.sendButtons().map(({ reason }) => reason)).toEqual(["dropout", "dropout"]);
    expect(opened.wizard.core.lists().questions?.[0]).toMatchObject({ judged: { answer: true, effect: "decline" } });
    final.commit({ answers: { 11: false } });
    expect(opened.wizard.sendButtons().map(({ reason }) => reason)).toEqual(["incomplete", "incomplete"]);
  });

  test("answers to questions are no reason to ask for the amounts again", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("final", opened);
    await vi.advanceTimersByTimeAsync(400);
    const { premium } = opened.state.get();
    opened.session("final").commit({ answers: { 11: false } });
    await vi.advanceTimersByTimeAsync(10);
    expect(opened.state.get().premium).toBe(premium);
  });

  test("only answers that are still the ones judged count as wrong", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("final", opened);
    const step = manifest.steps[2]!;
    opened.wizard.core.dispatch({ type: "judged", judgement });
    opened.session("final").commit({ answers: { 11: true } });
    expect(wrongNow(opened.state.get(), step).map(({ id }) => id)).toEqual([11]);
    opened.session("final").commit({ answers: { 11: false } });
    expect(wrongNow(opened.state.get(), step)).toEqual([]);
  });

  test("a back end that tells no judgement tells by its notices which answer is wrong", async () => {
    const server = backEnd();
    const opened = openWizard(server);
    await upTo("final", opened);
    const data = questions.map((question) => ({
      ...question,
      refusal_yes: question.id === 12 ? "Not at once." : null,
    }));
    opened.wizard.core.dispatch({ type: "listsArrived", sources: { "closing-questions": { data } } });
    opened.wizard.core.dispatch({ type: "judged", judgement: null });
    opened.session("final").commit({ answers: { 11: true, 12: true } });
    expect(wrongNow(opened.state.get(), manifest.steps[2]!).map(({ id }) => id)).toEqual([12]);
  });

  test("lists of questions carry what was said, other lists stay", () => {
    const lists = { questions: [{ value: 11 }, { value: 12 }], amounts: [{ value: 11 }] };
    const judged = withJudgement(lists, manifest, judgement);
    expect(judged.questions?.map((item) => item.judged !== undefined)).toEqual([true, false]);
    expect(judged.amounts).toBe(lists.amounts);
    expect(withJudgement(lists, manifest, null)).toEqual(lists);
  });
});
