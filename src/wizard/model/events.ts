// The reducers of all events of an open wizard, which alone change the state. They are pure. Effects of events are in
// `wizard.ts`.

import type { Judgement, ProgressAnswer, SentRequest, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { Answers, SendAction, StepForm, StepMeta } from "#engine/schema/types.ts";
import { openStep, type Progress, reconsiderStep } from "#engine/steps/progress.ts";
import type { FieldFiles } from "#widgets/runtime/runtime.ts";
import {
  openKey,
  type Premium,
  type RefusedStep,
  type RegisterOffer,
  requestForm,
  type SaveState,
  type StepConflict,
  type WizardState,
} from "./state.ts";

type Change = Partial<WizardState>;
type Sources = WizardState["sources"];
type Prefill = WizardState["prefill"];

/** The committed answers of a form have changed. */
export interface Commit {
  step: string;
  before: Answers;
  after: Answers;
  /** Top-level fields whose value differs. */
  fields: string[];
  /** The answers came from the server. */
  received: boolean;
  /** The step is completed and its answers differ from the stored ones. */
  differs: boolean;
}

const idle: Prefill = { status: "idle", steps: [], offers: [], replaced: null };

/** One row an event: name, payload, change of the state. */
const table = {
  // Steps
  opened: ({ progress }: WizardState, { step }: { step: string }): Change => ({
    progress: openStep(progress, step),
    headed: { step },
    autoSaved: null,
  }),
  revealed: ({ progress }: WizardState, { step }: { step: string }): Change => ({ progress: openStep(progress, step) }),
  closed: ({ progress }: WizardState, { step }: { step: string }): Change => ({
    progress: withFlags(progress, step, { active: false }),
  }),
  headed: (_: WizardState, { step }: { step: string | null }): Change => ({ headed: step === null ? null : { step } }),
  progressed: (
    state: WizardState,
    event: { answer: ProgressAnswer; progress: Progress; stay: string | null },
  ): Change => {
    const progress = event.stay ? keepOpen(event.progress, event.stay) : event.progress;
    const added = addedSteps(state.progress, progress);
    return {
      answer: event.answer,
      progress,
      judgement: event.answer.judgement ?? state.judgement,
      added: added.length > 0 ? added : state.added.filter((key) => progress[key]),
    };
  },

  // Answers
  typed: (): Change => ({}),
  committed: ({ progress, autoSaved, answersRevision }: WizardState, { step, differs }: Commit): Change => ({
    answersRevision: answersRevision + 1,
    autoSaved: autoSaved === step ? null : autoSaved,
    progress: differs ? reconsiderStep(progress, step) : progress,
  }),
  /** A form was created and has filled in its defaults. */
  defaultsFilled: ({ answersRevision }: WizardState): Change => ({ answersRevision: answersRevision + 1 }),
  choiceMade: ({ forms }: WizardState, { step, notes }: { step: string; notes: Record<string, string> }): Change => {
    const { data = {}, meta = {} } = forms[step] ?? {};
    return { forms: { ...forms, [step]: { data, meta: { ...meta, field_text: { ...meta.field_text, ...notes } } } } };
  },
  companyConfirmed: (_: WizardState, { number }: { number: string | null }): Change => ({ confirmedCompany: number }),
  filesChanged: ({ files }: WizardState, event: { field: string; files: FieldFiles }): Change => ({
    files: { ...files, [event.field]: event.files },
  }),

  // Data from the server
  formsArrived: (state: WizardState, { forms }: { forms: Record<string, StepForm> }): Change => ({
    forms: { ...state.forms, ...forms },
  }),
  listsArrived: (state: WizardState, { sources }: { sources: Sources }): Change => ({
    sources: { ...state.sources, ...sources },
  }),
  judged: (_: WizardState, { judgement }: { judgement: Judgement | null }): Change => ({ judgement }),

  // The local draft
  restored: (): Change => ({ restored: true }),
  keeping: (_: WizardState, { kept }: { kept: boolean }): Change => ({ kept }),
  keptHere: ({ saves }: WizardState, { steps }: { steps: readonly string[] }): Change => {
    const silent = steps.filter((step) => !isMoreImportant(saves[step]));
    if (silent.length === 0) return {};
    return { saves: { ...saves, ...Object.fromEntries(silent.map((step) => [step, { kind: "device" } as const])) } };
  },

  // Saving
  saving: (state: WizardState, { step, slow }: { step: string; slow?: true }): Change =>
    withSave(state, step, slow ? { kind: "saving", slow } : { kind: "saving" }),
  retrying: (state: WizardState, { step, attempt }: { step: string; attempt: number }): Change =>
    withSave(state, step, { kind: "retrying", attempt }),
  stored: (state: WizardState, { step, at }: { step: string; at: number }): Change => ({
    ...withSave(state, step, { kind: "saved", at }),
    lastStored: { step, at },
  }),
  saveFailed: (state: WizardState, { step, code }: { step: string; code: string }): Change =>
    withSave(state, step, { kind: "failed", code }),
  saved: (state: WizardState, { step, action, quiet }: Saved): Change => {
    const { progress, refused, headed, savedForLater, prefill } = state;
    // After the last step there is only sending.
    const next = openKey(progress) ?? requestForm;
    return {
      prefill: prefill.replaced?.step === step ? { ...prefill, replaced: null } : prefill,
      elsewhere: null,
      refused: refused?.step === step ? null : refused,
      savedForLater: savedForLater || (action === "save" && !quiet),
      headed: action === "next" && !quiet && next !== step ? { step: next } : headed,
    };
  },
  savedItself: (_: WizardState, { step }: { step: string }): Change => ({ autoSaved: step }),
  refused: (_: WizardState, { refusal }: { refusal: RefusedStep }): Change => ({ refused: refusal }),
  changedElsewhere: (_: WizardState, { steps, sending = false }: { steps: string[]; sending?: boolean }): Change => ({
    elsewhere: { steps, sending },
  }),
  conflict: ({ conflicts }: WizardState, { step, conflict }: { step: string; conflict: StepConflict }): Change => ({
    conflicts: { ...conflicts, [step]: conflict },
  }),
  conflictSettled: (state: WizardState, { step, form }: { step: string; form: StepForm }): Change => {
    const { [step]: _settled, ...conflicts } = state.conflicts;
    return { conflicts, forms: { ...state.forms, [step]: form } };
  },

  // The premium. The old amount is shown until the new one arrives.
  pricing: ({ premium }: WizardState): Change => ({ premium: { status: "updating", premium: premium.premium } }),
  priced: ({ sources }: WizardState, { premium }: { premium: Premium }): Change => ({
    premium: { status: premium.total_amount === null ? "none" : "ready", premium },
    // A failed request keeps the choices: without them the broker could not correct anything.
    sources: { ...sources, premium: { premium } },
  }),
  unpriced: (): Change => ({ premium: { status: "none", premium: null } }),
  priceFailed: (): Change => ({ premium: { status: "error", premium: null } }),

  // The register of companies
  numberChanged: ({ forms }: WizardState, { metas }: Metas): Change => ({
    forms: withMetas(forms, metas),
    prefill: idle,
  }),
  registerAsked: (): Change => ({ prefill: { ...idle, status: "asking" } }),
  registered: ({ forms }: WizardState, { step, meta }: { step: string; meta: StepMeta }): Change => ({
    forms: withMetas(forms, { [step]: meta }),
  }),
  prefilled: (_: WizardState, { status, steps, offers }: Omit<Prefill, "replaced">): Change => ({
    prefill: { status, steps, offers, replaced: null },
  }),
  /** A save replaced values that were typed while the register was unavailable or about another number. */
  replaced: ({ prefill }: WizardState, replaced: NonNullable<Prefill["replaced"]>): Change => ({
    prefill: { ...prefill, replaced: { step: replaced.step, fields: replaced.fields } },
  }),
  offerUsed: ({ prefill }: WizardState, { step, field }: Pick<RegisterOffer, "step" | "field">): Change => ({
    prefill: { ...prefill, offers: prefill.offers.filter((offer) => offer.step !== step || offer.field !== field) },
  }),

  // Sending
  sendTried: (_: WizardState, { companyUnconfirmed }: { companyUnconfirmed: boolean }): Change => ({
    companyUnconfirmed,
  }),
  sending: (_: WizardState, { action }: { action: SendAction }): Change => ({ sending: action }),
  sendingEnded: (): Change => ({ sending: null }),
  sent: (_: WizardState, { action, answer }: { action: SendAction; answer: SubmitAnswer }): Change => ({
    outcome: { kind: "answered", action, answer },
  }),
  sentElsewhere: (_: WizardState, { sent }: { sent: SentRequest | null }): Change => ({
    outcome: { kind: "sent", sent },
  }),
  answerLost: (_: WizardState, { action, repeats }: { action: SendAction; repeats: boolean }): Change => ({
    outcome: { kind: "unconfirmed", action, repeats },
  }),
  sendFailed: (_: WizardState, { failure }: { failure: SendFailure }): Change => ({
    outcome: { kind: "error", ...failure },
  }),
  returned: (): Change => ({ outcome: null }),

  noticeClosed: (_: WizardState, { notice }: { notice: "restored" | "savedForLater" | "prefill" }): Change =>
    notice === "prefill" ? { prefill: idle } : { [notice]: false },
} satisfies Record<string, (state: WizardState, event: never) => Change>;

export type SendFailure = Omit<Extract<WizardState["outcome"], { kind: "error" }>, "kind">;

interface Saved {
  step: string;
  action: "next" | "save";
  /** Saved without a button: the step stays open and focus does not move. */
  quiet: boolean;
}

interface Metas {
  metas: Record<string, StepMeta>;
}

type Table = typeof table;
type Carried<Row> = Row extends (state: WizardState, event: infer Carries) => Change ? Carries : never;
export type EventName = keyof Table;
export type WizardEvent = { [Name in EventName]: { type: Name } & Carried<Table[Name]> }[EventName];

/** Returns the state after the event, or the same object if nothing changes. */
export function reduce(state: WizardState, event: WizardEvent): WizardState {
  const row = table[event.type] as (state: WizardState, event: WizardEvent) => Change;
  const change = row(state, event);
  const differs = Object.entries(change).some(([name, value]) => state[name as keyof WizardState] !== value);
  return differs ? { ...state, ...change } : state;
}

function withFlags(
  progress: Progress,
  key: string,
  change: Partial<{ active: boolean; completed: boolean; disabled: boolean }>,
): Progress {
  const flags = progress[key];
  return flags ? { ...progress, [key]: { ...flags, ...change } } : progress;
}

/** Keeps a step open that was saved without a button, so that focus does not move (decisions 30). */
function keepOpen(progress: Progress, key: string): Progress {
  if (!progress[key]) return progress;
  return Object.fromEntries(
    Object.entries(progress).map(([step, flags]) => {
      if (step === key) return [step, { ...flags, active: true, disabled: false }];
      return [step, flags.active ? { ...flags, active: false, disabled: false } : flags];
    }),
  );
}

/** Returns the steps that an answer has added. */
function addedSteps(before: Progress, after: Progress): string[] {
  return Object.keys(after).filter((key) => before[key] === undefined);
}

const withSave = ({ saves }: WizardState, step: string, save: SaveState): Change => ({
  saves: { ...saves, [step]: save },
});

/** Whether the status must not be replaced by "saved on this device": a save is running or has failed. */
const isMoreImportant = (save: SaveState | undefined): boolean =>
  save?.kind === "saving" ||
  save?.kind === "retrying" ||
  save?.kind === "device" ||
  (save?.kind === "failed" && save.code !== "invalid");

const withMetas = (forms: WizardState["forms"], metas: Record<string, StepMeta>): WizardState["forms"] => ({
  ...forms,
  ...Object.fromEntries(Object.entries(metas).map(([step, meta]) => [step, { data: forms[step]?.data ?? {}, meta }])),
});
