// The heart of an open wizard: the state, a form session per step that lives as long as the wizard, the lists, and what
// each step looks like now. Others (premium, saving, drafts, sending) are told of commits; this file calls nobody.
import type { ProductMessages } from "#api/products.ts";
import type { WizardApi } from "#api/wizard.ts";
import { errorPresentation } from "#engine/errorPresentation.ts";
import { sameValue } from "#engine/formValues.ts";
import { Listeners } from "#engine/listeners.ts";
import { contextOf, resolveLists } from "#engine/lists.ts";
import type { Presented } from "#engine/present.ts";
import { createFormSession, type FormSession } from "#engine/session.ts";
import { settleChoices } from "#engine/settleChoices.ts";
import type {
  EvaluationContext,
  FlowManifest,
  FlowName,
  Lists,
  Manifest,
  ProductBundle,
  RequestAnswers,
  StepForm,
  StepManifest,
  Translate,
} from "#engine/types.ts";
import type { ExistsAnswer } from "#engine/wire.ts";
import { type Commits, createCommits } from "./commits.ts";
import { withJudgement } from "./judgedLists.ts";
import { offeredFeatures, withFeatures, withoutPrices } from "./offered.ts";
import { createPresenter } from "./presenter.ts";
import type { StateStore } from "./state.ts";

export interface Opened {
  flow: FlowName;
  exists: ExistsAnswer["data"];
  bundle: ProductBundle;
  texts: ProductMessages;
  today: string;
  /** A copy was asked for, and answers of another request stand where it should go, saved or on this device alone. */
  copyWaits?: boolean;
}

export interface WizardCore extends Omit<Commits, "watch"> {
  opened: Opened;
  manifest: Manifest;
  flow: FlowManifest;
  api: WizardApi;
  state: StateStore;
  translate: Translate;
  step(key: string): StepManifest | undefined;
  session(key: string): FormSession;
  /** Sessions made so far. */
  sessions(): Map<string, FormSession>;
  form(key: string): StepForm;
  /** Answers that count, of all steps, whether their form was opened or not. */
  answers(): RequestAnswers;
  lists(): Lists;
  /** Takes in forms of the server: what changes meanwhile was not typed. */
  receive(work: () => void): void;
  receiving(): boolean;
  onReceived(listener: () => void): () => void;
  /** After a source or an answer changed: new lists reach every session and every form. */
  refreshLists(): void;
  presented(key: string): Presented;
  context(key: string): EvaluationContext;
}

const nothing: StepForm = { data: {}, meta: {} };

export function createCore(opened: Opened, api: WizardApi, state: StateStore, translate: Translate): WizardCore {
  const { bundle, today } = opened;
  const { manifest } = bundle;
  const sessions = new Map<string, FormSession>();
  const commits = createCommits();
  const received = new Listeners();
  let taking = 0;
  let lists: Lists = {};
  let defaults: Record<string, string | number> = {};
  let features: Record<string, boolean> = {};

  const form = (key: string) => state.get().forms[key] ?? nothing;
  const presented = createPresenter(opened, translate, (key) => ({ form: form(key), lists, defaults, features }));
  const context = (key: string) => contextOf(today, lists, withFeatures(form(key).meta, features));

  function session(key: string): FormSession {
    const known = sessions.get(key);
    if (known) return known;
    const made = createFormSession({
      step: key,
      contract: bundle.contracts[key] ?? (() => []),
      context: () => context(key),
      data: form(key).data,
      schema: () => presented(key).schema,
      presentation: errorPresentation(bundle.steps[key]?.ui ?? {}),
    });
    sessions.set(key, made);
    commits.watch(key, made);
    return made;
  }

  const answers = () =>
    Object.fromEntries(manifest.steps.map(({ key }) => [key, sessions.get(key)?.active() ?? form(key).data]));

  function refreshLists(): void {
    // A second round, since an answer may stop counting when its list changed; more rounds would change nothing.
    for (let round = 0; round < 2; round += 1) {
      const { sources, judgement, premium } = state.get();
      const next = resolveLists(manifest, sources, answers());
      next.lists = withJudgement(next.lists, manifest, judgement);
      if (!premium.premium) next.lists = withoutPrices(next.lists, manifest);
      const offered = offeredFeatures(sources.premium);
      const names = Object.keys(next.lists);
      const changed = names.some((name) => !sameValue(lists[name], next.lists[name]));
      if (!changed && sameValue(defaults, next.defaults) && sameValue(features, offered)) break;
      if (!sameValue(features, offered)) features = offered;
      lists = Object.fromEntries(
        names.map((name) => [name, sameValue(lists[name], next.lists[name]) ? lists[name] : next.lists[name]]),
      );
      defaults = next.defaults;
      for (const open of sessions.values()) open.contextChanged();
      state.set({});
    }
    for (const { key } of manifest.steps) settle(key);
  }

  /** The one choice that other answers leave is made, and said at its field (decisions 11). */
  function settle(key: string): void {
    const given = sessions.get(key)?.data() ?? form(key).data;
    const { data, fields } = settleChoices(bundle.steps[key]?.schema ?? {}, given, context(key).lists);
    if (fields.length === 0) return;
    const note = translate("wizard.notice.only_choice") ?? "";
    const { meta } = form(key);
    const notes = { ...meta.field_text, ...Object.fromEntries(fields.map((field) => [field, note])) };
    state.set({
      forms: { ...state.get().forms, [key]: { data: form(key).data, meta: { ...meta, field_text: notes } } },
    });
    session(key).replace(data);
  }

  function receive(work: () => void): void {
    taking += 1;
    try {
      work();
    } finally {
      taking -= 1;
    }
    if (taking === 0) received.callAll();
  }

  return {
    opened,
    manifest,
    flow: manifest.flows[opened.flow] ?? {},
    api,
    state,
    translate,
    step: (key) => manifest.steps.find((step) => step.key === key),
    session,
    sessions: () => sessions,
    form,
    answers,
    lists: () => lists,
    refreshLists,
    receive,
    receiving: () => taking > 0,
    onReceived: (listener) => received.onAll(listener),
    presented,
    context,
    onCommit: commits.onCommit,
    onTyped: commits.onTyped,
  };
}
