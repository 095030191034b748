// Nothing typed is lost: what is not saved yet is kept on this device within a tenth of a second (also text that is not
// committed yet) and when the page goes away, and put back when the wizard opens again (decisions 36, 37). Saved and sent
// answers are not kept.
import type { Draft, DraftStep } from "../draft/draft.ts";
import type { DraftVault } from "../draft/vault.ts";
import type { WizardCore } from "./core.ts";
import { openKey } from "./steps.ts";

export interface Drafting {
  /** After a key in a text, committed or not, and after every other answer. */
  writeSoon(): void;
  /** Lays a kept draft over the forms; true when anything was put back. */
  restore(draft: Draft): boolean;
  /** Writes now what the widgets still hold too. */
  keep(): void;
  /** Answers that are neither saved nor kept here: they go with the page. */
  unkept(): boolean;
  /** Told when something waits to be written, and when all of it is. */
  onWaiting(listener: (waits: boolean) => void): () => void;
  forget(): void;
  dispose(): void;
}

export interface DraftingOptions {
  vault: DraftVault | null;
  revision(step: string): number | undefined;
  setRevision(step: string, revision: number | undefined): void;
  /** Milliseconds from the first key of a burst to the write. */
  typing?: number;
}

export function createDrafting(core: WizardCore, options: DraftingOptions): Drafting {
  const { state, dispatch } = core;
  const { vault, revision, setRevision, typing = 80 } = options;
  const relation = core.opened.exists.relation_number;
  const listeners = new Set<(waits: boolean) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  let waits = false;
  let ended = false;

  const tell = (now: boolean) => {
    if (waits !== now) for (const listener of listeners) listener(now);
    waits = now;
  };

  /** The steps with answers that are not saved, with what is being typed laid over. */
  function findUnsaved(): Record<string, DraftStep> {
    const steps: Record<string, DraftStep> = {};
    for (const [key, session] of core.sessions()) {
      const data = session.pending();
      if (session.dirty || data !== session.data()) steps[key] = { data, revision: revision(key) };
    }
    return steps;
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (ended) return;
    newest += 1;
    const turn = newest;
    const steps = findUnsaved();
    const names = Object.keys(steps);
    const draft: Draft = { version: 1, relation, open: openKey(state.get().progress), steps };
    const kept = vault !== null && (await vault.write(names.length > 0 ? draft : null));
    if (turn !== newest || ended) return;
    if (kept) dispatch({ type: "keptHere", steps: names });
    if (names.length > 0 && state.get().kept !== kept) dispatch({ type: "keeping", kept });
    if (timer === undefined) tell(false);
  }

  function writeSoon(): void {
    if (ended) return;
    timer ??= setTimeout(() => void write(), typing);
    tell(true);
  }

  if (!vault) dispatch({ type: "keeping", kept: false });
  return {
    writeSoon,
    restore(draft) {
      const kept = Object.entries(draft.steps).filter(([key]) => key === "request" || state.get().progress[key]);
      const layOver = () => {
        for (const [key, { data }] of kept) core.session(key).replace(data);
      };
      layOver();
      // Another number than the stored one lets go of what came with that, also where the same was typed for the new one.
      layOver();
      for (const [key, { revision: at }] of kept)
        if (at !== undefined && draft.relation === relation) setRevision(key, at);
      return kept.some(([key]) => core.session(key).dirty);
    },
    keep() {
      for (const session of core.sessions().values()) session.flush();
      void write();
    },
    unkept: () => !ended && !state.get().kept && Object.keys(findUnsaved()).length > 0,
    onWaiting(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forget() {
      ended = true;
      clearTimeout(timer);
      void vault?.clear();
      tell(false);
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}
