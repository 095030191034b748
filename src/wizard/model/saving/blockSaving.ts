// Stores the request block (first day of cover and so on) soon after it was answered, so that it is there on another device
// too. Declarations stay on this one (decisions 88). What fails is tried again with the next change.
import { readSent } from "#api/wizard/wizard.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { withoutDeclarations } from "#engine/schema/declarations.ts";
import type { Answers, StepMeta } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import { requestForm } from "../state.ts";

interface BlockSaving {
  /** After every change, and after a save of a step for what could not be stored before. */
  saveSoon(): void;
  hurry(): void;
  /** The request is being sent: from now on nothing is stored. Ends when the save that is under way has been answered. */
  hold(): Promise<void>;
  resume(): void;
  /** What waits is stored now. */
  dispose(): void;
}

/** Removes notes of fields with an answer: the form shows their errors itself. A note is about an answer that was removed. */
function withoutNotes({ field_text, ...meta }: StepMeta, answers: Answers): StepMeta {
  if (!field_text) return meta;
  const notes = Object.entries(field_text).filter(([field]) => answers[field] === undefined);
  return { ...meta, field_text: Object.fromEntries(notes) };
}

/** `stored`: called when it is, and need not be kept on this device. `pause`: milliseconds after the last change. */
export function createBlockSaving(core: WizardCore, stored: () => void, pause = 1000): BlockSaving {
  const { state, dispatch } = core;
  const schema = core.opened.bundle.steps[requestForm]?.schema ?? {};
  /** A back end of the specification's calls alone stores steps only. */
  const stores = core.opened.exists.draft_id !== undefined;
  const now = () => withoutDeclarations(schema, core.session(requestForm).active());
  let sent: Answers | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | undefined;
  let held = false;

  const changed = () => core.sessions().has(requestForm) && !sameValue(now(), sent ?? core.form(requestForm).data);

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!stores || saving || held || state.get().outcome || !changed()) return;
    saving = store(now()).then((stored) => {
      saving = undefined;
      if (stored) saveSoon();
    });
  }

  /** Whether that is stored now. */
  async function store(data: Answers): Promise<boolean> {
    try {
      const { steps } = await core.api.save(requestForm, "save", data);
      sent = data;
      const form = { data: steps[requestForm]?.data ?? {}, meta: withoutNotes(core.form(requestForm).meta, data) };
      dispatch({ type: "formsArrived", forms: { [requestForm]: form } });
      stored();
      return true;
    } catch (error) {
      const elsewhere = readSent(error);
      if (elsewhere) dispatch({ type: "sentElsewhere", sent: elsewhere.sent });
      return false;
    }
  }

  function saveSoon(): void {
    if (!stores || held || saving || !changed()) return;
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  }

  return {
    saveSoon,
    hurry: save,
    async hold() {
      held = true;
      clearTimeout(timer);
      await saving;
    },
    resume() {
      held = false;
      saveSoon();
    },
    dispose: save,
  };
}
