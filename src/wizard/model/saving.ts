// Saves steps, and says what came of it: stored, refused, or someone else was first. What the answer brings along is
// taken in by the intake.
import { isRefused, PortalError, refusalErrors } from "#api/errors.ts";
import type { ConflictAnswer, SaveAnswer } from "#api/wireTypes.ts";
import { readConflict, readSent, type SaveAction } from "#api/wizard.ts";
import { compare, resolve } from "#engine/conflict.ts";
import { pointerSegments } from "#engine/fieldPath.ts";
import { sameValue } from "#engine/formValues.ts";
import type { JsonObject } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import { createIntake, createOrigins, type Intake } from "./intake.ts";
import type { Registering } from "./registering.ts";
import { createSaver } from "./saver.ts";
import { openKey } from "./steps.ts";

export type SaveResult = "saved" | "invalid" | "refused" | "conflict" | "failed";

export interface SaveOptions {
  /** A step that saves itself stays open and takes no focus. */
  quiet?: boolean;
}

export interface Saving extends Omit<Intake, "takeOver"> {
  save(step: string, action: SaveAction, options?: SaveOptions): Promise<SaveResult>;
  settle(step: string, choices: Record<string, "yours" | "stored">): Promise<SaveResult>;
  /** Saves the way that failed last time. */
  retry(step: string): Promise<SaveResult>;
  hurry(): void;
  /** Tries nothing again from now on. */
  stop(): void;
  revision(step: string): number | undefined;
  setRevision(step: string, revision: number | undefined): void;
}

export function createSaving(core: WizardCore, registering: Registering): Saving {
  const { state, dispatch } = core;
  const origins = createOrigins(state.get().forms);
  const sent = new Map<string, JsonObject>();
  const tried = new Map<string, SaveAction>();

  const revision = (step: string) => origins.of(step).revision;
  const isSent = (step: string) => sent.get(step) === core.session(step).data();
  const { takeOver, ...intake } = createIntake(core, registering, origins, isSent);

  const saver = createSaver<SaveAnswer>({
    send(step, action) {
      const session = core.session(step);
      sent.set(step, session.data());
      tried.set(step, action);
      return core.api.save(step, action, session.active(), revision(step));
    },
    tell: dispatch,
    isTemporary: (error) => error instanceof PortalError && error.temporary,
    readCode: (error) => (error instanceof PortalError ? error.code : "failed"),
  });

  const refuse = (step: string) => dispatch({ type: "refused", step });
  const notSaved = (step: string) => dispatch({ type: "saveFailed", step, code: "invalid" });

  async function refusedBy(error: PortalError, step: string): Promise<SaveResult> {
    await takeNews(step);
    const steps = intake.placeErrors(refusalErrors(error), step);
    takeLocked(error, step);
    notSaved(step);
    refuse(steps.includes(step) ? step : (steps[0] ?? step));
    return "refused";
  }

  /** A refusal may come of what was changed elsewhere: that is taken in, and said. */
  async function takeNews(step: string): Promise<void> {
    const before = state.get().forms;
    const news = await Promise.all([core.api.progress(), core.api.forms()]).catch(() => null);
    if (!news) return;
    const [progress, { data }] = news;
    intake.applyForms(data);
    intake.applyProgress(progress, step);
    const elsewhere = Object.keys(data).filter(
      (key) => key !== step && before[key] !== undefined && !sameValue(before[key].data, data[key]?.data),
    );
    if (elsewhere.length > 0) dispatch({ type: "changedElsewhere", steps: elsewhere });
  }

  /** What the server has locked meanwhile can only be what it says. */
  function takeLocked(error: PortalError, step: string): void {
    const locked = refusalErrors(error).filter(({ keyword, params }) => keyword === "locked" && "value" in params);
    const values = locked.map(({ pointer, params }) => [pointerSegments(pointer)[0] ?? "", params.value]);
    if (values.length > 0) core.session(step).replace({ ...core.session(step).data(), ...Object.fromEntries(values) });
  }

  function accept(step: string, action: SaveAction, answer: SaveAnswer, quiet: boolean): SaveResult {
    intake.applyForms(answer.steps);
    if (isSent(step)) core.session(step).markSaved();
    const { data, meta } = answer.steps[step] ?? { data: core.session(step).active(), meta: {} };
    origins.take(step, { data, meta: { ...meta, revision: answer.revision ?? meta.revision } });
    const stays = quiet || action === "save";
    intake.applyProgress(answer.progress, stays ? (openKey(state.get().progress) ?? step) : null);
    dispatch({ type: "saved", step, action, quiet });
    return "saved";
  }

  /** Someone else was first: what does not clash is taken over, the broker chooses about the rest. */
  async function compareWith(
    { revision, stored }: ConflictAnswer,
    step: string,
    action: SaveAction,
    options: SaveOptions,
  ): Promise<SaveResult> {
    // Nothing stored at all: the request was begun anew elsewhere. What stands here then stays.
    const base = revision === 0 ? {} : origins.of(step).data;
    const comparison = compare(base, core.session(step).active(), stored.data);
    if (comparison.conflicts.length === 0) {
      takeOver(step, comparison.merged, stored, revision);
      return save(step, action, options);
    }
    dispatch({ type: "conflict", step, conflict: { comparison, stored, revision, action } });
    return "conflict";
  }

  /** A 409 that does not say what is stored: the forms do, and the same save would be refused again. */
  async function findConflict(error: unknown, step: string): Promise<ConflictAnswer | null> {
    if (!(error instanceof PortalError) || error.status !== 409) return null;
    const forms = await core.api.forms().catch(() => null);
    const stored = forms?.data[step];
    const at = stored?.meta.revision;
    if (!stored || at === undefined || at === revision(step)) return null;
    return { success: false, code: "conflict", stored, revision: at };
  }

  async function reject(step: string, action: SaveAction, error: unknown, options: SaveOptions): Promise<SaveResult> {
    const elsewhere = readSent(error);
    if (elsewhere) {
      dispatch({ type: "sentElsewhere", sent: elsewhere.sent });
      return "failed";
    }
    const conflict = readConflict(error) ?? (await findConflict(error, step));
    if (conflict) return compareWith(conflict, step, action, options);
    return isRefused(error) ? refusedBy(error, step) : "failed";
  }

  async function save(step: string, action: SaveAction, options: SaveOptions = {}): Promise<SaveResult> {
    const { quiet = false } = options;
    const session = core.session(step);
    session.flush();
    await registering.settled();
    if (action === "next" && session.attempt().length > 0) {
      if (!quiet) refuse(step);
      notSaved(step);
      return "invalid";
    }
    try {
      return accept(step, action, await saver.save(step, action), quiet);
    } catch (error) {
      // It was not stored: what stands here is the broker's, whatever forms arrive.
      sent.delete(step);
      return reject(step, action, error, options);
    }
  }

  return {
    save,
    ...intake,
    async settle(step, choices) {
      const conflict = state.get().conflicts[step];
      if (!conflict) return "failed";
      takeOver(step, resolve(conflict.comparison, choices), conflict.stored, conflict.revision);
      return save(step, conflict.action);
    },
    retry: (step) => save(step, tried.get(step) ?? "next"),
    hurry: saver.hurry,
    stop: saver.stop,
    revision,
    setRevision: origins.reopen,
  };
}
