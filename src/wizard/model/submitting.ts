// Sends the request: first the open step that is not saved yet (the additional explanation, mostly), then the request block
// under one Idempotency-Key until the server has answered (decisions 39). A lost answer is asked for again by itself, where the
// server knows the key. A failure keeps everything and offers a retry.
import { isRefused, PortalError, refusalErrors, unreadable } from "#api/errors.ts";
import { backoff } from "#api/queryClient.ts";
import { readSent } from "#api/wizard.ts";
import { toEpochSeconds } from "#engine/dates.ts";
import type { Schema } from "#engine/schema.ts";
import type { Answers, SendAction } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import { filesHold } from "./files.ts";
import type { Pricing } from "./premium.ts";
import type { Saving } from "./saving.ts";
import { isUnconfirmed, otherCompany } from "./sending.ts";
import { openKey } from "./steps.ts";
import type { SubmitKeys } from "./submitKey.ts";

export const requestForm = "request";

/** Calendar days of the request block go over the wire as epoch seconds of local midnight (decisions 21). */
export function toRequestBody(data: Answers, schema: Schema): Answers {
  const properties = schema.properties ?? {};
  const converted = Object.entries(data).map(([field, value]) => {
    const isDay = properties[field]?.format === "date" && typeof value === "string";
    return [field, isDay ? toEpochSeconds(value) : value];
  });
  return Object.fromEntries(converted);
}

/** A refusal that leads back to the fields; one without any is an outcome (spec: wizard 4). */
const isJudged = (error: unknown): error is PortalError =>
  isRefused(error) && (error.status === 422 || error.errors.length > 0);

/** The way there or back failed, or the server did before it could say what it did. */
const isLost = (error: unknown) => error instanceof PortalError && (error.temporary || unreadable.includes(error.code));

export interface Submitting {
  send(action: SendAction): Promise<void>;
  /** The same once more, after a lost answer. */
  again(): Promise<void>;
  /** There is a connection: what waits for its next try does not wait any longer. */
  hurry(): void;
  dispose(): void;
  /** Back from the error outcome to the wizard as it was. */
  back(): void;
}

interface Parts {
  saving: Saving;
  /** A request that is sent is not there to be priced any more. */
  premium: Pick<Pricing, "hold" | "resume">;
  keys: SubmitKeys;
  /** Opens the step that errors stand in. */
  reveal(step: string): void;
  /** Milliseconds before the next try. */
  pause?(attempt: number): number;
}

/** Ever slower, up to once a minute. */
const slower = (attempt: number) => (attempt < 4 ? backoff(attempt) : Math.min(60_000, 8000 * 2 ** (attempt - 3)));

export function createSubmitting(core: WizardCore, parts: Parts): Submitting {
  const { saving, premium, keys, reveal, pause = slower } = parts;
  const { state, dispatch } = core;
  /** A server that names its drafts knows a repeat by its key. */
  const repeats = core.opened.exists.draft_id !== undefined;
  let attempts = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Something was typed or chosen in the step. */
  const given = (step: string) =>
    Object.values(core.session(step).active()).some((value) => (Array.isArray(value) ? value.length > 0 : value));

  /**
   * The step that has to be stored before sending: the open one when it holds unsaved answers, and an extra one, which a
   * policy cannot go without; a quotation takes it along when something is in it (decisions 29, 63).
   */
  function unsavedSteps(action: SendAction): string[] {
    const open = openKey(state.get().progress);
    return Object.keys(state.get().progress).filter((key) => {
      const flags = state.get().progress[key]!;
      const extra = core.step(key)?.extra === true && !flags.completed;
      if (extra) return action !== "quotation" || given(key);
      return core.sessions().get(key)?.dirty === true && (key === open || flags.completed);
    });
  }

  async function saveFirst(action: SendAction): Promise<boolean> {
    for (const step of unsavedSteps(action)) {
      const result = await saving.save(step, "next", { quiet: true });
      if (result === "saved") continue;
      // An invalid, refused or conflicting step has to be seen; one that could not be reached says so where it stands.
      if (result === "conflict") reveal(step);
      else if (state.get().outcome?.kind !== "sent") show(step);
      return false;
    }
    return true;
  }

  function show(step: string): void {
    if (step !== requestForm) reveal(step);
    dispatch({ type: "refused", step, sending: true });
  }

  async function refused(error: PortalError): Promise<void> {
    keys.answered();
    const [progress, forms] = await Promise.all([core.api.progress(), core.api.forms()]).catch(() => [null, null]);
    if (progress) saving.applyProgress(progress);
    if (forms) saving.applyForms(forms.data);
    dispatch({ type: "returned" });
    const steps = saving.placeErrors(refusalErrors(error), requestForm);
    show(steps.find((step) => step !== requestForm) ?? requestForm);
  }

  function unconfirmed(action: SendAction): void {
    dispatch({ type: "answerLost", action, repeats });
    if (!repeats) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void again(), pause(attempts));
    attempts += 1;
  }

  /** Asks with the same key and content; nothing that was changed meanwhile goes along. */
  async function again(): Promise<void> {
    const { outcome, sending } = state.get();
    clearTimeout(waiting);
    if (outcome?.kind !== "unconfirmed" || sending) return;
    dispatch({ type: "sending", action: outcome.action });
    await submit(outcome.action).finally(() => dispatch({ type: "sendingEnded" }));
  }

  function failed(action: SendAction, error: unknown): void {
    keys.answered();
    const { code, said: message } = error instanceof PortalError ? error : { code: "failed", said: undefined };
    dispatch({ type: "sendFailed", action, code, message });
  }

  async function submit(action: SendAction): Promise<void> {
    premium.hold();

    const block = toRequestBody(core.session(requestForm).active(), core.presented(requestForm).schema);
    const body = otherCompany(core) ? { ...block, other_company: true } : block;
    try {
      const answer = await core.api.submit(
        action,
        body,
        keys.take(action, [core.opened.exists.draft_id ?? null, core.answers(), body]),
      );
      dispatch({ type: "sent", action, answer });
    } catch (error) {
      const elsewhere = readSent(error);
      if (elsewhere) dispatch({ type: "sentElsewhere", sent: elsewhere.sent });
      else if (isJudged(error)) await refused(error);
      else if (isLost(error)) unconfirmed(action);
      else failed(action, error);
      premium.resume();
    }
  }

  return {
    async send(action) {
      const { uploading, fileFailed } = filesHold(state.get());
      if (state.get().sending || uploading || fileFailed) return;
      for (const session of core.sessions().values()) session.flush();
      dispatch({ type: "sendTried", unconfirmed: isUnconfirmed(core) });
      if (core.session(requestForm).attempt().length > 0 || state.get().unconfirmed) {
        show(requestForm);
        return;
      }
      attempts = 0;
      dispatch({ type: "sending", action });
      try {
        if (await saveFirst(action)) await submit(action);
      } finally {
        dispatch({ type: "sendingEnded" });
      }
    },
    again,
    hurry() {
      if (repeats) void again();
    },
    dispose: () => clearTimeout(waiting),
    back() {
      clearTimeout(waiting);
      dispatch({ type: "returned" });
    },
  };
}
