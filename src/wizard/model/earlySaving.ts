// Where this device keeps nothing, a step saves what was answered as soon as typing rests, so that a reload loses nothing.
// It saves for later only: nothing is judged, opened or announced by it. One step after the other in the order of the page: what
// follows the kvk number is judged by the server beside the stored number, so that has to arrive first (decisions 83).
import type { WizardCore } from "./core.ts";
import type { Saving } from "./saving.ts";

export interface EarlySaving {
  committed(step: string): void;
  /** A step was saved: what waits for it goes on. */
  saved(): void;
  /** That the device refuses is known only after it was asked to keep what was answered. */
  notKept(): void;
  dispose(): void;
}

export function createEarlySaving(core: WizardCore, saving: Saving, pause = 1000): EarlySaving {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = Promise.resolve();

  const mayGo = (step: string) => {
    const { kept, conflicts, outcome } = core.state.get();
    return !kept && !conflicts[step] && !outcome && core.session(step).dirty;
  };

  async function run(): Promise<void> {
    for (const { key } of core.manifest.steps) {
      if (mayGo(key) && changed.delete(key)) await saving.save(key, "save", { quiet: true });
      // What follows waits for the broker's choice.
      if (core.state.get().conflicts[key]) return;
    }
  }

  function saveSoon(): void {
    if (core.state.get().kept) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      saved = saved.then(run);
    }, pause);
  }

  return {
    saved() {
      if (changed.size > 0) saveSoon();
    },
    committed(step) {
      if (!core.step(step)) return;
      changed.add(step);
      saveSoon();
    },
    notKept: saveSoon,
    /** What rested for less than the pause is saved now: nothing else keeps it. */
    dispose() {
      clearTimeout(timer);
      saved = saved.then(run);
    },
  };
}
