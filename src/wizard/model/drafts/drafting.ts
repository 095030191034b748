// Writes the local draft while the broker works and restores it when the wizard opens (the idea is in `draft.ts`).

import type { DraftVault } from "#api/drafts/vault.ts";
import { renameAnswers, renameFieldId } from "#engine/fields/formerNames.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Answers } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import type { Origins } from "../saving/conflicts.ts";
import { openKey, requestForm } from "../state.ts";
import type { Draft } from "./draft.ts";

export interface Drafting {
  /** Schedules a write, after every key and every answer. */
  writeSoon(): void;
  /** Restores the local draft into the forms. Returns whether anything changed. */
  restore(draft: Draft): boolean;
  /** Commits the text in the widgets and writes at once. */
  keep(): void;
  /** Whether answers exist that are neither saved nor in the draft, and would be lost with the page. */
  unkept(): boolean;
  /** Called with true when a write is pending, also if one is already, and with false when all is written. */
  onWaiting(listener: (waits: boolean) => void): () => void;
  forget(): void;
  dispose(): void;
}

interface DraftingOptions {
  vault: DraftVault<Draft> | null;
  origins: Pick<Origins, "of" | "reopen">;
  /** Milliseconds from the first key of a burst to the write. */
  typing?: number;
}

export function createDrafting(core: WizardCore, options: DraftingOptions): Drafting {
  const { state, dispatch } = core;
  const { vault, origins, typing = 80 } = options;
  const relation = core.opened.exists.relation_number;
  const listeners = new Set<(waits: boolean) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  let waits = false;
  let ended = false;

  const announce = (now: boolean) => {
    if (waits !== now) for (const listener of listeners) listener(now);
    waits = now;
  };

  const announceKept = (steps: string[]) => {
    const { saves } = state.get();
    if (steps.some((step) => saves[step]?.kind !== "device")) dispatch({ type: "keptHere", steps });
  };

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (ended) return;
    newest += 1;
    const turn = newest;
    const steps = findUnsaved(core, origins);
    const names = Object.keys(steps);
    const draft: Draft = { version: 1, relation, open: openKey(state.get().progress), steps };
    const isKept = vault !== null && (await vault.write(names.length > 0 ? draft : null));
    if (turn !== newest || ended) return;
    if (isKept) announceKept(names);
    if (names.length > 0 && state.get().kept !== isKept) dispatch({ type: "keeping", kept: isKept });
    if (timer === undefined) announce(false);
  }

  function writeSoon(): void {
    if (ended) return;
    timer ??= setTimeout(() => void write(), typing);
    announce(true);
  }

  if (!vault) dispatch({ type: "keeping", kept: false });
  return {
    writeSoon,
    restore: (draft) => restore(core, origins, draft),
    keep() {
      for (const session of core.sessions().values()) session.flush();
      void write();
    },
    unkept: () => !ended && !state.get().kept && Object.keys(findUnsaved(core, origins)).length > 0,
    onWaiting(listener) {
      listeners.add(listener);
      if (waits) listener(true);
      return () => void listeners.delete(listener);
    },
    forget() {
      ended = true;
      clearTimeout(timer);
      void vault?.clear();
      announce(false);
    },
    dispose: () => clearTimeout(timer),
  };
}

function restore(core: WizardCore, origins: DraftingOptions["origins"], draft: Draft): boolean {
  const draftSteps = renameSteps(draft, core).filter(([key]) => key === requestForm || core.step(key));
  const restoreSteps = () => {
    for (const [key, { data }] of draftSteps)
      if (data) core.session(key).replace(key === requestForm ? { ...core.form(key).data, ...data } : data);
  };
  restoreSteps();
  // A number other than the stored one removes what came with that, even where the same was typed for the new one.
  restoreSteps();
  const isOfRequest = draft.relation === core.opened.exists.relation_number;
  for (const [key, { data, texts = {}, revision, base = null }] of draftSteps) {
    if (data && revision !== undefined && isOfRequest) origins.reopen(key, { revision, data: base });
    for (const [id, text] of Object.entries(texts)) core.session(key).keepText(id, text);
  }
  return draftSteps.some(([key, { texts }]) => isShown(core, key) && (texts || core.session(key).dirty));
}

/** A step that is not needed now may be needed again: its answers are restored, and nothing is announced. */
const isShown = ({ state }: WizardCore, key: string): boolean =>
  key === requestForm || state.get().progress[key] !== undefined;

/** Renames the answers and the unfinished texts of an earlier release. */
const renameSteps = ({ steps }: Draft, { manifest: { was } }: WizardCore) =>
  Object.entries(steps).map(([key, step]) => {
    const texts = Object.entries(step.texts ?? {}).map(([id, text]) => [renameFieldId(was, id), text] as const);
    const named: Draft["steps"][string] = {
      ...step,
      ...(step.data && { data: renameAnswers(was, key, step.data) }),
      ...(step.base && { base: renameAnswers(was, key, step.base) }),
      ...(step.texts && { texts: Object.fromEntries(texts) }),
    };
    return [key, named] as const;
  });

/** Returns the steps with unsaved answers, including the text that is being typed, or with text that is not an answer. */
function findUnsaved(core: WizardCore, origins: DraftingOptions["origins"]): Draft["steps"] {
  const steps: Draft["steps"] = {};
  for (const [key, session] of core.sessions()) {
    const data = session.pending();
    const texts = session.texts();
    const answered = session.dirty || data !== session.data();
    const { revision, data: base } = origins.of(key);
    if (answered) steps[key] = { data, ...(revision !== undefined && { revision, base: base ?? undefined }) };
    if (Object.keys(texts).length > 0) steps[key] = { ...steps[key], texts };
  }
  const { [requestForm]: block, ...others } = steps;
  const unsaved = block?.data && findChanged(core.form(requestForm).data, block.data);
  return unsaved && Object.keys(unsaved).length > 0 ? { ...others, [requestForm]: { data: unsaved } } : others;
}

/** Returns the answers of the request block that differ from the stored ones: the others may be newer on the server than here. */
const findChanged = (stored: Answers, data: Answers): Answers =>
  Object.fromEntries(Object.entries(data).filter(([name, value]) => !sameValue(value, stored[name])));
