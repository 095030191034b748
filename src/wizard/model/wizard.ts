// One open wizard: puts the parts together and names what a screen can do. Lives outside React, so that values of every
// step stay while steps open and close.

import type { ProgressAnswer } from "#api/wireTypes.ts";
import type { SaveAction, WizardApi } from "#api/wizard.ts";
import type { ListSources } from "#engine/lists.ts";
import { fromProgressAnswer, sidebarFor } from "#engine/progress.ts";
import type { StepForm, StepSidebar, Translate } from "#engine/types.ts";
import { track } from "../analytics.ts";
import type { Draft } from "../draft/draft.ts";
import type { DraftVault } from "../draft/vault.ts";
import { createCore, type Opened, type WizardCore } from "./core.ts";
import { createDrafting, type Drafting } from "./drafting.ts";
import type { Commit, WizardEvent } from "./events.ts";
import { adoptFiles } from "./files.ts";
import { createOpening } from "./opening.ts";
import { createJudging, createPricing, type Pricing } from "./premium.ts";
import { createRegistering, type Registering } from "./registering.ts";
import { createSaving, type Saving } from "./saving.ts";
import { createAutoNext, createEarlySaving } from "./selfSaving.ts";
import { findSendButtons, type SendButton } from "./sending.ts";
import { retrySource } from "./sources.ts";
import { initialState } from "./state.ts";
import { createStore, type Watch } from "./store.ts";
import type { SubmitKeys } from "./submitKey.ts";
import { createSubmitting, type Submitting } from "./submitting.ts";

export interface WizardParts {
  opened: Opened;
  forms: Record<string, StepForm>;
  progress: ProgressAnswer;
  sources: ListSources;
  /** Lists that had not come yet when the wizard opened. */
  later?: Promise<ListSources>;
  api: WizardApi;
  translate: Translate;
  vault: DraftVault | null;
  draft: Draft | null;
  keys: SubmitKeys;
  watch?: Watch;
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
  /** The answer that this list comes from is on its way. */
  awaitsList(name: string): boolean;
  /** Aborted when the wizard is left: what is still on its way then belongs to nothing. */
  ended: AbortSignal;
  start(): () => void;
}

export function createWizard(parts: WizardParts): Wizard {
  const { opened, forms, progress, sources, api, translate, vault, draft, keys } = parts;
  const { manifest } = opened.bundle;
  const answered = fromProgressAnswer(manifest, progress);
  const store = createStore(initialState({ answer: progress, progress: answered, forms, sources }), parts.watch);
  const core = createCore(opened, api, store, translate);
  const { state, dispatch } = core;
  const about = { product: manifest.key, flow: opened.flow };
  core.refreshLists();
  const registering = createRegistering(core);
  const saving = createSaving(core, registering);
  const drafting = createDrafting(core, { vault, revision: saving.revision, setRevision: saving.setRevision });
  const pricing = createPricing(core);
  const judging = createJudging(core);
  const opening = createOpening(core, about);
  const submitting = createSubmitting(core, {
    saving,
    premium: {
      hold() {
        pricing.hold();
        judging.hold();
      },
      resume: pricing.resume,
    },
    keys,
    reveal: opening.reveal,
  });
  const autoNext = createAutoNext(core, saving);
  const earlySaving = createEarlySaving(core, saving);
  const end = new AbortController();
  let started = false;

  /** What follows from an event, in this order. */
  function follow(event: WizardEvent): void {
    if (event.type === "typed") {
      drafting.writeSoon();
      return;
    }
    if (event.type === "committed") registering.committed(event);
    core.refreshLists();
    if (started) opening.notice();
    if (event.type === "committed") followCommit(event);
    else if (event.type === "saved") followSave(event);
    else if (event.type === "keeping" && !event.kept) earlySaving.notKept();
    else if (event.type === "sent" || event.type === "sentElsewhere") {
      // Nothing is left to send or to keep here.
      keys.answered();
      drafting.forget();
      if (event.type === "sent")
        track({ name: "wizard_finished", ...about, action: event.action, accepted: event.answer.accepted });
    }
  }

  function followCommit(commit: Commit): void {
    pricing.committed(commit);
    judging.committed(commit.step);
    autoNext.committed(commit);
    earlySaving.committed(commit.step);
    drafting.writeSoon();
  }

  function followSave({ step, action }: { step: string; action: SaveAction }): void {
    track({ name: "step_saved", ...about, step, action });
    drafting.keep();
    // Every form that is submitted; the same inputs are not asked twice, a premium that failed is asked for again.
    pricing.ask(true);
    earlySaving.saved();
  }
  store.follow(follow);

  function restore(): void {
    if (draft && drafting.restore(draft)) {
      dispatch({ type: "restored" });
      opening.reopen(draft.open);
    }
    adoptFiles(core);
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
    async retryList(name) {
      const source = manifest.lists[name];
      if (!source || !("call" in source)) return;
      if (source.call === "premium") pricing.ask(true);
      else await retrySource(core, source.call);
    },
    awaitsList(name) {
      const source = manifest.lists[name];
      if (source === undefined || !("call" in source)) return false;
      const { premium, sources: known } = state.get();
      if (source.call === "premium") return pricing.awaited(premium.status);
      return parts.later !== undefined && !Object.hasOwn(known, source.call);
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
      return () => {
        drafting.keep();
        store.follow(() => undefined);
        earlySaving.dispose();
        saving.stop();
        pricing.hold();
        judging.hold();
        for (const part of [autoNext, drafting, submitting]) part.dispose();
        end.abort();
      };
    },
  };
}
