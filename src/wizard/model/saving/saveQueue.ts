// Saves without a button, after a pause in typing and for one of three reasons: all questions of a step are answered, this device keeps
// no draft, or the request block (first day of cover and so on) was answered, which is then there on another device too.
import { readSent } from "#api/wizard/wizard.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { withoutDeclarations } from "#engine/schema/declarations.ts";
import type { Answers, StepMeta } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import type { Commit } from "../events.ts";
import { requestForm } from "../state.ts";
import type { Saving } from "./saving.ts";

/** Milliseconds after the last change. */
const PAUSES = { answered: 500, unkept: 1000, block: 1000 };

interface SaveQueue {
  committed(commit: Commit): void;
  /** What could not be stored before may follow: a step was saved, or the device has refused the draft after its first write. */
  goOn(): void;
  hurry(): void;
  /** The request is being sent: its block is stored no more. Ends when the save that is under way has been answered. */
  hold(): Promise<void>;
  resume(): void;
  /** Flushes what is stored nowhere else. */
  dispose(): void;
}

/** `stored`: called when the request block is, and need not be kept on this device. */
export function createSaveQueue(core: WizardCore, saving: Saving, stored: () => void): SaveQueue {
  const { state } = core;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const answered = new Set<string>();
  const changed = new Set<string>();
  const block = createBlock(core, stored);
  let unkeptSaves = Promise.resolve();
  let blockSave: Promise<void> | undefined;
  let held = false;

  function schedule(reason: keyof typeof PAUSES, save: () => void, step = ""): void {
    clearTimeout(timers.get(reason + step));
    timers.set(reason + step, setTimeout(save, PAUSES[reason]));
  }

  const isStored = (step: string) => answered.has(step) || state.get().answer.data[step]?.completed === true;

  /**
   * Saves with action `next` once every question has an answer (spec: wizard 4, decisions 30), without moving focus. A withdrawn answer
   * is saved too, so that the server never stores an answer that the screen does not show.
   */
  async function saveAnswered(step: string): Promise<void> {
    if (!core.session(step).dirty) return;
    const complete = isComplete(core, step);
    if (complete) answered.add(step);
    const result = await saving.save(step, complete ? "next" : "save", { quiet: true });
    if (complete && result === "saved") core.dispatch({ type: "savedItself", step });
  }

  const mayGo = (step: string) => {
    const { kept, conflicts, outcome } = state.get();
    return !kept && !conflicts[step] && !outcome && core.session(step).dirty;
  };

  /**
   * Nothing is judged, opened or announced. The order of the page, because the server checks company data against the stored number,
   * which has to arrive first (decisions 83).
   */
  async function saveUnkept(): Promise<void> {
    for (const { key } of core.manifest.steps) {
      if (mayGo(key) && changed.delete(key)) await saving.save(key, "save", { quiet: true });
      // Later steps wait until the broker has settled the conflict.
      if (state.get().conflicts[key]) return;
    }
  }

  function flushUnkept(): void {
    unkeptSaves = unkeptSaves.then(saveUnkept);
  }

  function saveBlock(): void {
    clearTimeout(timers.get("block"));
    if (blockSave || held || state.get().outcome || !block.isChanged()) return;
    blockSave = block.save().then((isSaved) => {
      blockSave = undefined;
      if (isSaved) scheduleBlock();
    });
  }

  function scheduleBlock(): void {
    if (!held && !blockSave && block.isChanged()) schedule("block", saveBlock);
  }

  function goOn(): void {
    if (changed.size > 0 && !state.get().kept) schedule("unkept", flushUnkept);
    scheduleBlock();
  }

  return {
    committed({ step, received }) {
      if (core.step(step)) changed.add(step);
      if (core.step(step)?.autoNext === "all-answered") {
        clearTimeout(timers.get(`answered${step}`));
        if (isComplete(core, step) || (!received && isStored(step)))
          schedule("answered", () => void saveAnswered(step), step);
      }
      goOn();
    },
    goOn,
    hurry: saveBlock,
    async hold() {
      held = true;
      clearTimeout(timers.get("block"));
      await blockSave;
    },
    resume() {
      held = false;
      scheduleBlock();
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      flushUnkept();
      saveBlock();
    },
  };
}

function isComplete(core: WizardCore, step: string): boolean {
  const contract = core.opened.bundle.contracts[step];
  return contract !== undefined && contract(core.session(step).active(), core.context(step)).length === 0;
}

/** Stores the request block. Declarations stay on this device (decisions 88). What fails is tried again with the next change. */
function createBlock(core: WizardCore, stored: () => void) {
  const schema = core.opened.bundle.steps[requestForm]?.schema ?? {};
  /** A back end of the specification's calls alone stores steps only. */
  const isStorable = core.opened.exists.draft_id !== undefined;
  const now = () => withoutDeclarations(schema, core.session(requestForm).active());
  let sent: Answers | undefined;

  return {
    isChanged: () =>
      isStorable && core.sessions().has(requestForm) && !sameValue(now(), sent ?? core.form(requestForm).data),
    /** Returns whether it was stored. */
    async save(): Promise<boolean> {
      const data = now();
      try {
        const { steps } = await core.api.save(requestForm, "save", data);
        sent = data;
        const form = { data: steps[requestForm]?.data ?? {}, meta: withoutNotes(core.form(requestForm).meta, data) };
        core.dispatch({ type: "formsArrived", forms: { [requestForm]: form } });
        stored();
        return true;
      } catch (error) {
        const elsewhere = readSent(error);
        if (elsewhere) core.dispatch({ type: "sentElsewhere", sent: elsewhere.sent });
        return false;
      }
    },
  };
}

/** Removes notes of fields with an answer: the form shows their errors itself. A note is about an answer that was removed. */
function withoutNotes({ field_text, ...meta }: StepMeta, answers: Answers): StepMeta {
  if (!field_text) return meta;
  const notes = Object.entries(field_text).filter(([field]) => answers[field] === undefined);
  return { ...meta, field_text: Object.fromEntries(notes) };
}
