// The heart of an open wizard: the state, a form session per step that lives as long as the wizard, the lists, and what
// each step looks like now. Others (premium, saving, drafts, sending) are told of commits; this file calls nobody.
import type { ProductMessages } from "#api/products.ts";
import type { WizardApi } from "#api/wizard.ts";
import { errorPresentation } from "#engine/errorPresentation.ts";
import { sameValue } from "#engine/formValues.ts";
import { contextOf, resolveLists } from "#engine/lists.ts";
import type { Presented } from "#engine/present.ts";
import { createFormSession, type FormSession } from "#engine/session.ts";
import type {
  EvaluationContext,
  FlowManifest,
  FlowName,
  JsonObject,
  Lists,
  Manifest,
  ProductBundle,
  StepForm,
  StepManifest,
  Translate,
} from "#engine/types.ts";
import type { ExistsAnswer } from "#engine/wire.ts";
import { type Commits, createCommits } from "./commits.ts";
import { createPresenter } from "./presenter.ts";
import type { StateStore } from "./state.ts";

export interface Opened {
  flow: FlowName;
  exists: ExistsAnswer["data"];
  bundle: ProductBundle;
  texts: ProductMessages;
  today: string;
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
  answers(): Record<string, JsonObject>;
  lists(): Lists;
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
  let lists: Lists = {};
  let defaults: Record<string, string | number> = {};

  const form = (key: string) => state.get().forms[key] ?? nothing;
  const presented = createPresenter(opened, translate, (key) => ({ form: form(key), lists, defaults }));
  const context = (key: string) => contextOf(today, lists, form(key).meta);

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
      const next = resolveLists(manifest, state.get().sources, answers());
      const names = Object.keys(next.lists);
      const changed = names.some((name) => !sameValue(lists[name], next.lists[name]));
      if (!changed && sameValue(defaults, next.defaults)) return;
      lists = Object.fromEntries(
        names.map((name) => [name, sameValue(lists[name], next.lists[name]) ? lists[name] : next.lists[name]]),
      );
      defaults = next.defaults;
      for (const open of sessions.values()) open.contextChanged();
      state.set({});
    }
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
    presented,
    context,
    onCommit: commits.onCommit,
    onTyped: commits.onTyped,
  };
}
