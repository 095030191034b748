// What the answers to questions lead to, in the server's words (decisions 28): which answer is expected is known there
// alone. Asked a moment after an answer changed, with the premium call, because that one judges and stores nothing.

import type { Question, QuestionsAnswer, WrongQuestion } from "#api/wireTypes.ts";
import { premiumInputs } from "#engine/premiumInputs.ts";
import { isJudged } from "#engine/stepKinds.ts";
import type { StepManifest } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import { members } from "./lists.ts";
import { answerTo } from "./sending.ts";

/** A back end that tells no judgement tells at least which answer has a notice: yes (spec: wizard 3). */
const assumed = (questions: Question[] = []): WrongQuestion[] =>
  questions.flatMap(({ id, question, refusal_yes }) =>
    refusal_yes ? [{ id, question, answer: true, notice: refusal_yes }] : [],
  );

/** The wrong answers of a step, as far as they still are what was judged. */
export function wrongNow(
  { state, answers }: Pick<WizardCore, "state" | "answers">,
  { key, questions }: Pick<StepManifest, "key" | "questions">,
): WrongQuestion[] {
  if (!questions) return [];
  const { judgement, sources } = state.get();
  const told = judgement?.[members[questions]] ?? assumed((sources[questions] as QuestionsAnswer | undefined)?.data);
  const data = answers()[key] ?? {};
  return told.filter(({ id, answer }) => answerTo(data, id) === answer);
}

export interface Judging {
  committed(step: string): void;
  /** Breaks off what is on its way. */
  hold(): void;
}

export function createJudging(core: WizardCore, pause = 300): Judging {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function ask(): Promise<void> {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const answers = core.answers();
    const given = core.manifest.steps.filter((step) => isJudged(step) && answers[step.key]);
    const values = Object.fromEntries(given.map(({ key }) => [key, answers[key] ?? {}]));
    const body = { ...premiumInputs(core.manifest, answers), ...values };
    const answer = await core.api.premium(body, signal).catch(() => null);
    if (signal.aborted || !answer?.judgement) return;
    core.dispatch({ type: "judged", judgement: answer.judgement });
  }

  return {
    committed(step) {
      const manifest = core.step(step);
      if (!manifest || !isJudged(manifest)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), pause);
    },
    hold() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}
