// One open wizard: puts the parts together and names what a screen can do. Lives outside React, so that values of every
// step stay while steps open and close.
import type { WizardApi } from "#api/wizard.ts";
import type { ListSources } from "#engine/lists.ts";
import { fromProgressAnswer, openStep, sidebarFor } from "#engine/progress.ts";
import type { SendAction, StepForm, StepSidebar, Translate } from "#engine/types.ts";
import type { ProgressAnswer, Question, QuestionsAnswer } from "#engine/wire.ts";
import { track } from "../analytics.ts";
import type { DraftVault } from "../draft/vault.ts";
import { createAutoNext } from "./autoNext.ts";
import { createCore, type Opened, type WizardCore } from "./core.ts";
import { createDrafting, type Draft, type Drafting } from "./drafting.ts";
import { createPricing, type Pricing } from "./pricing.ts";
import { createRegistering, type Registering } from "./registering.ts";
import { createSaving, type Saving } from "./saving.ts";
import { declines, type SendButton, sendButtons } from "./sending.ts";
import { createStateStore } from "./state.ts";
import { canOpen, openKey, withFlags } from "./steps.ts";
import type { SubmitKeys } from "./submitKey.ts";
import { createSubmitting, type Submitting } from "./submitting.ts";

export interface WizardParts {
  opened: Opened;
  forms: Record<string, StepForm>;
  progress: ProgressAnswer;
  sources: ListSources;
  api: WizardApi;
  translate: Translate;
  vault: DraftVault | null;
  draft: Draft | null;
  keys: SubmitKeys;
}

export interface Wizard {
  core: WizardCore;
  saving: Saving;
  pricing: Pricing;
  registering: Registering;
  drafting: Drafting;
  submitting: Submitting;
  open(step: string): void;
  close(): void;
  sidebar(): StepSidebar;
  sendButtons(): SendButton[];
  /** Address of one of the product's documents; what the premium answers wins, since it knows the cover. */
  document(name: string): string | undefined;
  retryList(name: string): Promise<void>;
  /** Aborted when the wizard is left: what is still on its way then belongs to nothing. */
  ended: AbortSignal;
  start(): () => void;
}

type ListCall = keyof ListSources;

async function askList(api: WizardApi, call: ListCall): Promise<unknown> {
  if (call === "professions") return api.professions();
  if (call === "premium") return undefined;
  return api.questions(call);
}

/** The calls that the product's lists need, premium aside: it has its own rhythm. */
export function listCalls(lists: Record<string, object>): ListCall[] {
  const calls = Object.values(lists).flatMap((source) => ("call" in source ? [source.call as ListCall] : []));
  return [...new Set(calls)].filter((call) => call !== "premium");
}

/** A list that cannot be fetched stays unknown: its field says so and offers a retry. */
export async function fetchSources(api: WizardApi, calls: readonly ListCall[]): Promise<ListSources> {
  const answers = await Promise.all(calls.map((call) => askList(api, call).catch(() => undefined)));
  return Object.fromEntries(calls.map((call, index) => [call, answers[index]]));
}

function firstState(parts: WizardParts) {
  return createStateStore({
    answer: parts.progress,
    progress: fromProgressAnswer(parts.opened.bundle.manifest, parts.progress),
    forms: parts.forms,
    sources: parts.sources,
    premium: { status: "none", premium: null },
    saves: {},
    prefill: { status: "idle", steps: [], offers: [] },
    conflicts: {},
    restored: false,
    added: [],
    autoSaved: null,
    savedForLater: false,
    refused: null,
    headed: null,
    sending: null,
    uploading: 0,
    outcome: null,
  });
}

export function createWizard(parts: WizardParts): Wizard {
  const { opened, api, translate, vault, draft, keys } = parts;
  const state = firstState(parts);
  const core = createCore(opened, api, state, translate);
  const { manifest } = core;
  const about = { product: manifest.key, flow: opened.flow };
  core.refreshLists();
  const saving = createSaving(core);
  const drafting = createDrafting(core, { vault, revision: saving.revision, setRevision: saving.setRevision });
  const pricing = createPricing(core);
  const registering = createRegistering(core);
  const submitting = createSubmitting(core, {
    saving,
    drafting,
    keys,
    reveal(step) {
      if (!state.get().progress[step]?.active) fold(step);
    },
    onFinished: (action: SendAction, accepted) => track({ name: "wizard_finished", ...about, action, accepted }),
  });
  const autoNext = createAutoNext(core, saving);
  const end = new AbortController();

  function fold(step: string): void {
    state.set({ progress: openStep(state.get().progress, step) });
  }

  function open(step: string): void {
    if (!canOpen(state.get().progress, step, core.flow)) return;
    fold(step);
    state.set({ headed: { step }, autoSaved: null });
  }

  let seen: string | null = null;
  /** By its header, by Next or because the server said so: a step that opens is counted, and gets its questions. */
  function noticeOpened(): void {
    const step = openKey(state.get().progress);
    if (step === seen) return;
    seen = step;
    if (step === null) return;
    track({ name: "step_opened", ...about, step });
    const call = core.step(step)?.questions;
    if (call && state.get().sources[call] === undefined) void retryCall(call);
  }

  async function retryCall(call: ListCall): Promise<void> {
    const answer = await askList(api, call).catch(() => undefined);
    if (answer === undefined) return;
    state.set({ sources: { ...state.get().sources, [call]: answer } });
    core.refreshLists();
  }

  /** An answer of a completed step was changed: it and what follows wait for the next save. */
  const stopUncompleting = core.onCommit(({ step }) => {
    const { progress } = state.get();
    if (progress[step]?.active && progress[step]?.completed && core.session(step).dirty) {
      state.set({ progress: withFlags(openStep(progress, step), step, { completed: false }) });
    }
  });
  const stopLists = core.onCommit(() => {
    core.refreshLists();
    state.set({});
  });

  saving.onSaved((step, action) => {
    track({ name: "step_saved", ...about, step, action });
    drafting.keep();
    if (action === "save") state.set({ savedForLater: true });
    // Every form that is submitted; the same inputs are not asked twice, a premium that failed is asked for again.
    pricing.ask(true);
  });

  function restore(): void {
    if (!draft || !drafting.restore(draft)) return;
    state.set({ restored: true });
    const open = draft.open;
    if (open && open !== openKey(state.get().progress) && canOpen(state.get().progress, open, core.flow)) fold(open);
  }

  const dropout = () =>
    manifest.steps.some(({ key, questions }) => {
      const list = questions ? (state.get().sources[questions] as QuestionsAnswer | undefined)?.data : undefined;
      return declines(list as Question[] | undefined, core.answers()[key]);
    });

  return {
    core,
    saving,
    pricing,
    registering,
    drafting,
    submitting,
    ended: end.signal,
    open,
    close() {
      const { progress } = state.get();
      const step = openKey(progress);
      if (step) state.set({ progress: withFlags(progress, step, { active: false }) });
    },
    sidebar: () => sidebarFor(manifest, opened.flow, state.get().progress),
    sendButtons() {
      const { answer, progress, uploading } = state.get();
      const shown = sidebarFor(manifest, opened.flow, progress).send;
      return sendButtons({ manifest, shown, answer, progress, dropout: dropout(), uploading: uploading > 0 });
    },
    document(name) {
      const maps = state.get().premium.premium?.insurance_maps as Record<string, string> | undefined;
      return maps?.[name] || manifest.documents[name];
    },
    async retryList(name) {
      const source = manifest.lists[name];
      if (!source || !("call" in source)) return;
      if (source.call === "premium") pricing.ask(true);
      else await retryCall(source.call);
    },
    start() {
      restore();
      core.refreshLists();
      pricing.ask(true);
      noticeOpened();
      const stopOpened = state.subscribe(noticeOpened);
      return () => {
        drafting.keep();
        for (const stop of [stopUncompleting, stopLists, stopOpened]) stop();
        for (const part of [autoNext, drafting, registering, pricing]) part.dispose();
        end.abort();
      };
    },
  };
}
