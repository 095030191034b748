// Sends the request: first the open step that is not saved yet (the additional explanation, mostly), then the request block
// under one Idempotency-Key until the server has answered (decisions 39). A lost answer is asked for again by itself, where the
// server knows the key. A failure keeps everything and offers a retry.

import { isRefused, PortalError, refusalErrors, unreadable } from "#api/calls/errors.ts";
import { backoff } from "#api/calls/queryClient.ts";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { readConflict, readSent } from "#api/wizard/wizard.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, SendAction } from "#engine/schema/types.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import type { WizardCore } from "../core.ts";
import type { SendFailure } from "../events.ts";
import { describeRefusal, takeNews } from "../saving/refusals.ts";
import type { Saving } from "../saving/saving.ts";
import { openKey, type RefusedStep, requestForm } from "../state.ts";
import { filesHold } from "./files.ts";
import { isCompanyUnconfirmed, otherCompany } from "./otherCompany.ts";
import type { SubmitKeys } from "./submitKeys.ts";

/** Calendar days of the request block go over the wire as epoch seconds of local midnight (decisions 21). */
export function toRequestBody(data: Answers, schema: Schema): Answers {
  const properties = schema.properties ?? {};
  const converted = Object.entries(data).map(([field, value]) => {
    const isDay = properties[field]?.format === "date" && typeof value === "string";
    return [field, isDay ? toEpochSeconds(value) : value];
  });
  return Object.fromEntries(converted);
}

/** A refusal that leads back to the fields. One without any is an outcome (spec: wizard 4). */
const isJudged = (error: unknown): error is PortalError =>
  isRefused(error) && (error.status === 422 || error.errors.length > 0);

/** The network failed, or the server failed before it could respond. */
const isLost = (error: unknown) => error instanceof PortalError && (error.temporary || unreadable.includes(error.code));

export interface Submitter {
  send(action: SendAction): Promise<void>;
  /** The same once more, after a lost answer. */
  again(): Promise<void>;
  /** The connection is back: the next try starts at once. */
  hurry(): void;
  dispose(): void;
  /** Back from the error outcome to the wizard as it was. */
  back(): void;
  /** Shows another form of the same refusal, with the focus in a field. */
  show(step: string, field: string): void;
}

interface Parts {
  saving: Saving;
  /** A request that is being sent is neither priced nor saved any more: first comes the answer to a save under way. */
  meanwhile: { hold(): Promise<void>; resume(): void };
  keys: SubmitKeys;
  /** Opens the step with the errors. */
  reveal(step: string): void;
  /** Milliseconds before the next try. */
  pause?(attempt: number): number;
}

/** The number of automatic retries. After that the broker reads whom to contact, and decides. */
const TRIES = 4;

/** Takes in what was typed. A request block that lacks something shows it. */
function isBlockComplete(core: WizardCore, { reveal }: Parts): boolean {
  for (const session of core.sessions().values()) session.flush();
  core.dispatch({ type: "sendTried", companyUnconfirmed: isCompanyUnconfirmed(core) });
  const complete = core.session(requestForm).attempt().length === 0 && !core.state.get().companyUnconfirmed;
  if (!complete) show(core, reveal, { step: requestForm });
  return complete;
}

/** Before sending: whether all of that was stored. */
async function saveFirst(core: WizardCore, { saving, reveal }: Parts, action: SendAction): Promise<boolean> {
  for (const step of findUnsavedSteps(core, action)) {
    const result = await saving.save(step, "next", { quiet: true });
    if (result === "saved") continue;
    // An invalid, refused or conflicting step is opened. A step that could not be saved shows that itself.
    if (result === "conflict") reveal(step);
    else if (core.state.get().outcome?.kind !== "sent") show(core, reveal, { step });
    return false;
  }
  return true;
}

function show(core: WizardCore, reveal: Parts["reveal"], refusal: RefusedStep): void {
  if (refusal.step !== requestForm) reveal(refusal.step);
  core.dispatch({ type: "refused", refusal: { ...refusal, sending: true } });
}

/** Another form of the refusal that shows now. */
function showOther(core: WizardCore, { reveal }: Parts, step: string, field: string): void {
  const { refused } = core.state.get();
  const steps = refused ? [refused.step, ...(refused.others ?? [])] : [];
  show(core, reveal, { ...describeRefusal(steps, step), field });
}

/** Back to the fields that the server refused. */
async function returnToFields(core: WizardCore, { saving, reveal }: Parts, error: PortalError): Promise<void> {
  const [progress, forms] = await Promise.all([core.api.progress(), core.api.forms()]).catch(() => [null, null]);
  if (progress) saving.applyProgress(progress);
  if (forms) saving.applyForms(forms.data);
  core.dispatch({ type: "returned" });
  const steps = saving.placeErrors(refusalErrors(error), requestForm);
  show(core, reveal, describeRefusal(steps, steps.find((step) => step !== requestForm) ?? requestForm));
}

/**
 * Shows answers that another window has changed, before they are sent (decisions 38). Returns "same" if the stored answers are
 * unchanged, or null if they could not be loaded.
 */
async function showChanged(core: WizardCore, { saving, reveal }: Parts): Promise<"shown" | "same" | null> {
  const changed = await takeNews(core, saving, { sending: true });
  const [first] = changed ?? [];
  if (first === undefined) return changed && "same";
  core.dispatch({ type: "returned" });
  reveal(first);
  return "shown";
}

/** The call itself: what goes over the wire, under the key of its content. */
function post(core: WizardCore, { keys, saving }: Parts, action: SendAction): Promise<SubmitAnswer> {
  const block = toRequestBody(core.session(requestForm).active(), core.presented(requestForm).schema);
  const body = otherCompany(core) ? { ...block, other_company: true } : block;
  const key = keys.take(action, [core.opened.exists.draft_id ?? null, core.answers(), body]);
  return core.api.submit(action, body, key, shownRevisions(core, saving.revision));
}

function describeFailure(action: SendAction, error: unknown): SendFailure {
  const { code, said, requestId } = error instanceof PortalError ? error : new PortalError({ code: "failed" });
  return { action, code, message: said, ...(requestId === undefined ? {} : { reference: requestId }) };
}

export function createSubmitting(core: WizardCore, parts: Parts): Submitter {
  const { meanwhile, keys, pause = backoff } = parts;
  const { state, dispatch } = core;
  /** A server that names its drafts knows a repeat by its key. */
  const repeats = core.opened.exists.draft_id !== undefined;
  let attempts = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function unconfirmed(action: SendAction, error: unknown): void {
    if (repeats && attempts === TRIES) {
      dispatch({ type: "sendFailed", failure: { ...describeFailure(action, error), lost: true } });
      return;
    }
    dispatch({ type: "answerLost", action, repeats });
    if (!repeats) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => void again(), pause(attempts));
    attempts += 1;
  }

  /** Retries with the same key and content. Nothing that was changed meanwhile goes along. */
  async function again(): Promise<void> {
    const { outcome, sending } = state.get();
    clearTimeout(waiting);
    const lost = outcome?.kind === "unconfirmed" || (outcome?.kind === "error" && outcome.lost);
    if (!lost || sending) return;
    dispatch({ type: "sending", action: outcome.action });
    await submit(outcome.action).finally(() => dispatch({ type: "sendingEnded" }));
  }

  async function submit(action: SendAction): Promise<void> {
    await meanwhile.hold();
    try {
      dispatch({ type: "sent", action, answer: await post(core, parts, action) });
    } catch (error) {
      await notSent(action, error);
      meanwhile.resume();
    }
  }

  async function notSent(action: SendAction, error: unknown): Promise<void> {
    const elsewhere = readSent(error);
    if (elsewhere) {
      dispatch({ type: "sentElsewhere", sent: elsewhere.sent });
    } else if (isJudged(error)) {
      keys.answered();
      await returnToFields(core, parts, error);
    } else if (isLost(error)) {
      unconfirmed(action, error);
    } else {
      keys.answered();
      if (!readConflict(error) || !(await goOn(action)))
        dispatch({ type: "sendFailed", failure: describeFailure(action, error) });
    }
  }

  /** After answers that another window changed. False: they could not be loaded. */
  async function goOn(action: SendAction): Promise<boolean> {
    const changed = await showChanged(core, parts);
    if (changed === "same") await submit(action);
    return changed !== null;
  }

  return {
    async send(action) {
      const { uploading, fileFailed } = filesHold(state.get());
      if (state.get().sending || uploading || fileFailed) return;
      if (!isBlockComplete(core, parts)) return;
      attempts = 0;
      dispatch({ type: "sending", action });
      try {
        if (await saveFirst(core, parts, action)) await submit(action);
      } finally {
        dispatch({ type: "sendingEnded" });
      }
    },
    again,
    hurry() {
      if (repeats) void again();
    },
    dispose: () => clearTimeout(waiting),
    show: (step, field) => showOther(core, parts, step, field),
    back() {
      clearTimeout(waiting);
      dispatch({ type: "returned" });
    },
  };
}

/**
 * The steps that have to be stored before sending: the open one when it has unsaved answers, and an extra one, which a
 * policy cannot go without. A quotation takes it along when something is in it (decisions 29, 63).
 */
function findUnsavedSteps(core: WizardCore, action: SendAction): string[] {
  const { progress } = core.state.get();
  const open = openKey(progress);
  /** Something was typed or chosen in the step. */
  const hasAnswers = (step: string) =>
    Object.values(core.session(step).active()).some((value) => (Array.isArray(value) ? value.length > 0 : value));
  return Object.entries(progress).flatMap(([key, flags]) => {
    const extra = core.step(key)?.extra === true && !flags.completed;
    const unsaved = core.sessions().get(key)?.dirty === true && (key === open || flags.completed);
    return (extra ? action !== "quotation" || hasAnswers(key) : unsaved) ? [key] : [];
  });
}

/** Of the stored answers that the broker sees. Later input is saved before it is sent. */
function shownRevisions(core: WizardCore, revisionOf: (step: string) => number | undefined): Record<string, number> {
  const steps = Object.keys(core.state.get().progress).filter((step) => core.sessions().get(step)?.dirty !== true);
  return Object.fromEntries(
    steps.flatMap((step) => {
      const revision = revisionOf(step);
      return revision === undefined ? [] : [[step, revision]];
    }),
  );
}
