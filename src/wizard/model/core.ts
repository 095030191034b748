// The core of an open wizard: the state, a form session per step that lives as long as the wizard, the lists, and what
// each step looks like now. It starts nothing by itself. What follows from a commit is in `wizard.ts`.
import { QueryClient } from "@tanstack/react-query";
import type { ExistsAnswer } from "#api/wire/wireTypes.ts";
import type { ProductMessages } from "#api/wizard/productIndex.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { computedFields } from "#engine/expressions/computed.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { errorPresentation } from "#engine/form/errorPresentation.ts";
import { FormSession } from "#engine/form/session.ts";
import { countAnswers } from "#engine/rules/facts.ts";
import { settleChoices } from "#engine/schema/settleChoices.ts";
import type {
  Answers,
  EvaluationContext,
  FlowManifest,
  FlowName,
  JsonObject,
  Language,
  Lists,
  Manifest,
  ProductBundle,
  RequestAnswers,
  StepForm,
  StepManifest,
  Translator,
} from "#engine/schema/types.ts";
import { buildContext } from "#engine/steps/lists.ts";
import type { PresentedForm } from "#engine/texts/present.ts";
import type { Commit, WizardEvent } from "./events.ts";
import { createChoices } from "./lists/lists.ts";
import { createPresenter } from "./lists/presenter.ts";
import { createReaders } from "./readers.ts";
import type { Store } from "./state.ts";

type WizardStore = Store<WizardEvent>;

export interface Opened {
  flow: FlowName;
  exists: ExistsAnswer["data"];
  bundle: ProductBundle;
  texts: ProductMessages;
  today: string;
  language: Language;
  /** A copy was requested, but its place has answers of another request, saved or only on this device. */
  copyWaits?: boolean;
}

export interface WizardCore {
  opened: Opened;
  manifest: Manifest;
  flow: FlowManifest;
  api: WizardApi;
  /** Queries of the open wizard: each once at a time, cancelled by the next of its kind. */
  client: QueryClient;
  state: Pick<WizardStore, "get" | "subscribe">;
  dispatch: WizardStore["dispatch"];
  batch: WizardStore["batch"];
  translate: Translator;
  step(key: string): StepManifest | undefined;
  session(key: string): FormSession;
  /** Sessions made so far. */
  sessions(): Map<string, FormSession>;
  form(key: string): StepForm;
  /** Whether the step was saved before. */
  isStored(key: string): boolean;
  /**
   * The active answers of a step, or the stored ones while its form was not opened. The same object until one changes.
   */
  stepAnswers(key: string): Answers;
  /** The active answers of the steps that are needed, with their facts. The same object until one changes. */
  answers(): RequestAnswers;
  lists(): Lists;
  /** What texts name in braces. The same object until one changes. */
  textValues(): JsonObject;
  /** Applies forms of the server as one change: nothing that changes meanwhile counts as typed. */
  receive(work: () => void): void;
  /** After a source or an answer changed: new lists reach every session and every form. */
  refreshLists(): void;
  presented(key: string): PresentedForm;
  context(key: string): EvaluationContext;
}

/** Of this wizard alone: its answers go with it. A failure is reported at once. The caller decides about a retry. */
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

export function createCore(opened: Opened, api: WizardApi, store: WizardStore, translate: Translator): WizardCore {
  const { bundle, today } = opened;
  const { manifest } = bundle;
  const { dispatch } = store;
  let receiving = false;

  const form = (key: string) => store.get().forms[key] ?? nothing;
  const stepAnswers = (key: string) => sessions.get(key)?.active() ?? form(key).data;
  const answers = countLatest(manifest, stepAnswers, today);
  const words = { bundle, translate, language: opened.language };
  const sourceOf = (lists: Lists, given: RequestAnswers) => ({ ...words, answers: given, lists });
  const choices = createChoices(bundle, store.get, { answers, today, sourceOf });
  const context = (key: string) => {
    const { lists, features } = choices.now();
    return buildContext(today, lists, { meta: form(key).meta, answers: answers(), features });
  };
  const readChoices = (key: string) => ({ meta: form(key).meta, choices: choices.now() });
  const presented = createPresenter(opened, translate, readChoices, context);
  // A back end of the specification's calls alone names no revision.
  const isStored = (key: string) =>
    (form(key).meta.revision ?? Number(store.get().answer.data[key]?.completed ?? false)) > 0;
  const parts = { form, presented, context, isStored };
  const { sessions, session } = createSessions(bundle, parts, (key, made) => {
    made.onTyped(() => dispatch({ type: "typed" }));
    onCommit(made, (change) => {
      const differs = store.get().progress[key]?.completed === true && made.dirty;
      dispatch({ type: "committed", step: key, ...change, received: receiving, differs });
    });
    // A screen may request the form while React renders, when the state must not change.
    queueMicrotask(() => {
      if (!sameValue(made.given(), form(key).data)) dispatch({ type: "defaultsFilled" });
    });
  });

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

  const core = {
    opened,
    manifest,
    flow: manifest.flows[opened.flow] ?? {},
    api,
    client: createClient(),
    state: store,
    dispatch,
    batch: store.batch,
    translate,
    step: (key: string) => manifest.steps.find((step) => step.key === key),
    session,
    sessions: () => sessions,
    form,
    isStored,
    stepAnswers,
    answers,
    lists: () => choices.now().lists,
    textValues: () => choices.now().values,
    receive,
    presented,
    context,
  };
  return { ...core, refreshLists: createRefresh(core, choices.renew) };
}

function countLatest({ steps, facts }: Manifest, stepAnswers: (key: string) => Answers, today: string) {
  let latest: RequestAnswers = {};
  let counted: RequestAnswers = {};
  return () => {
    const current = Object.fromEntries(steps.map(({ key }) => [key, stepAnswers(key)]));
    if (steps.some(({ key }) => current[key] !== latest[key])) {
      latest = current;
      counted = countAnswers({ steps, facts }, current, today);
    }
    return counted;
  };
}

/** A form session per step, made when it is first asked for. `watch` is called with each new one. */
function createSessions(
  { steps, contracts }: ProductBundle,
  { form, presented, context, isStored }: Pick<WizardCore, "form" | "presented" | "context" | "isStored">,
  watch: (key: string, made: FormSession) => void,
) {
  const sessions = new Map<string, FormSession>();
  function session(key: string): FormSession {
    const existing = sessions.get(key);
    if (existing) return existing;
    const made = new FormSession({
      step: key,
      contract: contracts[key] ?? (() => []),
      context: () => context(key),
      data: form(key).data,
      schema: () => presented(key).schema,
      isStored: () => isStored(key),
      presentation: errorPresentation(steps[key]?.ui ?? {}),
    });
    sessions.set(key, made);
    watch(key, made);
    return made;
  }
  return { sessions, session };
}

function onCommit(session: FormSession, tell: (change: Pick<Commit, "before" | "after" | "fields">) => void): void {
  let before = session.data();
  session.subscribeAll(() => {
    const after = session.data();
    if (after === before) return;
    const change = { before, after, fields: changedFields(before, after) };
    before = after;
    if (change.fields.length > 0) tell(change);
  });
}

/** Brings the lists up to date with the state and the answers, in every session and every form. */
function createRefresh(core: Omit<WizardCore, "refreshLists">, renewChoices: () => boolean): () => void {
  const { state, manifest, sessions, form } = core;
  const judgeReaders = createReaders(core);
  const stepsWithComputed = manifest.steps.filter(
    ({ key }) => computedFields(core.opened.bundle.steps[key]?.schema ?? {}).length > 0,
  );
  /** What the choices were derived from. */
  let facts: unknown[] = [];

  function factsNow(): unknown[] {
    const { sources, judgement, premium } = state.get();
    return [sources, judgement, premium.premium === null, ...Object.values(core.answers())];
  }

  /** Makes a choice that is the only one left by other answers, and adds a note to its field (decisions 11). */
  function settle(key: string): void {
    const formData = sessions().get(key)?.data() ?? form(key).data;
    const { data, fields } = settleChoices(
      core.opened.bundle.steps[key]?.schema ?? {},
      formData,
      core.context(key).lists,
    );
    if (fields.length === 0) return;
    const note = core.translate("wizard.notice.only_choice") ?? "";
    core.dispatch({ type: "choiceMade", step: key, notes: Object.fromEntries(fields.map((field) => [field, note])) });
    core.session(key).replace(data);
  }

  return () => {
    // Stored answers lack computed values, which other steps and the heads read: the session works them out.
    for (const { key } of stepsWithComputed.filter(({ key }) => core.isStored(key))) core.session(key);
    const now = factsNow();
    if (now.length === facts.length && now.every((fact, index) => fact === facts[index])) return;
    // A second round, since an answer may stop counting when its list changed. More rounds would change nothing.
    for (let round = 0; round < 2 && renewChoices(); round += 1)
      for (const open of sessions().values()) open.contextChanged();
    judgeReaders();
    facts = factsNow();
    for (const { key } of manifest.steps) settle(key);
  };
}
