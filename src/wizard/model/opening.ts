// Which step is open: by its header, by Next or by the server. A step that opens is counted, and its questions are fetched.
import { track } from "../analytics.ts";
import type { WizardCore } from "./core.ts";
import { retrySource } from "./lists/lists.ts";
import { canOpen, openKey } from "./state.ts";

interface StepOpener {
  /** From its header, where that is allowed. */
  open(step: string): void;
  close(): void;
  /** Opens it whatever its header allows. A step that is open stays open. */
  reveal(step: string): void;
  /** The step that was open when the draft was kept. */
  reopen(step: string | null): void;
  /** Counts a step that has opened, and fetches its questions. */
  notice(): void;
}

export function createOpening(core: WizardCore, about: { product: string; flow: string }): StepOpener {
  const { state, dispatch } = core;
  const allowed = (step: string) => canOpen(state.get().progress, step, core.flow);

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

  return {
    open(step) {
      if (allowed(step)) dispatch({ type: "opened", step });
    },
    close() {
      const step = openKey(state.get().progress);
      if (step) dispatch({ type: "closed", step });
    },
    reveal(step) {
      if (!state.get().progress[step]?.active) dispatch({ type: "revealed", step });
    },
    reopen(step) {
      if (step && step !== openKey(state.get().progress) && allowed(step)) dispatch({ type: "revealed", step });
    },
    notice,
  };
}
