// The state of an open wizard: an immutable value that `events.ts` replaces. It contains no answers and no typed text, which
// belong to the form sessions. Also the store of the state.

import type { Judgement, PremiumAnswer, ProgressAnswer, SentRequest, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { Comparison } from "#engine/answers/conflict.ts";
import { Listeners } from "#engine/form/listeners.ts";
import type { FlowManifest, SendAction, StepForm } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import type { Progress } from "#engine/steps/progress.ts";
import type { FieldFiles } from "#widgets/runtime/runtime.ts";

/** The form that is not a step: first day of cover, and the declarations of the broker who sends the request. */
export const requestForm = "request";

export type Premium = PremiumAnswer["premium"];

export interface PremiumState {
  status: "none" | "updating" | "ready" | "error";
  /** The newest amount known. While `updating` it is the old one. Null when the last request failed or was refused. */
  premium: Premium | null;
}

export type SaveState =
  | { kind: "clean" }
  | { kind: "device" }
  /** `slow`: no response for so long that the broker should know. */
  | { kind: "saving"; slow?: true }
  | { kind: "saved"; at: number }
  | { kind: "retrying"; attempt: number }
  | { kind: "failed"; code: string };

export interface RegisterOffer {
  step: string;
  field: string;
  value: unknown;
}

export interface StepConflict {
  comparison: Comparison;
  stored: StepForm;
  revision: number;
  action: "next" | "save";
}

export type Outcome =
  | { kind: "answered"; action: SendAction; answer: SubmitAnswer }
  /** It was sent from elsewhere. Null if the server does not send the result. */
  | { kind: "sent"; sent: SentRequest | null }
  /** The response was lost, so it is unknown whether the request was sent. `repeats`: the call is retried automatically. */
  | { kind: "unconfirmed"; action: SendAction; repeats: boolean }
  /** `lost`: the server never answered, so that only the same call under the same key may be sent again. */
  | { kind: "error"; action: SendAction; code: string; message?: string | undefined; lost?: true; reference?: string };

export interface RefusedStep {
  step: string;
  sending?: true;
  /** Other forms with errors of the same refusal. */
  others?: readonly string[];
  /** The field that takes the focus instead of the summary: the broker chose its error in another form. */
  field?: string;
}

export interface WizardState {
  /** The server's last word on progress, and how the screen has folded it since. */
  answer: ProgressAnswer;
  progress: Progress;
  forms: Record<string, StepForm>;
  /** Increases with every change of an answer. The answers themselves are in the form sessions only. */
  answersRevision: number;
  sources: ListSources;
  /** The server's last judgement of the answers to questions. Null before the first. */
  judgement: Judgement | null;
  premium: PremiumState;
  saves: Record<string, SaveState>;
  /** What was stored last since the wizard opened, whatever was typed after it. */
  lastStored: { step: string; at: number } | null;
  prefill: {
    status: "idle" | "asking" | "filled" | "unknown" | "unavailable" | "limited";
    /** Steps that got values, or, when the number is unknown, steps that lost those of an earlier one. */
    steps: string[];
    offers: RegisterOffer[];
    /** Fields that a save replaced by the register's value, which was not known while they were typed. */
    replaced: { step: string; fields: string[] } | null;
  };
  conflicts: Record<string, StepConflict>;
  /** Steps that were changed elsewhere, found out when a save or sending was refused. */
  elsewhere: { steps: string[]; sending: boolean } | null;
  /** The number, other than the relation's, that the broker confirmed the request is for. */
  confirmedCompany: string | null;
  /** Sending was tried before the broker confirmed that number. */
  companyUnconfirmed: boolean;
  /** Earlier answers have come back from this device. */
  restored: boolean;
  /** Whether this device stores typed text. If it does not, answers are saved as they are given. */
  kept: boolean;
  /** Steps that an answer added. */
  added: string[];
  /** Step that saved itself just now. */
  autoSaved: string | null;
  /** "Continue later" has saved: its notice is shown until it is closed. */
  savedForLater: boolean;
  /** The error summary of this form wants the focus, when saving or sending was refused. A new object each time. */
  refused: RefusedStep | null;
  /** The header of this step wants the focus. A new object each time. */
  headed: { step: string } | null;
  sending: SendAction | null;
  /** Per field the files on their way or failed: neither saving nor sending would take them along. */
  files: Record<string, FieldFiles>;
  outcome: Outcome | null;
}

/** Of a wizard that just opened. */
export function initialState(opening: Pick<WizardState, "answer" | "progress" | "forms" | "sources">): WizardState {
  return {
    ...opening,
    answersRevision: 0,
    judgement: opening.answer.judgement ?? null,
    premium: { status: "none", premium: null },
    saves: {},
    lastStored: null,
    prefill: { status: "idle", steps: [], offers: [], replaced: null },
    conflicts: {},
    elsewhere: null,
    confirmedCompany: null,
    companyUnconfirmed: false,
    restored: false,
    kept: true,
    added: [],
    autoSaved: null,
    savedForLater: false,
    refused: null,
    headed: null,
    sending: null,
    files: {},
    outcome: null,
  };
}

/**
 * Holds the state of an open wizard. An event changes it at once, the follow-ups of events run in their order, and screens
 * are notified once when all of that is done.
 */
export interface Store<Event> {
  get(): WizardState;
  dispatch(event: Event): void;
  /** Several changes as one: what follows from them waits until the work is done. */
  batch(work: () => void): void;
  /** What follows from an event. It may dispatch others. */
  follow(then: (event: Event) => void): void;
  subscribe(listener: () => void): () => void;
}

export type EventWatcher<Event> = (event: Event, before: WizardState, after: WizardState) => void;

/** `watch`: looks at every event, as tests do. */
export function createStore<Event>(
  initial: WizardState,
  reduce: (state: WizardState, event: Event) => WizardState,
  watch?: EventWatcher<Event>,
): Store<Event> {
  let state = initial;
  let shown = initial;
  let busy = false;
  let follow: (event: Event) => void = () => undefined;
  const waiting: Event[] = [];
  const listeners = new Listeners();

  function finish(): void {
    for (let event = waiting.shift(); event; event = waiting.shift()) follow(event);
  }

  function batch(work: () => void): void {
    if (busy) {
      work();
      return;
    }
    busy = true;
    try {
      work();
      finish();
    } finally {
      busy = false;
      const changed = shown !== state;
      shown = state;
      if (changed) listeners.callAll();
    }
  }

  return {
    get: () => state,
    batch,
    dispatch: (event) =>
      batch(() => {
        const before = state;
        state = reduce(before, event);
        watch?.(event, before, state);
        waiting.push(event);
      }),
    follow(then) {
      follow = then;
    },
    subscribe: listeners.onAll,
  };
}

// Reads the flags of the steps. The engine computes them, so that browser and server agree (decisions 26, 27, 41).

export const openKey = (progress: Progress): string | null =>
  Object.keys(progress).find((key) => progress[key]!.active) ?? null;

/** After the last of the steps that are present there is only sending (spec: wizard 2). */
export const isLast = (progress: Progress, key: string): boolean => Object.keys(progress).at(-1) === key;

/** Whether the header opens the step. In a flow whose steps are disabled, Change opens what is done or next. */
export function canOpen(progress: Progress, key: string, flow: FlowManifest = {}): boolean {
  const flags = progress[key];
  if (!flags || flags.active) return false;
  if (!flags.disabled) return true;
  if (flow.steps !== "disabled") return false;
  const keys = Object.keys(progress);
  const nothingOpen = openKey(progress) === null;
  return nothingOpen && keys.slice(0, keys.indexOf(key)).every((earlier) => progress[earlier]!.completed);
}

export function countSteps(progress: Progress): { completed: number; total: number } {
  const flags = Object.values(progress);
  return { completed: flags.filter((step) => step.completed).length, total: flags.length };
}
