// One open wizard: puts the parts together and names what a screen can do. Lives outside React, so that the values of every
// step stay while steps open and close.

import type { DraftVault } from "#api/drafts/vault.ts";
import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { SaveAction, WizardApi } from "#api/wizard/wizard.ts";
import type { StepForm, StepSidebar, Translator } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { fromProgressAnswer, sidebarFor } from "#engine/steps/progress.ts";
import { track } from "../analytics.ts";
import { createCore, type Opened, type WizardCore } from "./core.ts";
import type { Draft } from "./drafts/draft.ts";
import { createDrafting, type Drafting } from "./drafts/drafting.ts";
import { type Commit, reduce, type WizardEvent } from "./events.ts";
import { createLists } from "./lists/lists.ts";
import { createOpening } from "./opening.ts";
import { createJudging } from "./premium/judging.ts";
import { createPricing, type Pricing } from "./premium/pricing.ts";
import { createRegistering, type RegisterLookup } from "./register/registering.ts";
import { createSaveQueue } from "./saving/saveQueue.ts";
import { createSaving, type Saving } from "./saving/saving.ts";
import { adoptFiles } from "./sending/files.ts";
import { findSendButtons, type SendButton } from "./sending/sendButtons.ts";
import type { SubmitKeys } from "./sending/submitKeys.ts";
import { createSubmitting, type Submitter } from "./sending/submitting.ts";
import { createStore, type EventWatcher, initialState } from "./state.ts";

export interface WizardParts {
  opened: Opened;
  forms: Record<string, StepForm>;
  progress: ProgressAnswer;
  sources: ListSources;
  /** Lists that had not come yet when the wizard opened. */
  later?: Promise<ListSources>;
  api: WizardApi;
  translate: Translator;
  vault: DraftVault<Draft> | null;
  draft: Draft | null;
  keys: SubmitKeys;
  watch?: EventWatcher<WizardEvent>;
}

export interface Wizard {
  core: WizardCore;
  saving: Saving;
  pricing: Pricing;
  registering: RegisterLookup;
  drafting: Drafting;
  submitting: Submitter;
  open(step: string): void;
  close(): void;
  sidebar(): StepSidebar;
  sendButtons(): SendButton[];
  /** Address of one of the product's documents. The premium answer takes precedence, since it knows the cover. */
  document(name: string): string | undefined;
  retryList(name: string): Promise<void>;
  /** The answer that this list comes from is on its way. */
  awaitsList(name: string): boolean;
  /** Aborted when the wizard is left: answers that are still awaited are then dropped. */
  ended: AbortSignal;
  /** The connection is back: the next try of everything starts at once. */
  hurry(): void;
  start(): () => void;
}

/** The effects of an open wizard. Each depends on the core and on those before it. */
function createEffects(core: WizardCore, { opened, vault, keys }: WizardParts) {
  const registering = createRegistering(core);
  const saving = createSaving(core, registering);
  const drafting = createDrafting(core, { vault, origins: saving.origins });
  const pricing = createPricing(core);
  const judging = createJudging(core);
  const opening = createOpening(core, { product: core.manifest.key, flow: opened.flow });
  const queue = createSaveQueue(core, saving, drafting.writeSoon);
  const meanwhile = {
    hold() {
      pricing.hold();
      judging.hold();
      return queue.hold();
    },
    resume() {
      pricing.resume();
      queue.resume();
    },
  };
  const submitting = createSubmitting(core, { saving, meanwhile, keys, reveal: opening.reveal });
  return { registering, saving, drafting, pricing, judging, opening, submitting, queue, meanwhile };
}

type Effects = ReturnType<typeof createEffects>;

/** What follows from an event, in this order. */
function createFollow(
  core: WizardCore,
  effects: Effects,
  keys: SubmitKeys,
  started: () => boolean,
): (event: WizardEvent) => void {
  const { registering, drafting, opening, pricing, judging, queue } = effects;
  const about = { product: core.manifest.key, flow: core.opened.flow };

  function followCommit(commit: Commit): void {
    judging.committed(commit.step);
    queue.committed(commit);
    drafting.writeSoon();
  }

  function followSave({ step, action }: { step: string; action: SaveAction }): void {
    track({ name: "step_saved", ...about, step, action });
    drafting.keep();
    // Every form that is submitted. The same inputs are not sent twice, but a premium that failed is requested again.
    pricing.ask(true);
    queue.goOn();
  }

  /** Nothing is left to send or to keep here. */
  function followSent(event: Extract<WizardEvent, { type: "sent" | "sentElsewhere" }>): void {
    keys.answered();
    drafting.forget();
    if (event.type === "sent")
      track({ name: "wizard_finished", ...about, action: event.action, accepted: event.answer.accepted });
  }

  function followOwn(event: WizardEvent): void {
    if (event.type === "committed") followCommit(event);
    else if (event.type === "progressed") judging.progressed();
    else if (event.type === "saved") followSave(event);
    else if (event.type === "keeping" && !event.kept) queue.goOn();
    else if (event.type === "sent" || event.type === "sentElsewhere") followSent(event);
  }

  return (event) => {
    if (event.type === "typed") {
      drafting.writeSoon();
      return;
    }
    if (event.type === "committed") registering.committed(event);
    core.refreshLists();
    if (started()) opening.notice();
    pricing.askIfChanged();
    followOwn(event);
  };
}

export function createWizard(parts: WizardParts): Wizard {
  const { opened, forms, progress, sources, draft } = parts;
  const { manifest } = opened.bundle;
  const answered = fromProgressAnswer(manifest, progress);
  const store = createStore(
    initialState({ answer: progress, progress: answered, forms, sources }),
    reduce,
    parts.watch,
  );
  const core = createCore(opened, parts.api, store, parts.translate);
  const { state, dispatch } = core;
  core.refreshLists();
  const effects = createEffects(core, parts);
  const { saving, pricing, registering, drafting, submitting, opening } = effects;
  const end = new AbortController();
  let started = false;
  store.follow(createFollow(core, effects, parts.keys, () => started));

  function restore(): void {
    if (draft && drafting.restore(draft)) {
      dispatch({ type: "restored" });
      opening.reopen(draft.open);
    }
    adoptFiles(core);
  }

  function stop(): void {
    drafting.keep();
    store.follow(() => undefined);
    effects.queue.dispose();
    saving.stop();
    void effects.meanwhile.hold();
    for (const part of [drafting, submitting]) part.dispose();
    end.abort();
  }

  return {
    core,
    saving,
    pricing,
    registering,
    drafting,
    submitting,
    ended: end.signal,
    open: opening.open,
    close: opening.close,
    sidebar: () => sidebarFor(manifest, opened.flow, state.get().progress),
    sendButtons: () => findSendButtons(core),
    document(name) {
      const maps = state.get().premium.premium?.insurance_maps as Record<string, string> | undefined;
      return maps?.[name] || manifest.documents[name];
    },
    ...createLists(core, pricing, parts.later),
    hurry() {
      for (const part of [saving, submitting, pricing, effects.queue]) part.hurry();
    },
    start() {
      restore();
      core.refreshLists();
      pricing.ask(true);
      void parts.later?.then((lists) => {
        if (end.signal.aborted) return;
        dispatch({ type: "listsArrived", sources: { ...lists, ...state.get().sources } });
      });
      started = true;
      opening.notice();
      return stop;
    },
  };
}
