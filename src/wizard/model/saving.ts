// Saves steps and takes in what the server answers: progress, forms, revision, errors, or that someone else was first.
// The server's values win, except in a form that the broker has changed since it was sent.
import { PortalError } from "#api/errors.ts";
import { conflictOf, type SaveAction, sentOf } from "#api/wizard.ts";
import { sameValue } from "#engine/formValues.ts";
import { fromProgressAnswer } from "#engine/progress.ts";
import type { JsonObject, StepForm } from "#engine/types.ts";
import type { ProgressAnswer, SaveAnswer, SentRequest, WireError } from "#engine/wire.ts";
import { compare, resolve } from "./conflict.ts";
import type { WizardCore } from "./core.ts";
import { createOrigins } from "./origins.ts";
import { createSaver } from "./saver.ts";
import { addedSteps, keepOpen, openKey } from "./steps.ts";

export type SaveResult = "saved" | "invalid" | "refused" | "conflict" | "failed";

export interface SaveOptions {
  /** A step that saves itself stays open and takes no focus. */
  quiet?: boolean;
}

export interface Saving {
  save(step: string, action: SaveAction, options?: SaveOptions): Promise<SaveResult>;
  applyForms(forms: Record<string, StepForm>): void;
  applyProgress(answer: ProgressAnswer, stay?: string | null): void;
  placeErrors(errors: readonly WireError[], fallbackStep: string): string[];
  settle(step: string, choices: Record<string, "yours" | "stored">): Promise<SaveResult>;
  /** Saves the way that failed last time. */
  retry(step: string): Promise<SaveResult>;
  hurry(): void;
  revision(step: string): number | undefined;
  setRevision(step: string, revision: number | undefined): void;
  onSaved(listener: (step: string, action: SaveAction) => void): void;
  /** A save was refused because the request was sent from elsewhere. */
  onSent(listener: (sent: SentRequest | null) => void): void;
}

export function createSaving(core: WizardCore): Saving {
  const { state } = core;
  const origins = createOrigins(state.get().forms);
  const sent = new Map<string, JsonObject>();
  const tried = new Map<string, SaveAction>();
  const listeners = new Set<(step: string, action: SaveAction) => void>();

  let tellSent: (sent: SentRequest | null) => void = () => undefined;

  const revision = (step: string) => origins.of(step).revision;

  const saver = createSaver<SaveAnswer>({
    send(step, action) {
      const session = core.session(step);
      sent.set(step, session.data());
      tried.set(step, action);
      return core.api.save(step, action, session.active(), revision(step));
    },
    onState: (step, save) => state.set({ saves: { ...state.get().saves, [step]: save } }),
    isTemporary: (error) => error instanceof PortalError && error.temporary,
    codeOf: (error) => (error instanceof PortalError ? error.code : "failed"),
  });

  function applyForms(forms: Record<string, StepForm>): void {
    state.set({ forms: { ...state.get().forms, ...forms } });
    for (const [key, form] of Object.entries(forms)) {
      const session = core.sessions().get(key);
      const untouched = !session?.dirty || sent.get(key) === session.data();
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

  function refuse(step: string): void {
    state.set({ refused: { step } });
  }

  function notSaved(step: string): void {
    state.set({ saves: { ...state.get().saves, [step]: { kind: "failed", code: "invalid" } } });
  }

  function accept(step: string, action: SaveAction, answer: SaveAnswer, quiet: boolean): SaveResult {
    if (!answer.success || answer.errors?.length) {
      placeErrors(answer.errors ?? [], step);
      notSaved(step);
      refuse(step);
      return "refused";
    }
    if (answer.steps) applyForms(answer.steps);
    if (sent.get(step) === core.session(step).data()) core.session(step).markSaved();
    const { data, meta } = answer.steps?.[step] ?? { data: core.session(step).active(), meta: {} };
    origins.take(step, { data, meta: { ...meta, revision: answer.revision ?? meta.revision } });
    applyProgress(answer.progress, quiet || action === "save" ? step : null);
    for (const listener of listeners) listener(step, action);
    if (action === "next" && !quiet) moveOn(step);
    return "saved";
  }

  function moveOn(from: string): void {
    const next = openKey(state.get().progress);
    if (next !== from) state.set({ headed: { step: next ?? from } });
  }

  async function reject(step: string, action: SaveAction, error: unknown, options: SaveOptions): Promise<SaveResult> {
    const elsewhere = sentOf(error);
    if (elsewhere) {
      tellSent(elsewhere.sent);
      return "failed";
    }
    const conflict = conflictOf(error);
    if (conflict) {
      // Nothing stored at all: the request was begun anew elsewhere. What stands here then stays.
      const base = conflict.revision === 0 ? {} : origins.of(step).data;
      const comparison = compare(base, core.session(step).active(), conflict.stored.data);
      if (comparison.conflicts.length === 0) {
        takeOver(step, comparison.merged, conflict.stored, conflict.revision);
        return save(step, action, options);
      }
      const mine = { comparison, stored: conflict.stored, revision: conflict.revision, action };
      state.set({ conflicts: { ...state.get().conflicts, [step]: mine } });
      return "conflict";
    }
    if (error instanceof PortalError && error.status === 422) {
      placeErrors(error.errors, step);
      notSaved(step);
      refuse(step);
      return "refused";
    }
    return "failed";
  }

  function takeOver(step: string, chosen: JsonObject, stored: StepForm, next: number): void {
    const { [step]: _settled, ...conflicts } = state.get().conflicts;
    const form = { data: stored.data, meta: { ...core.form(step).meta, ...stored.meta, revision: next } };
    state.set({ conflicts, forms: { ...state.get().forms, [step]: form } });
    origins.take(step, form);
    const session = core.session(step);
    const shown = session.active();
    const hidden = Object.entries(session.data()).filter(([field]) => !Object.hasOwn(shown, field));
    session.replace({ ...Object.fromEntries(hidden), ...chosen });
  }

  async function save(step: string, action: SaveAction, options: SaveOptions = {}): Promise<SaveResult> {
    const { quiet = false } = options;
    const session = core.session(step);
    session.flush();
    if (action === "next" && session.attempt().length > 0) {
      if (!quiet) refuse(step);
      notSaved(step);
      return "invalid";
    }
    try {
      return accept(step, action, await saver.save(step, action), quiet);
    } catch (error) {
      return reject(step, action, error, options);
    }
  }

  return {
    save,
    applyForms,
    applyProgress,
    placeErrors,
    async settle(step, choices) {
      const conflict = state.get().conflicts[step];
      if (!conflict) return "failed";
      takeOver(step, resolve(conflict.comparison, choices), conflict.stored, conflict.revision);
      return save(step, conflict.action);
    },
    retry: (step) => save(step, tried.get(step) ?? "next"),
    hurry: saver.hurry,
    revision,
    setRevision: origins.reopen,
    onSaved: (listener) => void listeners.add(listener),
    onSent(listener) {
      tellSent = listener;
    },
  };
}
