// The heart of an open wizard: the state, a form session per step that lives as long as the wizard, the lists, and what
// each step looks like now. This file calls nobody; what follows from a commit stands in `wizard.ts`.
import { QueryClient } from "@tanstack/react-query";
import type { ProductMessages } from "#api/products.ts";
import type { ExistsAnswer } from "#api/wireTypes.ts";
import type { WizardApi } from "#api/wizard.ts";
import { errorPresentation } from "#engine/errorPresentation.ts";
import { sameValue } from "#engine/formValues.ts";
import { buildContext } from "#engine/lists.ts";
import { type Presented, present } from "#engine/present.ts";
import { createFormSession, type FormSession } from "#engine/session.ts";
import { settleChoices } from "#engine/settleChoices.ts";
import type {
  Answers,
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
import { type Choices, choicesFor, withFeatures } from "./lists.ts";
import type { Store } from "./store.ts";

export interface Opened {
  flow: FlowName;
  exists: ExistsAnswer["data"];
  bundle: ProductBundle;
  texts: ProductMessages;
  today: string;
  /** A copy was asked for, and answers of another request stand where it should go, saved or on this device alone. */
  copyWaits?: boolean;
}

export interface WizardCore {
  opened: Opened;
  manifest: Manifest;
  flow: FlowManifest;
  api: WizardApi;
  /** What is asked while the wizard is open: each question once at a time, and broken off by the next of its kind. */
  client: QueryClient;
  state: Pick<Store, "get" | "subscribe">;
  dispatch: Store["dispatch"];
  batch: Store["batch"];
  translate: Translate;
  step(key: string): StepManifest | undefined;
  session(key: string): FormSession;
  /** Sessions made so far. */
  sessions(): Map<string, FormSession>;
  form(key: string): StepForm;
  /** Answers that count, of all steps, whether their form was opened or not. */
  answers(): RequestAnswers;
  lists(): Lists;
  /** Takes in forms of the server, as one change: what changes meanwhile was not typed. */
  receive(work: () => void): void;
  /** After a source or an answer changed: new lists reach every session and every form. */
  refreshLists(): void;
  presented(key: string): Presented;
  context(key: string): EvaluationContext;
}

/** Of this wizard alone: its answers go with it. A failure is said at once, and who asks again is decided there. */
const createClient = () =>
  new QueryClient({
    defaultOptions: { queries: { networkMode: "always", retry: false, gcTime: Number.POSITIVE_INFINITY } },
  });

const nothing: StepForm = { data: {}, meta: {} };

function changedFields(before: Answers, after: Answers): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => before[field] !== after[field] && !sameValue(before[field], after[field]),
  );
}

export function createCore(opened: Opened, api: WizardApi, store: Store, translate: Translate): WizardCore {
  const { bundle, today } = opened;
  const { manifest } = bundle;
  const { dispatch } = store;
  const sessions = new Map<string, FormSession>();
  let receiving = false;
  let choices: Choices = { lists: {}, defaults: {}, features: {} };
  /** What the choices were derived from. */
  let facts: unknown[] = [];

  const form = (key: string) => store.get().forms[key] ?? nothing;
  const presented = createPresenter(opened, translate, (key) => ({ meta: form(key).meta, choices }));
  const context = (key: string) => buildContext(today, choices.lists, withFeatures(form(key).meta, choices.features));

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
    tellCommits(key, made);
    // A form fills in defaults. A screen may ask for it while it is drawn, when nothing may change.
    queueMicrotask(recount);
    return made;
  }

  function tellCommits(step: string, watched: FormSession): void {
    let before = watched.data();
    watched.onTyped(() => dispatch({ type: "typed" }));
    watched.subscribeAll(() => {
      const after = watched.data();
      if (after === before) return;
      const fields = changedFields(before, after);
      const differs = store.get().progress[step]?.completed === true && watched.dirty;
      const commit = { step, before, after, fields, received: receiving, differs, answers: answers() };
      before = after;
      if (fields.length > 0) dispatch({ type: "committed", ...commit });
    });
  }

  const answers = () =>
    Object.fromEntries(manifest.steps.map(({ key }) => [key, sessions.get(key)?.active() ?? form(key).data]));

  function recount(): void {
    const counted = answers();
    const told = store.get().answers;
    if (Object.keys(counted).some((key) => !sameValue(counted[key], told[key])))
      dispatch({ type: "recounted", answers: counted });
  }

  function factsNow(): unknown[] {
    const { sources, judgement, premium } = store.get();
    return [sources, judgement, premium.premium === null, ...Object.values(answers())];
  }

  function refreshLists(): void {
    const now = factsNow();
    if (now.length === facts.length && now.every((fact, at) => fact === facts[at])) return;
    // A second round, since an answer may stop counting when its list changed; more rounds would change nothing.
    for (let round = 0; round < 2 && choose(); round += 1) for (const open of sessions.values()) open.contextChanged();
    facts = factsNow();
    recount();
    for (const { key } of manifest.steps) settle(key);
  }

  /** What stays the same keeps its identity; false when all of it does. */
  function choose(): boolean {
    const before = choices;
    const { lists, defaults, features } = choicesFor(manifest, store.get(), answers());
    const kept = Object.entries(lists).map(([name, items]) => {
      const old = before.lists[name];
      return [name, sameValue(old, items) ? old : items] as const;
    });
    const same = {
      lists: kept.every(([name, items]) => before.lists[name] === items),
      features: sameValue(before.features, features),
    };
    if (same.lists && same.features && sameValue(before.defaults, defaults)) return false;
    choices = { lists: Object.fromEntries(kept), defaults, features: same.features ? before.features : features };
    return true;
  }

  /** The one choice that other answers leave is made, and said at its field (decisions 11). */
  function settle(key: string): void {
    const given = sessions.get(key)?.data() ?? form(key).data;
    const { data, fields } = settleChoices(bundle.steps[key]?.schema ?? {}, given, context(key).lists);
    if (fields.length === 0) return;
    const note = translate("wizard.notice.only_choice") ?? "";
    dispatch({ type: "choiceMade", step: key, notes: Object.fromEntries(fields.map((field) => [field, note])) });
    session(key).replace(data);
  }

  function receive(work: () => void): void {
    store.batch(() => {
      receiving = true;
      try {
        work();
      } finally {
        receiving = false;
      }
    });
  }

  return {
    opened,
    manifest,
    flow: manifest.flows[opened.flow] ?? {},
    api,
    client: createClient(),
    state: store,
    dispatch,
    batch: store.batch,
    translate,
    step: (key) => manifest.steps.find((step) => step.key === key),
    session,
    sessions: () => sessions,
    form,
    answers,
    lists: () => choices.lists,
    refreshLists,
    receive,
    presented,
    context,
  };
}

interface Shown {
  meta: StepForm["meta"];
  choices: Choices;
}

/**
 * What each step looks like, made once for the same meta and the same lists: a step that stays the same keeps its schema's
 * identity, so that its form is not drawn again.
 */
function createPresenter(
  { bundle, today }: Opened,
  translate: Translate,
  read: (key: string) => Shown,
): (key: string) => Presented {
  const shown = new Map<string, Shown & { presented: Presented }>();
  return (key) => {
    const { meta, choices } = read(key);
    const known = shown.get(key);
    if (known?.meta === meta && known.choices === choices) return known.presented;
    const presented = present(bundle.steps[key] ?? { schema: { type: "object" }, ui: {} }, {
      step: key,
      meta: withFeatures(meta, choices.features),
      lists: choices.lists,
      features: {},
      today,
      translate,
      values: bundle.manifest.text_values,
      defaults: choices.defaults,
    });
    shown.set(key, { meta, choices, presented });
    return presented;
  };
}
