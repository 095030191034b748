// Has the answers to questions judged by the server: which answer is expected is known there alone (decisions 28).

import { isJudged } from "#engine/schema/stepKinds.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import type { WizardCore } from "../core.ts";
import { askNewest, cancelQuestion } from "./askNewest.ts";

interface Judging {
  committed(step: string): void;
  /** The server judged its stored answers. Answers that it does not have yet are judged again. */
  progressed(): void;
  /** Breaks off what is on its way. */
  hold(): void;
}

/** Returns the answers of the steps with questions, saved or not. */
export function readJudged({ manifest, answers }: Pick<WizardCore, "manifest" | "answers">): RequestAnswers {
  const all = answers();
  return Object.fromEntries(
    manifest.steps.filter(isJudged).flatMap(({ key }) => (all[key] ? [[key, all[key]] as const] : [])),
  );
}

/**
 * What the answers to questions lead to, in the server's words: which answer is expected is known there alone. Asked a moment
 * after an answer changed, with the premium call, because that one judges and stores nothing.
 */
export function createJudging(core: WizardCore, pause = 300): Judging {
  const { client } = core;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    const inputs = { ...premiumInputs(core.opened.bundle, core.answers()), ...readJudged(core) };
    const answer = await askNewest(client, "judgement", inputs, core.api.premium).catch(() => null);
    if (answer?.judgement) core.dispatch({ type: "judged", judgement: answer.judgement });
  }

  function askSoon(step: string): void {
    const manifest = core.step(step);
    if (!manifest || !isJudged(manifest)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pause);
  }

  return {
    committed: askSoon,
    progressed() {
      for (const [step, session] of core.sessions()) if (session.dirty) askSoon(step);
    },
    hold() {
      clearTimeout(timer);
      void cancelQuestion(client, "judgement");
    },
  };
}
