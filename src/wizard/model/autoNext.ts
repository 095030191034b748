// A step that saves itself once every question has an answer (spec: wizard 4, decisions 30): with action next, without
// moving focus, and not while a save of it is under way. Answers that are taken back are saved too, so that the server
// never holds an answer that the screen does not show.
import type { WizardCore } from "./core.ts";
import type { Commit } from "./events.ts";
import type { Saving } from "./saving.ts";

export interface AutoNext {
  committed(commit: Commit): void;
  dispose(): void;
}

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
