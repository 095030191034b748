// Applies the server's answers: forms, progress and errors. The server's values win, except in a form that the broker has changed
// since it was sent (`conflicts.ts` merges those).
import type { ProgressAnswer, WireError } from "#api/wire/wireTypes.ts";
import { pointerSegments, toPointer } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, StepForm } from "#engine/schema/types.ts";
import { fromProgressAnswer, reconsiderStep } from "#engine/steps/progress.ts";
import type { WizardCore } from "../core.ts";
import type { RegisterLookup } from "../register/registering.ts";
import { requestForm } from "../state.ts";
import type { Origins } from "./conflicts.ts";

export interface ServerAnswers {
  applyForms(forms: Record<string, StepForm>): void;
  /** `stay`: the step that stays open, whichever one the server opened. */
  applyProgress(answer: ProgressAnswer, stay?: string | null): void;
  /**
   * Shows each error at its field. Returns the steps with errors, in the order of the page. `sent`: the refused answers of the
   * fallback step.
   */
  placeErrors(errors: readonly WireError[], fallbackStep: string, sent?: Answers): string[];
}

/** `isSent`: whether the answers of the step are still those that were sent. */
export function createServerAnswers(
  core: WizardCore,
  registering: Pick<RegisterLookup, "received">,
  origins: Origins,
  isSent: (step: string) => boolean,
): ServerAnswers {
  const { state, dispatch } = core;

  function applyForms(forms: Record<string, StepForm>): void {
    core.batch(() => {
      core.receive(() => {
        dispatch({ type: "formsArrived", forms });
        for (const [key, form] of Object.entries(forms)) takeForm(key, form);
      });
      registering.received();
    });
  }

  function takeForm(key: string, form: StepForm): void {
    const session = core.sessions().get(key);
    const untouched = !session?.dirty || isSent(key);
    if (!untouched) return;
    origins.take(key, form);
    if (!session) return;
    if (sameValue(session.given(), form.data)) session.markSaved();
    else session.replace(form.data, { pristine: true });
  }

  function applyProgress(answer: ProgressAnswer, stay: string | null = null): void {
    const progress = fromProgressAnswer(core.manifest, answer);
    const changed = Object.keys(progress).find((step) => progress[step]?.completed && differsFromStored(step));
    dispatch({ type: "progressed", answer, progress: changed ? reconsiderStep(progress, changed) : progress, stay });
  }

  /** What is complete on the server is not so here, where the broker has answered otherwise since (decisions 26). */
  function differsFromStored(step: string): boolean {
    const session = core.sessions().get(step);
    return session?.dirty === true && !sameValue(session.given(), core.form(step).data);
  }

  const has = (step: string, field: string) => propertySchemas(core.presented(step).schema).has(field);
  const isKnownStep = (step: string) => step === requestForm || state.get().progress[step] !== undefined;

  /**
   * The form that an error is about: the one it names, by its step or by the first word of its pointer, else the one that has
   * the field.
   */
  function placed(error: WireError, fallback: string): WireError & { step: string } {
    if (error.step !== undefined && isKnownStep(error.step)) return { ...error, step: error.step };
    const { step: _unknown, ...own } = error;
    const [first, ...rest] = pointerSegments(error.pointer);
    if (first === undefined || has(fallback, first)) return { ...own, step: fallback };
    if (isKnownStep(first)) return { ...own, step: first, pointer: toPointer(rest) };
    const holder = Object.keys(state.get().progress).find((step) => has(step, first));
    return { ...own, step: holder ?? fallback };
  }

  function placeErrors(errors: readonly WireError[], fallbackStep: string, sent?: Answers): string[] {
    const byStep = new Map<string, WireError[]>();
    for (const error of errors.map((each) => placed(each, fallbackStep))) {
      byStep.set(error.step, [...(byStep.get(error.step) ?? []), error]);
    }
    for (const [step, stepErrors] of byStep) {
      core.session(step).setServerErrors(stepErrors, step === fallbackStep ? sent : undefined);
    }
    const order = [...core.manifest.steps.map(({ key }) => key), requestForm];
    return [...byStep.keys()].sort((first, second) => order.indexOf(first) - order.indexOf(second));
  }

  return { applyForms, applyProgress, placeErrors };
}
