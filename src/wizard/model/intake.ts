// Applies what the server answers: forms, progress and errors. The server's values win, except in a form that the broker has
// changed since it was sent; where someone else has changed it too, both are compared.

import { PortalError } from "#api/errors.ts";
import type { ConflictAnswer, ProgressAnswer, WireError } from "#api/wireTypes.ts";
import type { SaveAction } from "#api/wizard.ts";
import { type Comparison, compare, resolve } from "#engine/conflict.ts";
import { pointerSegments, toPointer } from "#engine/fieldPath.ts";
import { sameValue } from "#engine/formValues.ts";
import { fromProgressAnswer, reconsiderStep } from "#engine/progress.ts";
import { propertySchemas } from "#engine/schemaTree.ts";
import type { Answers, StepForm } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import type { Registering } from "./registering.ts";
import { requestForm } from "./state.ts";

export interface Intake {
  applyForms(forms: Record<string, StepForm>): void;
  /** `stay`: this step stays open, whatever the server opened. */
  applyProgress(answer: ProgressAnswer, stay?: string | null): void;
  /** Answers the steps that got one, in the order of the page. `sent`: the answers of the fallback step that were refused. */
  placeErrors(errors: readonly WireError[], fallbackStep: string, sent?: Answers): string[];
}

/** `isSent`: the answers of the step are still those that were sent. */
export function createIntake(
  core: WizardCore,
  registering: Pick<Registering, "received">,
  origins: Origins,
  isSent: (step: string) => boolean,
): Intake {
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
    if (sameValue(session.active(), form.data)) session.markSaved();
    else session.replace(form.data, { pristine: true });
  }

  function applyProgress(answer: ProgressAnswer, stay: string | null = null): void {
    const told = fromProgressAnswer(core.manifest, answer);
    const changed = Object.keys(told).find((step) => told[step]?.completed && differsFromStored(step));
    dispatch({ type: "progressed", answer, progress: changed ? reconsiderStep(told, changed) : told, stay });
  }

  /** What is complete on the server is not so here, where the broker has answered otherwise since (decisions 26). */
  function differsFromStored(step: string): boolean {
    const session = core.sessions().get(step);
    return session?.dirty === true && !sameValue(session.active(), core.form(step).data);
  }

  const has = (step: string, field: string) => propertySchemas(core.presented(step).schema).has(field);
  const known = (step: string) => step === requestForm || state.get().progress[step] !== undefined;

  /**
   * The form that an error is about: the one it names, by its step or by the first word of its pointer, else the one that has
   * the field.
   */
  function placed(error: WireError, fallback: string): WireError & { step: string } {
    if (error.step !== undefined && known(error.step)) return { ...error, step: error.step };
    const { step: _unknown, ...own } = error;
    const [first, ...rest] = pointerSegments(error.pointer);
    if (first === undefined || has(fallback, first)) return { ...own, step: fallback };
    if (known(first)) return { ...own, step: first, pointer: toPointer(rest) };
    const holder = Object.keys(state.get().progress).find((step) => has(step, first));
    return { ...own, step: holder ?? fallback };
  }

  function placeErrors(errors: readonly WireError[], fallbackStep: string, sent?: Answers): string[] {
    const byStep = new Map<string, WireError[]>();
    for (const error of errors.map((each) => placed(each, fallbackStep))) {
      byStep.set(error.step, [...(byStep.get(error.step) ?? []), error]);
    }
    for (const [step, own] of byStep) {
      core.session(step).setServerErrors(own, step === fallbackStep ? sent : undefined);
    }
    const order = [...core.manifest.steps.map(({ key }) => key), requestForm];
    return [...byStep.keys()].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  }

  return { applyForms, applyProgress, placeErrors };
}

/**
 * What the answers of each step started from: the stored values and their revision. Forms that arrive later, with the save of
 * another step or from the register, do not change it while the broker's own answers are there. So a stale save is always
 * found, and compared with what the broker saw (decisions 38).
 */
interface Origin {
  revision: number | undefined;
  data: Answers;
}

interface Origins {
  of(step: string): Origin;
  /** The answers now start from this. */
  take(step: string, form: StepForm): void;
  /** They came back from this device with the revision that they started from; its values are not known any more. */
  reopen(step: string, revision: number | undefined): void;
}

const unknown: Origin = { revision: undefined, data: {} };

export function createOrigins(forms: Record<string, StepForm>): Origins {
  const origins = new Map<string, Origin>();
  const take = (step: string, { data, meta }: StepForm) => void origins.set(step, { revision: meta.revision, data });
  for (const [step, form] of Object.entries(forms)) take(step, form);
  const of = (step: string) => origins.get(step) ?? unknown;
  return {
    of,
    take,
    reopen(step, revision) {
      if (revision !== of(step).revision) origins.set(step, { revision, data: {} });
    },
  };
}

/** Someone else saved the step first. */
interface Conflicts {
  /** A 409 that does not say what is stored: the forms do, and the same save would be refused again. */
  find(error: unknown, step: string): Promise<ConflictAnswer | null>;
  /** Takes over what does not clash; false when the broker has to choose about the rest. */
  merge(conflict: ConflictAnswer, step: string, action: SaveAction): boolean;
  /** Takes over what the broker chose; the save that it held back, null when there is none. */
  settle(step: string, choices: Record<string, "yours" | "stored">): SaveAction | null;
}

export function createConflicts(core: WizardCore, origins: Origins): Conflicts {
  const { state, dispatch } = core;

  /** What was chosen, over what is stored now; answers that no field shows stay. */
  function takeOver(
    step: string,
    chosen: Answers,
    { stored, revision }: Pick<ConflictAnswer, "stored" | "revision">,
  ): void {
    const form = { data: stored.data, meta: { ...core.form(step).meta, ...stored.meta, revision } };
    dispatch({ type: "conflictSettled", step, form });
    origins.take(step, form);
    const session = core.session(step);
    const shown = session.active();
    const hidden = Object.entries(session.data()).filter(([field]) => !Object.hasOwn(shown, field));
    session.replace({ ...Object.fromEntries(hidden), ...chosen });
  }

  async function find(error: unknown, step: string): Promise<ConflictAnswer | null> {
    if (!(error instanceof PortalError) || error.status !== 409) return null;
    const forms = await core.api.forms().catch(() => null);
    const stored = forms?.data[step];
    const revision = stored?.meta.revision;
    if (!stored || revision === undefined || revision === origins.of(step).revision) return null;
    return { success: false, code: "conflict", stored, revision };
  }

  function compareWith(step: string, { stored, revision }: Pick<ConflictAnswer, "stored" | "revision">): Comparison {
    // Nothing is stored: the request was started anew elsewhere. The answers here then stay.
    const base = revision === 0 ? {} : origins.of(step).data;
    return compare(base, core.session(step).active(), stored.data);
  }

  return {
    find,
    merge(conflict, step, action) {
      const { revision, stored } = conflict;
      const comparison = compareWith(step, conflict);
      const merged = comparison.conflicts.length === 0;
      if (merged) takeOver(step, comparison.merged, conflict);
      else dispatch({ type: "conflict", step, conflict: { comparison, stored, revision, action } });
      return merged;
    },
    settle(step, choices) {
      const conflict = state.get().conflicts[step];
      if (!conflict) return null;
      // What was typed since the fields were compared counts too.
      core.session(step).flush();
      takeOver(step, resolve(compareWith(step, conflict), choices), conflict);
      return conflict.action;
    },
  };
}
