// Saves steps and reports the result: stored, refused, or someone else was first. `serverAnswers.ts` applies the server's answer.
// Each try sends the answers as they are when it starts, so nothing typed meanwhile is lost.

import { isRefused, PortalError } from "#api/calls/errors.ts";
import type { SaveAnswer } from "#api/wire/wireTypes.ts";
import { readConflict, readSent, type SaveAction } from "#api/wizard/wizard.ts";
import type { Answers } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import type { RegisterLookup } from "../register/registering.ts";
import { openKey } from "../state.ts";
import { createConflicts, createOrigins, type Origins } from "./conflicts.ts";
import { takeRefusal } from "./refusals.ts";
import { createSaver } from "./saver.ts";
import { createServerAnswers, type ServerAnswers } from "./serverAnswers.ts";

type SaveResult = "saved" | "invalid" | "refused" | "conflict" | "failed";

interface SaveOptions {
  /** A step that saves itself stays open and takes no focus. */
  quiet?: boolean;
}

export interface Saving extends ServerAnswers {
  save(step: string, action: SaveAction, options?: SaveOptions): Promise<SaveResult>;
  settle(step: string, choices: Record<string, "yours" | "stored">): Promise<SaveResult>;
  /** Saves the way that failed last time. */
  retry(step: string): Promise<SaveResult>;
  hurry(): void;
  /** Tries nothing again from now on. */
  stop(): void;
  revision(step: string): number | undefined;
  origins: Origins;
}

export function createSaving(core: WizardCore, registering: RegisterLookup): Saving {
  const { state, dispatch } = core;
  const origins = createOrigins(state.get().forms);
  const conflicts = createConflicts(core, origins);
  const sent = new Map<string, Answers>();
  const tried = new Map<string, SaveAction>();

  const revision = (step: string) => origins.of(step).revision;
  const isSent = (step: string) => sent.get(step) === core.session(step).data();
  const serverAnswers = createServerAnswers(core, registering, origins, isSent);

  const saver = createSaver<SaveAnswer>({
    send(step, action) {
      sent.set(step, core.session(step).data());
      tried.set(step, action);
      return core.api.save(step, action, core.session(step).given(), revision(step));
    },
    tell: dispatch,
    isTemporary: (error) => error instanceof PortalError && error.temporary,
    readCode: (error) => (error instanceof PortalError ? error.code : "failed"),
  });

  function accept(step: string, action: SaveAction, answer: SaveAnswer, quiet: boolean): SaveResult {
    serverAnswers.applyForms(answer.steps);
    if (isSent(step)) core.session(step).markSaved();
    const { data, meta } = answer.steps[step] ?? { data: core.session(step).given(), meta: {} };
    origins.take(step, { data, meta: { ...meta, revision: answer.revision ?? meta.revision } });
    const stays = quiet || action === "save";
    serverAnswers.applyProgress(answer.progress, stays ? (openKey(state.get().progress) ?? step) : null);
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
    await takeRefusal({ core, serverAnswers, registering }, error, { step, sent: refused });
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
    ...serverAnswers,
    async settle(step, choices) {
      const action = conflicts.settle(step, choices);
      return action === null ? "failed" : save(step, action);
    },
    retry: (step) => save(step, tried.get(step) ?? "next"),
    hurry: saver.hurry,
    stop: saver.stop,
    revision,
    origins,
  };
}
