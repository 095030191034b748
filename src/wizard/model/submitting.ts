// Sends the request: first the open step that is not saved yet (the additional explanation, mostly), then the request block
// under one Idempotency-Key until the server has answered (decisions 39). A failure keeps everything and offers a retry.
import { PortalError } from "#api/errors.ts";
import { sentOf } from "#api/wizard.ts";
import { toEpochSeconds } from "#engine/dates.ts";
import type { JsonObject, SendAction } from "#engine/types.ts";
import type { SentRequest } from "#engine/wire.ts";
import type { WizardCore } from "./core.ts";
import type { Drafting } from "./drafting.ts";
import type { Saving } from "./saving.ts";
import { openKey } from "./steps.ts";
import type { SubmitKeys } from "./submitKey.ts";

export const requestForm = "request";

/** Calendar days of the request block go over the wire as epoch seconds of local midnight (decisions 21). */
export function toRequestBody(data: JsonObject, schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const converted = Object.entries(data).map(([field, value]) => {
    const isDay = properties[field]?.format === "date" && typeof value === "string";
    return [field, isDay ? toEpochSeconds(value) : value];
  });
  return Object.fromEntries(converted);
}

export interface Submitting {
  send(action: SendAction): Promise<void>;
  /** Back from the error outcome to the wizard as it was. */
  back(): void;
}

interface Parts {
  saving: Saving;
  drafting: Drafting;
  keys: SubmitKeys;
  /** Opens the step that errors stand in. */
  reveal(step: string): void;
  onFinished(action: SendAction, accepted: string): void;
}

export function createSubmitting(core: WizardCore, { saving, drafting, keys, reveal, onFinished }: Parts): Submitting {
  const { state } = core;

  /** The step that has to be stored before sending: the open one, or an extra one, when it holds unsaved answers. */
  function unsavedSteps(): string[] {
    const open = openKey(state.get().progress);
    return Object.keys(state.get().progress).filter((key) => {
      const flags = state.get().progress[key]!;
      const extra = core.step(key)?.extra === true && !flags.completed;
      return extra || (core.sessions().get(key)?.dirty === true && (key === open || flags.completed));
    });
  }

  async function saveFirst(): Promise<boolean> {
    for (const step of unsavedSteps()) {
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
    state.set({ refused: { step } });
  }

  async function refused(error: PortalError): Promise<void> {
    keys.answered();
    const [progress, forms] = await Promise.all([core.api.progress(), core.api.forms()]).catch(() => [null, null]);
    if (progress) saving.applyProgress(progress);
    if (forms) saving.applyForms(forms.data);
    const steps = saving.placeErrors(error.errors, requestForm);
    show(steps.find((step) => step !== requestForm) ?? requestForm);
  }

  /** Sent from another tab or by a colleague: there is nothing left to send or to keep here. */
  function sentElsewhere(sent: SentRequest | null): void {
    keys.answered();
    drafting.forget();
    state.set({ outcome: { kind: "sent", sent } });
  }
  saving.onSent(sentElsewhere);

  function failed(action: SendAction, error: unknown): void {
    const { code, message } = error instanceof PortalError ? error : { code: "failed", message: undefined };
    state.set({ outcome: { kind: "error", action, code, message } });
  }

  async function submit(action: SendAction): Promise<void> {
    const body = toRequestBody(core.session(requestForm).active(), core.presented(requestForm).schema);
    try {
      const answer = await core.api.submit(action, body, keys.take(action, body));
      if (answer.success === false && answer.errors?.length) {
        await refused(new PortalError({ code: "invalid", status: 422, errors: answer.errors }));
        return;
      }
      keys.answered();
      if (answer.success === false) {
        failed(action, new PortalError({ code: "not_accepted" }));
        return;
      }
      drafting.forget();
      state.set({ outcome: { kind: "answered", action, answer } });
      onFinished(action, answer.accepted);
    } catch (error) {
      const elsewhere = sentOf(error);
      if (elsewhere) sentElsewhere(elsewhere.sent);
      else if (error instanceof PortalError && error.status === 422) await refused(error);
      else failed(action, error);
    }
  }

  return {
    async send(action) {
      if (state.get().sending) return;
      for (const session of core.sessions().values()) session.flush();
      if (core.session(requestForm).attempt().length > 0) {
        show(requestForm);
        return;
      }
      state.set({ sending: action });
      try {
        if (await saveFirst()) await submit(action);
      } finally {
        state.set({ sending: null });
      }
    },
    back: () => state.set({ outcome: null }),
  };
}
