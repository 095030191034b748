// Nothing typed is lost: what is not saved yet is kept on this device, at every key (also of text that is not committed
// yet), at every choice and when the page goes away, and put back when the wizard opens again (decisions 36, 37). Saved and
// sent answers are not kept.
import type { Draft } from "../draft/draft.ts";
import { createEncoder } from "../draft/encoder.ts";
import type { DraftVault } from "../draft/vault.ts";
import type { WizardCore } from "./core.ts";
import { openKey } from "./steps.ts";

export interface Drafting {
  /** Lays a kept draft over the forms; true when anything was put back. */
  restore(draft: Draft): boolean;
  /** Writes now what the widgets still hold too. */
  keep(): void;
  /** Answers that are neither saved nor kept here: they go with the page. */
  unkept(): boolean;
  forget(): void;
  dispose(): void;
}

export interface DraftingOptions {
  vault: DraftVault | null;
  revision(step: string): number | undefined;
  setRevision(step: string, revision: number | undefined): void;
  /** Milliseconds between two writes while somebody types. */
  typing?: number;
}

export function createDrafting(core: WizardCore, options: DraftingOptions): Drafting {
  const { state } = core;
  const { vault, revision, setRevision, typing = 150 } = options;
  const relation = core.opened.exists.relation_number;
  const encoded = createEncoder(core, revision);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  let ended = false;

  function mark(steps: Iterable<string>): void {
    const { saves } = state.get();
    const next = { ...saves };
    for (const key of steps) {
      const now = saves[key];
      const tells =
        now?.kind === "saving" || now?.kind === "retrying" || (now?.kind === "failed" && now.code !== "invalid");
      if (!tells && now?.kind !== "device") next[key] = { kind: "device" };
    }
    if (Object.keys(next).some((key) => next[key] !== saves[key])) state.set({ saves: next });
  }

  function write(): void {
    clearTimeout(timer);
    if (ended) return;
    if (!vault) {
      keeps(false);
      return;
    }
    const steps = encoded();
    if (steps.size === 0) {
      vault.remove();
      return;
    }
    const head = JSON.stringify({ version: 1, relation, open: openKey(state.get().progress) });
    const body = [...steps].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",");
    if (vault.write(`${head.slice(0, -1)},"steps":{${body}}}`)) mark(steps.keys());
    keeps(!vault.refused());
  }

  function keeps(kept: boolean): void {
    if (state.get().kept !== kept) state.set({ kept });
  }

  /** The first key of a burst at once, then at most one write each pause, the last key included. */
  function keepTyped(): void {
    if (pause) {
      again = true;
      return;
    }
    again = false;
    write();
    pause = setTimeout(() => {
      pause = undefined;
      if (again) keepTyped();
    }, typing);
  }

  const stops = [
    core.onTyped(keepTyped),
    core.onCommit(() => {
      clearTimeout(timer);
      timer = setTimeout(write); // what one click commits is one write
    }),
  ];

  keeps(vault !== null);
  return {
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
      const restored = kept.some(([key]) => core.session(key).dirty);
      return restored;
    },
    keep() {
      for (const session of core.sessions().values()) session.flush();
      write();
    },
    unkept: () => !ended && !state.get().kept && encoded().size > 0,
    forget() {
      ended = true;
      clearTimeout(timer);
      vault?.clear();
    },
    dispose() {
      for (const stop of stops) stop();
      clearTimeout(timer);
      clearTimeout(pause);
    },
  };
}
