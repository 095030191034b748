// Which step is open: by its header, by Next or because the server said so. A step that opens is counted, and gets its
// questions; an answer of a completed step that is changed makes it, and what follows, wait for the next save.
import { openStep } from "#engine/progress.ts";
import { track } from "../analytics.ts";
import type { WizardCore } from "./core.ts";
import { retrySource } from "./sources.ts";
import { canOpen, openKey, withFlags } from "./steps.ts";

export interface Opening {
  /** From its header, where that is allowed. */
  open(step: string): void;
  close(): void;
  /** Opens it whatever its header says; one that is open stays so. */
  reveal(step: string): void;
  /** The step that was open when the draft was kept. */
  reopen(step: string | null): void;
  start(): () => void;
}

export function createOpening(core: WizardCore, about: { product: string; flow: string }): Opening {
  const { state } = core;
  const allowed = (step: string) => canOpen(state.get().progress, step, core.flow);

  function fold(step: string): void {
    state.set({ progress: openStep(state.get().progress, step) });
  }

  let seen: string | null = null;
  function notice(): void {
    const step = openKey(state.get().progress);
    if (step === seen) return;
    seen = step;
    if (step === null) return;
    track({ name: "step_opened", ...about, step });
    const call = core.step(step)?.questions;
    if (call && state.get().sources[call] === undefined) void retrySource(core, call);
  }

  const stopUncompleting = core.onCommit(({ step }) => {
    const { progress } = state.get();
    if (progress[step]?.active && progress[step]?.completed && core.session(step).dirty) {
      state.set({ progress: withFlags(openStep(progress, step), step, { completed: false }) });
    }
  });

  return {
    open(step) {
      if (!allowed(step)) return;
      fold(step);
      state.set({ headed: { step }, autoSaved: null });
    },
    close() {
      const { progress } = state.get();
      const step = openKey(progress);
      if (step) state.set({ progress: withFlags(progress, step, { active: false }) });
    },
    reveal(step) {
      if (!state.get().progress[step]?.active) fold(step);
    },
    reopen(step) {
      if (step && step !== openKey(state.get().progress) && allowed(step)) fold(step);
    },
    start() {
      notice();
      const stopNoticing = state.subscribe(notice);
      return () => {
        stopUncompleting();
        stopNoticing();
      };
    },
  };
}
