// Nothing typed is lost: what is not saved yet is kept on this device, a moment after the last key and when the page goes
// away, and put back when the wizard opens again (decisions 36, 37). Saved and sent answers are not kept.
import type { JsonObject } from "#engine/types.ts";
import type { DraftVault } from "../draft/vault.ts";
import type { WizardCore } from "./core.ts";
import { openKey } from "./steps.ts";

export interface DraftStep {
  data: JsonObject;
  /** The stored revision it started from: a stale one is found out at the next save. */
  revision?: number;
}

export interface Draft {
  version: 1;
  /** The request it belongs to; revisions hold for that one only. */
  relation: number;
  open: string | null;
  steps: Record<string, DraftStep>;
}

export interface Drafting {
  /** Lays a kept draft over the forms; true when anything was put back. */
  restore(draft: Draft): boolean;
  /** Writes now what the widgets still hold too. */
  keep(): void;
  forget(): void;
  dispose(): void;
}

export interface DraftingOptions {
  vault: DraftVault | null;
  revision(step: string): number | undefined;
  setRevision(step: string, revision: number | undefined): void;
  idle?: number;
}

export function parseDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? "null") as Draft | null;
    return draft?.version === 1 && typeof draft.steps === "object" ? draft : null;
  } catch {
    return null;
  }
}

export function createDrafting(core: WizardCore, options: DraftingOptions): Drafting {
  const { state } = core;
  const { vault, revision, setRevision, idle = 250 } = options;
  const relation = core.opened.exists.relation_number;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function unsaved(): Record<string, DraftStep> {
    const steps: Record<string, DraftStep> = {};
    for (const [key, session] of core.sessions()) {
      if (!session.dirty) continue;
      const kept: DraftStep = { data: session.data() };
      const at = revision(key);
      if (at !== undefined) kept.revision = at;
      steps[key] = kept;
    }
    return steps;
  }

  function mark(steps: Record<string, DraftStep>): void {
    const saves = { ...state.get().saves };
    for (const key of Object.keys(steps)) {
      const now = saves[key];
      const tells =
        now?.kind === "saving" || now?.kind === "retrying" || (now?.kind === "failed" && now.code !== "invalid");
      if (!tells) saves[key] = { kind: "device" };
    }
    state.set({ saves });
  }

  function write(): void {
    clearTimeout(timer);
    if (!vault || ended) return;
    const steps = unsaved();
    if (Object.keys(steps).length === 0) vault.remove();
    else if (
      vault.write(JSON.stringify({ version: 1, relation, open: openKey(state.get().progress), steps } satisfies Draft))
    ) {
      mark(steps);
    }
  }

  const stop = core.onCommit(() => {
    clearTimeout(timer);
    timer = setTimeout(write, idle);
  });

  return {
    restore(draft) {
      let restored = false;
      for (const [key, kept] of Object.entries(draft.steps)) {
        if (key !== "request" && !state.get().progress[key]) continue;
        core.session(key).replace(kept.data);
        if (kept.revision !== undefined && draft.relation === relation) setRevision(key, kept.revision);
        restored ||= core.session(key).dirty;
      }
      return restored;
    },
    keep() {
      for (const session of core.sessions().values()) session.flush();
      write();
    },
    forget() {
      ended = true;
      clearTimeout(timer);
      vault?.remove();
    },
    dispose() {
      stop();
      clearTimeout(timer);
    },
  };
}
