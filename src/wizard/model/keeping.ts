// Nothing typed is lost: what is not saved yet is kept on this device within a tenth of a second, also text that is not
// committed, and when the page goes away; it comes back when the wizard opens again (decisions 36, 37). Saved and sent
// answers are not kept. Also the saves without a button: of a step whose questions are all answered, and of every answer
// where this device keeps nothing.

import type { DraftVault } from "#api/drafts/vault.ts";
import { renameAnswers } from "#engine/formerNames.ts";
import { sameValue } from "#engine/formValues.ts";
import type { Answers } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import type { Draft } from "./draft.ts";
import type { Commit } from "./events.ts";
import type { Saving } from "./saving.ts";
import { openKey, requestForm } from "./state.ts";

export interface Drafting {
  /** After a key in a text, committed or not, and after every other answer. */
  writeSoon(): void;
  /** Lays a kept draft over the forms; true when anything was put back. */
  restore(draft: Draft): boolean;
  /** Writes now what the widgets still hold too. */
  keep(): void;
  /** What was typed and is neither saved nor kept here: it is lost with the page. */
  unkept(): boolean;
  /** Called when something waits to be written, also when it waits already, and when all is written. */
  onWaiting(listener: (waits: boolean) => void): () => void;
  forget(): void;
  dispose(): void;
}

interface DraftingOptions {
  vault: DraftVault<Draft> | null;
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

  /** Once: the screen does not change for what is kept after that. */
  const tellKept = (steps: string[]) => {
    const { saves } = state.get();
    if (steps.some((step) => saves[step]?.kind !== "device")) dispatch({ type: "keptHere", steps });
  };

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (ended) return;
    newest += 1;
    const turn = newest;
    const steps = findUnsaved(core, revision);
    const names = Object.keys(steps);
    const draft: Draft = { version: 1, relation, open: openKey(state.get().progress), steps };
    const kept = vault !== null && (await vault.write(names.length > 0 ? draft : null));
    if (turn !== newest || ended) return;
    if (kept) tellKept(names);
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
      const kept = renameSteps(draft, core).filter(([key]) => key === requestForm || state.get().progress[key]);
      const layOver = () => {
        for (const [key, { data }] of kept)
          if (data) core.session(key).replace(key === requestForm ? { ...core.form(key).data, ...data } : data);
      };
      layOver();
      // A number other than the stored one removes what came with that, even where the same was typed for the new one.
      layOver();
      for (const [key, { data, texts = {}, revision: at }] of kept) {
        if (data && at !== undefined && draft.relation === relation) setRevision(key, at);
        for (const [id, text] of Object.entries(texts)) core.session(key).keepText(id, text);
      }
      return kept.some(([key, { texts }]) => texts || core.session(key).dirty);
    },
    keep() {
      for (const session of core.sessions().values()) session.flush();
      void write();
    },
    unkept: () => !ended && !state.get().kept && Object.keys(findUnsaved(core, revision)).length > 0,
    onWaiting(listener) {
      listeners.add(listener);
      if (waits) listener(true);
      return () => void listeners.delete(listener);
    },
    forget() {
      ended = true;
      clearTimeout(timer);
      void vault?.clear();
      tell(false);
    },
    dispose: () => clearTimeout(timer),
  };
}

/** Answers of an earlier release get the names that their fields have now. */
const renameSteps = ({ steps }: Draft, { manifest: { was } }: WizardCore) =>
  Object.entries(steps).map(
    ([key, step]) => [key, step.data ? { ...step, data: renameAnswers(was, key, step.data) } : step] as const,
  );

/** The steps with answers that are not saved, with what is being typed laid over, or with texts that are no answers. */
function findUnsaved(core: WizardCore, revision: DraftingOptions["revision"]): Draft["steps"] {
  const steps: Draft["steps"] = {};
  for (const [key, session] of core.sessions()) {
    const data = session.pending();
    const texts = session.texts();
    const answered = session.dirty || data !== session.data();
    if (answered) steps[key] = { data, revision: revision(key) };
    if (Object.keys(texts).length > 0) steps[key] = { ...steps[key], texts };
  }
  const { [requestForm]: block, ...others } = steps;
  const unsaved = block?.data && findChanged(core.form(requestForm).data, block.data);
  return unsaved && Object.keys(unsaved).length > 0 ? { ...others, [requestForm]: { data: unsaved } } : others;
}

/**
 * What of the request block differs from what is stored. Its declarations are never stored, and an answer beside them may be
 * newer on the server than here.
 */
const findChanged = (stored: Answers, data: Answers): Answers =>
  Object.fromEntries(Object.entries(data).filter(([name, value]) => !sameValue(value, stored[name])));

interface AutoNext {
  committed(commit: Commit): void;
  dispose(): void;
}

/**
 * A step that saves itself once every question has an answer (spec: wizard 4, decisions 30): with action next, without moving
 * focus, and not while a save of it is under way. Answers that are taken back are saved too, so that the server never holds an
 * answer that the screen does not show.
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
  /** A step was saved: what waits for it goes on. */
  saved(): void;
  /** That the device refuses is known only after it was asked to keep what was answered. */
  notKept(): void;
  dispose(): void;
}

/**
 * Where this device keeps nothing, a step saves what was answered as soon as typing rests, so that a reload loses nothing. It
 * saves for later only: nothing is judged, opened or announced by it. One step after the other in the order of the page: what
 * follows the kvk number is judged by the server beside the stored number, so that has to arrive first (decisions 83).
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
