// Takes in what the server answers: forms, progress and errors. The server's values win, except in a form that the broker
// has changed since it was sent.
import { sameValue } from "#engine/formValues.ts";
import { fromProgressAnswer } from "#engine/progress.ts";
import type { JsonObject, StepForm } from "#engine/types.ts";
import type { ProgressAnswer, WireError } from "#engine/wire.ts";
import type { WizardCore } from "./core.ts";
import type { Origins } from "./origins.ts";
import { addedSteps, keepOpen } from "./steps.ts";

export interface Intake {
  applyForms(forms: Record<string, StepForm>): void;
  /** `stay`: this step stays open, whatever the server opened. */
  applyProgress(answer: ProgressAnswer, stay?: string | null): void;
  /** Answers the steps that got one. */
  placeErrors(errors: readonly WireError[], fallbackStep: string): string[];
  /** After a conflict: what was chosen, over what is stored now; answers that no question shows stay. */
  takeOver(step: string, chosen: JsonObject, stored: StepForm, revision: number): void;
}

/** `isSent`: the answers of the step are still those that were sent. */
export function createIntake(core: WizardCore, origins: Origins, isSent: (step: string) => boolean): Intake {
  const { state } = core;

  function applyForms(forms: Record<string, StepForm>): void {
    state.set({ forms: { ...state.get().forms, ...forms } });
    for (const [key, form] of Object.entries(forms)) {
      const session = core.sessions().get(key);
      const untouched = !session?.dirty || isSent(key);
      if (!untouched) continue;
      origins.take(key, form);
      if (!session) continue;
      if (sameValue(session.active(), form.data)) session.markSaved();
      else session.replace(form.data, { pristine: true });
    }
    core.refreshLists();
  }

  function applyProgress(answer: ProgressAnswer, stay: string | null = null): void {
    const before = state.get().progress;
    const server = fromProgressAnswer(core.manifest, answer);
    const progress = stay ? keepOpen(server, stay) : server;
    const added = addedSteps(before, progress);
    state.set({ answer, progress, added: added.length > 0 ? added : state.get().added.filter((key) => progress[key]) });
  }

  function placeErrors(errors: readonly WireError[], fallbackStep: string): string[] {
    const byStep = new Map<string, WireError[]>();
    for (const error of errors) {
      const step = error.step ?? fallbackStep;
      byStep.set(step, [...(byStep.get(step) ?? []), error]);
    }
    for (const [step, own] of byStep) core.session(step).setServerErrors(own);
    return [...byStep.keys()];
  }

  function takeOver(step: string, chosen: JsonObject, stored: StepForm, revision: number): void {
    const { [step]: _settled, ...conflicts } = state.get().conflicts;
    const form = { data: stored.data, meta: { ...core.form(step).meta, ...stored.meta, revision } };
    state.set({ conflicts, forms: { ...state.get().forms, [step]: form } });
    origins.take(step, form);
    const session = core.session(step);
    const shown = session.active();
    const hidden = Object.entries(session.data()).filter(([field]) => !Object.hasOwn(shown, field));
    session.replace({ ...Object.fromEntries(hidden), ...chosen });
  }

  return { applyForms, applyProgress, placeErrors, takeOver };
}
