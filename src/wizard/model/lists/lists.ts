// The choices of the open wizard, derived from the state: as calls and rules give them, with the server's judgement of
// answers and what the premium answer offers. Also the calls that bring lists.

import type { QueryClient } from "@tanstack/react-query";
import type { Judgement, PremiumAnswer } from "#api/wire/wireTypes.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { isTrueOf } from "#engine/expressions/evaluate.ts";
import { pathSegments, readsIn } from "#engine/expressions/paths.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isRecordsList } from "#engine/schema/schemaTree.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject, Lists, Manifest, ProductBundle, RequestAnswers } from "#engine/schema/types.ts";
import { type ListSources, resolveLists } from "#engine/steps/lists.ts";
import { followingValues } from "#engine/texts/answersInTexts.ts";
import { type AnswerSource, labelRecords } from "#engine/texts/answerWords.ts";
import { textValues } from "#engine/texts/textValues.ts";
import type { WizardState } from "../state.ts";
import type { ListCall } from "./listCalls.ts";

type Features = Record<string, boolean>;

export interface Choices {
  lists: Lists;
  /** The preferred choice of a list, where its rule names one. */
  defaults: Record<string, string | number>;
  /** Facts that the premium answer tells. */
  features: Features;
  /** Which conditions of fields are true. */
  shown: boolean[];
  /** What texts name in braces. */
  values: JsonObject;
}

type ChoiceState = Pick<WizardState, "sources" | "judgement" | "premium">;

type Product = Pick<ProductBundle, "manifest" | "steps">;

interface ChoiceFacts {
  today: string;
  /** What the words of these answers come from. */
  sourceOf(lists: Lists, answers: RequestAnswers): AnswerSource;
}

function choicesFor(
  { manifest }: Product,
  { sources, judgement, premium }: ChoiceState,
  {
    conditions,
    answers,
    today,
    sourceOf,
  }: ChoiceFacts & { conditions: readonly Expression[]; answers: RequestAnswers },
): Choices {
  const { lists, defaults } = resolveLists(manifest, sources, answers, today);
  const source = sourceOf(withJudgement(lists, manifest, judgement), answers);
  const judged = labelRecords(source);
  return {
    lists: premium.premium ? judged : withoutPrices(judged, manifest),
    defaults,
    features: offeredFeatures(sources.premium),
    shown: conditions.map((condition) => isTrueOf(condition, answers, today)),
    values: textValues({ ...source, lists: judged }, today),
  };
}

/** The conditions of the fields of all steps. */
function fieldConditions({ steps }: Product): Expression[] {
  const conditions: Expression[] = [];
  for (const { schema } of Object.values(steps))
    visitSchema(schema, ({ schema: { when } }) => {
      if (when !== undefined) conditions.push(when);
    });
  return conditions;
}

/** The steps whose answers decide what a list offers, which fields are there, or what a text contains. */
function decidingSteps(manifest: Pick<Manifest, "lists" | "text_values">, conditions: readonly Expression[]): string[] {
  const { lists } = manifest;
  const rules = Object.values(lists).flatMap((source) => ("rules" in source ? source.rules : []));
  const ofRecords = Object.keys(lists).filter(isRecordsList);
  const reads = readsIn([...rules.map(({ when }) => when ?? true), ...conditions, ...followingValues(manifest)]);
  return [...new Set([...ofRecords, ...reads].map((path) => pathSegments(path)[0] ?? ""))];
}

/** The current choices. `renew` derives them again and returns whether anything differs. */
export function createChoices(
  product: Product,
  readKnown: () => ChoiceState,
  { answers, ...facts }: ChoiceFacts & { answers(): RequestAnswers },
) {
  let choices: Choices = { lists: {}, defaults: {}, features: {}, shown: [], values: {} };
  const conditions = fieldConditions(product);
  const deciding = decidingSteps(product.manifest, conditions);
  let derivedFrom: unknown[] = [];

  /** Most answers decide no list. Every commit asks, and comparing all lists costs more than all the rest. */
  function isKnown(): boolean {
    const { sources, judgement, premium } = readKnown();
    const currentAnswers = answers();
    const before = derivedFrom;
    derivedFrom = [sources, judgement, premium.premium === null, ...deciding.map((key) => currentAnswers[key])];
    return before.length > 0 && derivedFrom.every((fact, index) => fact === before[index]);
  }

  /** What stays the same keeps its identity. */
  function renew(): boolean {
    if (isKnown()) return false;
    const before = choices;
    const { lists, defaults, features, shown, values } = choicesFor(product, readKnown(), {
      conditions,
      answers: answers(),
      ...facts,
    });
    const sharedLists = Object.entries(lists).map(([name, items]) => {
      const old = before.lists[name];
      return [name, sameValue(old, items) ? old : items] as const;
    });
    const same = {
      lists: sharedLists.every(([name, items]) => before.lists[name] === items),
      features: sameValue(before.features, features),
    };
    if (
      same.lists &&
      same.features &&
      sameValue([before.defaults, before.shown, before.values], [defaults, shown, values])
    )
      return false;
    choices = {
      lists: Object.fromEntries(sharedLists),
      defaults,
      features: same.features ? before.features : features,
      shown,
      values: sameValue(before.values, values) ? before.values : values,
    };
    return true;
  }

  return { now: () => choices, renew };
}

/** Which member of a judgement is about the questions of which call. */
export const members = {
  acceptance: "wrong_acceptance_questions",
  "closing-questions": "wrong_final_questions",
} as const;

/** Returns the questions with the judgement of their answers, for the notice at the answer. */
export function withJudgement(lists: Lists, manifest: Pick<Manifest, "lists">, judgement: Judgement | null): Lists {
  const judged = Object.entries(manifest.lists).flatMap(([name, source]) => {
    const member = "call" in source && source.call in members ? members[source.call as keyof typeof members] : null;
    const wrongQuestions = (member && judgement?.[member]) ?? [];
    if (wrongQuestions.length === 0) return [];
    const items = lists[name]?.map((item) => {
      const judged = wrongQuestions.find(({ id }) => id === item.value);
      return judged ? { ...item, judged } : item;
    });
    return [[name, items] as const];
  });
  return { ...lists, ...Object.fromEntries(judged) };
}

/** A price on a choice is as old as the amount it came with. */
export function withoutPrices(lists: Lists, manifest: Pick<Manifest, "lists">): Lists {
  const entries = Object.entries(lists).map(([name, items]) => {
    const source = manifest.lists[name];
    const priced = source && "call" in source && source.call === "premium";
    return [name, priced ? items?.map(({ subtitle: _old, ...item }) => item) : items] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns which features are on offer for the current answers (spec: wizard 3). `source`: the last premium response. */
function offeredFeatures(source: unknown): Features {
  const { premium } = (source ?? {}) as Partial<PremiumAnswer>;
  const flags = Object.entries(premium?.meta ?? {}).filter(([, value]) => typeof value === "boolean");
  return Object.fromEntries(flags);
}

interface ListLoaderParts {
  api: WizardApi;
  client: QueryClient;
  manifest: Pick<Manifest, "lists">;
  state: { get(): Pick<WizardState, "premium" | "sources"> };
  dispatch(event: { type: "listsArrived"; sources: ListSources }): void;
}

async function askList(api: WizardApi, call: ListCall): Promise<unknown> {
  if (call === "professions") return api.professions();
  if (call === "premium") return undefined;
  return api.questions(call);
}

/** A list that cannot be fetched stays unknown. Its field shows that and offers a retry. */
export async function fetchSources(api: WizardApi, calls: readonly ListCall[]): Promise<ListSources> {
  const answers = await Promise.all(calls.map((call) => askList(api, call).catch(() => undefined)));
  return Object.fromEntries(calls.map((call, index) => [call, answers[index]]));
}

/** Retries. Every form gets the list when it comes. */
export async function retrySource(core: ListLoaderParts, call: ListCall): Promise<void> {
  const query = { queryKey: ["list", call], queryFn: () => askList(core.api, call) };
  const answer = await core.client.fetchQuery(query).catch(() => undefined);
  if (answer === undefined) return;
  core.dispatch({ type: "listsArrived", sources: { [call]: answer } });
}

/** Lists that come from a call: asked again, and awaited until they came or failed. */
export function createLists(
  core: ListLoaderParts,
  pricing: { ask(now: boolean): void; awaited(status: WizardState["premium"]["status"]): boolean },
  later: unknown,
) {
  const findCall = (name: string) => {
    const source = core.manifest.lists[name];
    return source && "call" in source ? source.call : undefined;
  };
  return {
    async retryList(name: string): Promise<void> {
      const call = findCall(name);
      if (call === "premium") pricing.ask(true);
      else if (call !== undefined) await retrySource(core, call);
    },
    awaitsList(name: string): boolean {
      const call = findCall(name);
      const { premium, sources } = core.state.get();
      if (call === "premium") return pricing.awaited(premium.status);
      return call !== undefined && later !== undefined && !Object.hasOwn(sources, call);
    },
  };
}
