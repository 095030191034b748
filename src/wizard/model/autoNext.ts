// A step that saves itself once every question has an answer (spec: wizard 4, decisions 30): with action next, without
// moving focus, and not while a save of it is under way.
import { contextOf } from "#engine/lists.ts";
import type { WizardCore } from "./core.ts";
import type { Saving } from "./saving.ts";

export function createAutoNext(core: WizardCore, saving: Saving, pause = 500): { dispose(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function complete(step: string): boolean {
    const contract = core.opened.bundle.contracts[step];
    const context = contextOf(core.opened.today, core.lists(), core.form(step).meta);
    return contract !== undefined && contract(core.session(step).active(), context).length === 0;
  }

  async function run(step: string): Promise<void> {
    if (!core.session(step).dirty || !complete(step)) return;
    const result = await saving.save(step, "next", { quiet: true });
    if (result === "saved") core.state.set({ autoSaved: step });
  }

  const stop = core.onCommit(({ step }) => {
    if (core.step(step)?.autoNext !== "all-answered") return;
    core.state.set({ autoSaved: null });
    clearTimeout(timer);
    if (complete(step)) timer = setTimeout(() => void run(step), pause);
  });
  return {
    dispose() {
      stop();
      clearTimeout(timer);
    },
  };
}
