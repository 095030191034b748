// Saves steps and reports the result: stored, refused, or someone else was first. The intake applies what the answer brings.
// Each try sends the answers as they are when it starts, so nothing typed meanwhile is lost.
import { isRefused, PortalError, refusalErrors } from "#api/errors.ts";
import type { SaveAnswer } from "#api/wireTypes.ts";
import { readConflict, readSent, type SaveAction } from "#api/wizard.ts";
import { pointerSegments } from "#engine/fieldPath.ts";
import { sameValue } from "#engine/formValues.ts";
import type { Answers } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import { createConflicts, createIntake, createOrigins, type Intake } from "./intake.ts";
import type { Registering } from "./registering.ts";
import { createSaver } from "./saver.ts";
import { openKey, type Refused } from "./state.ts";

type SaveResult = "saved" | "invalid" | "refused" | "conflict" | "failed";

interface SaveOptions {
  /** A step that saves itself stays open and takes no focus. */
  quiet?: boolean;
}

export interface Saving extends Intake {
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
  const conflicts = createConflicts(core, origins);
  const sent = new Map<string, Answers>();
  const tried = new Map<string, SaveAction>();

  const revision = (step: string) => origins.of(step).revision;
  const isSent = (step: string) => sent.get(step) === core.session(step).data();
  const intake = createIntake(core, registering, origins, isSent);

  const saver = createSaver<SaveAnswer>({
    send(step, action) {
      sent.set(step, core.session(step).data());
      tried.set(step, action);
      return core.api.save(step, action, core.session(step).active(), revision(step));
    },
    tell: dispatch,
    isTemporary: (error) => error instanceof PortalError && error.temporary,
    readCode: (error) => (error instanceof PortalError ? error.code : "failed"),
  });

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

  async function reject(step: string, action: SaveAction, error: unknown, options: SaveOptions): Promise<SaveResult> {
    // It was not stored: forms that arrive do not replace the broker's answers.
    const refused = sent.get(step);
    sent.delete(step);
    const elsewhere = readSent(error);
    if (elsewhere) {
      dispatch({ type: "sentElsewhere", sent: elsewhere.sent });
      return "failed";
    }
    const conflict = readConflict(error) ?? (await conflicts.find(error, step));
    if (conflict) return conflicts.merge(conflict, step, action) ? save(step, action, options) : "conflict";
    if (!isRefused(error)) return "failed";
    await takeRefusal({ core, intake, registering }, error, { step, sent: refused });
    return "refused";
  }

  async function save(step: string, action: SaveAction, options: SaveOptions = {}): Promise<SaveResult> {
    const { quiet = false } = options;
    const session = core.session(step);
    session.flush();
    await registering.settled();
    if (action === "next" && session.attempt().length > 0) {
      if (!quiet) dispatch({ type: "refused", refusal: { step } });
      dispatch({ type: "saveFailed", step, code: "invalid" });
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
    ...intake,
    async settle(step, choices) {
      const action = conflicts.settle(step, choices);
      return action === null ? "failed" : save(step, action);
    },
    retry: (step) => save(step, tried.get(step) ?? "next"),
    hurry: saver.hurry,
    stop: saver.stop,
    revision,
    setRevision: origins.reopen,
  };
}

/**
 * Applies what was changed elsewhere and says so; null: it could not be loaded. `step`: the refused one, which is compared in
 * its own way.
 */
export async function takeNews(
  core: WizardCore,
  intake: Pick<Intake, "applyForms" | "applyProgress">,
  { step, sending }: { step?: string; sending?: true },
): Promise<string[] | null> {
  const { state, dispatch, api } = core;
  const before = state.get().forms;
  const news = await Promise.all([api.progress(), api.forms()]).catch(() => null);
  if (!news) return null;
  const [progress, { data }] = news;
  intake.applyForms(data);
  intake.applyProgress(progress, step);
  const steps = Object.keys(data).filter(
    (key) =>
      key !== step && core.step(key) && before[key] !== undefined && !sameValue(before[key].data, data[key]?.data),
  );
  if (steps.length > 0) dispatch({ type: "changedElsewhere", steps, ...(sending ? { sending } : {}) });
  return steps;
}

interface RefusalParts {
  core: WizardCore;
  intake: Intake;
  registering: Registering;
}

/** A refusal may come from changes elsewhere; what is refused is then shown at its field. */
async function takeRefusal(
  { core, intake, registering }: RefusalParts,
  error: PortalError,
  { step, sent }: { step: string; sent: Answers | undefined },
): Promise<void> {
  const { dispatch } = core;
  await takeNews(core, intake, { step });
  const steps = intake.placeErrors(refusalErrors(error), step, sent);
  const locked = findLocked(error);
  if (locked.length > 0) {
    // The register could not be reached while the broker typed, and has answered the server since: its notes and locks are
    // fetched now.
    await registering.askAgain();
    takeLocked(core, locked, step);
  }
  dispatch({ type: "saveFailed", step, code: "invalid" });
  dispatch({ type: "refused", refusal: describeRefusal(steps, step) });
}

/** The form to show, and the others that have errors too. */
export function describeRefusal(steps: readonly string[], step: string): Refused {
  const others = steps.filter((each) => each !== step);
  return others.length > 0 ? { step, others } : { step };
}

const findLocked = (error: PortalError): [field: string, value: unknown][] =>
  refusalErrors(error)
    .filter(({ keyword, params }) => keyword === "locked" && "value" in params)
    .map(({ pointer, params }) => [pointerSegments(pointer)[0] ?? "", params.value]);

/** What the server has locked can only have its value; the broker reads which fields were replaced. */
function takeLocked(core: WizardCore, locked: [field: string, value: unknown][], step: string): void {
  core.session(step).replace({ ...core.session(step).data(), ...Object.fromEntries(locked) });
  core.dispatch({ type: "replaced", step, fields: locked.map(([field]) => field) });
}
