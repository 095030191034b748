// The steps with answers that are not saved, as text, with what is being typed laid over. Writing happens at every key, so
// a step that did not change since the last time is not encoded again.
import type { Answers } from "#engine/types.ts";
import type { WizardCore } from "../model/core.ts";
import type { DraftStep } from "./draft.ts";

export function createEncoder(core: WizardCore, revision: (step: string) => number | undefined) {
  const known = new Map<string, { data: Answers; revision: number | undefined; text: string }>();
  return (): Map<string, string> => {
    const steps = new Map<string, string>();
    for (const [key, session] of core.sessions()) {
      const data = session.pending();
      if (data === session.data() && !session.dirty) continue;
      const at = revision(key);
      let entry = known.get(key);
      if (entry?.data !== data || entry.revision !== at) {
        entry = { data, revision: at, text: JSON.stringify({ data, revision: at } satisfies DraftStep) };
        known.set(key, entry);
      }
      steps.set(key, entry.text);
    }
    return steps;
  };
}
