// Saves without a button: of a step whose questions are all answered, and of every answer where this device keeps no draft.
import type { WizardCore } from "../core.ts";
import type { Commit } from "../events.ts";
import type { Saving } from "./saving.ts";

interface AutoNext {
  committed(commit: Commit): void;
  dispose(): void;
}

/**
 * Saves a step with action `next` once every question has an answer (spec: wizard 4, decisions 30), without moving focus. A withdrawn
 * answer is saved too, so that the server never stores an answer that the screen does not show.
 */
export function createAutoNext(core: WizardCore, saving: Saving, pause = 500): AutoNext {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ran = new Set<string>();

  function complete(step: string): boolean {
    const contract = core.opened.bundle.contracts[step];
    return contract !== undefined && contract(core.session(step).active(), core.context(step)).length === 0;
  }

  async function run(step: string): Promise<void> {
    if (!core.session(step).dirty || !complete(step)) return;
    ran.add(step);
    const result = await saving.save(step, "next", { quiet: true });
    if (result === "saved") core.dispatch({ type: "savedItself", step });
  }

  const isStored = (step: string) => ran.has(step) || core.state.get().answer.data[step]?.completed === true;

  async function takeBack(step: string): Promise<void> {
    if (core.session(step).dirty && !complete(step)) await saving.save(step, "save", { quiet: true });
  }

  return {
    committed({ step, received }) {
      if (core.step(step)?.autoNext !== "all-answered") return;
      clearTimeout(timer);
      if (complete(step)) timer = setTimeout(() => void run(step), pause);
      else if (!received && isStored(step)) timer = setTimeout(() => void takeBack(step), pause);
    },
    dispose: () => clearTimeout(timer),
  };
}

interface EarlySaving {
  committed(step: string): void;
  /** A step was saved. The others may follow. */
  saved(): void;
  /** The device has refused the draft. That is known only after the first write. */
  notKept(): void;
  dispose(): void;
}

/**
 * Saves changed steps after a pause in typing where this device refuses the local draft, with action `save`: nothing is judged, opened
 * or announced. Steps are saved in the order of the page, because the server checks company data against the stored number, which
 * has to arrive first (decisions 83).
 */
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
      // Later steps wait until the broker has settled the conflict.
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
    /** Flushes pending changes, because they are stored nowhere else. */
    dispose() {
      clearTimeout(timer);
      saved = saved.then(run);
    },
  };
}
