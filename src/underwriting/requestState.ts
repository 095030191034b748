// The state of a request: which answers count, which steps are complete and what may be sent. Derived from the stored answers on
// every call (decisions 26, 28, 29). The server, the check of journeys and the random walks store the answers and derive it here.
import { isThere } from "#engine/answers/activeData.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { FACTS, isNeeded } from "#engine/rules/facts.ts";
import { memberList } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, ListItem, Manifest, ProductBundle, RequestAnswers } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { foldProgress, toProgressAnswer } from "#engine/steps/progress.ts";
import { calculate } from "./calculate.ts";
import { findTerms, type JudgedRequest, type JudgeOptions, judgeRequest, type ProductRules } from "./judgeRequest.ts";

/**
 * What the answers of a step depend on outside the step: the company number, the choices that other answers leave, and prices. If
 * they changed since the step was saved, the broker has to confirm it again (decisions 26, 83).
 */
export interface StepInputs {
  /** Chamber-of-commerce numbers in other steps, by step and field. */
  numbers: Record<string, unknown>;
  /** Values and prices of the lists that depend on answers, by name. */
  lists: Record<string, unknown[]>;
  /** By the condition of a field, without the step of a fact, whether it is true. */
  features: Record<string, boolean>;
  /** Per year in cents, for a step whose choices have prices. */
  price: number | null;
}

export interface StepState {
  data: Answers;
  /** Saved with Next. */
  finished: boolean;
  /** What the answers depended on when they were saved. Null or absent when unknown. */
  inputs?: StepInputs | null;
}

export interface StoredStep extends StepState {
  revision: number;
  inputs: StepInputs | null;
}

export interface RequestState extends JudgedRequest {
  /** What each step's answers depend on now. */
  inputs: Record<string, StepInputs>;
  progress: ReturnType<typeof toProgressAnswer>;
}

type Steps = ReadonlyMap<string, StepState>;

export function evaluateSteps<Sources extends ListSources>(
  rules: ProductRules,
  steps: Steps,
  options: JudgeOptions<Sources>,
): RequestState {
  const stored: RequestAnswers = {};
  for (const { key } of rules.bundle.manifest.steps) {
    const step = steps.get(key);
    if (step) stored[key] = step.data;
  }
  const judged = judgeRequest(rules, stored, options);
  // Inputs are always computed with today's tariff, as when the step was saved, so that a later first day of cover changes none.
  const { today, sources } = options;
  const saved = options.day ? { ...judged, ...findTerms(rules, judged.answers, { today, sources }) } : judged;
  return withProgress(rules, steps, { ...judged, inputs: findInputs(rules, saved) });
}

/** Recomputes only the progress, for when steps were saved or finished but the answers are the same. */
export function withProgress<State extends Omit<RequestState, "progress">>(
  { bundle: { manifest } }: ProductRules,
  steps: Steps,
  state: State,
) {
  const { errors, inputs, wrong, context } = state;
  /** A step that was saved before inputs were stored counts as unchanged. */
  const isUnchanged = (key: string) => {
    const stored = steps.get(key)?.inputs;
    return !stored || sameValue(stored, inputs[key]);
  };
  const stands = (key: string) => steps.get(key)?.finished === true && errors[key]?.length === 0 && isUnchanged(key);
  const progress = foldProgress(manifest, stands, (step) =>
    step.extra ? wrong.refers : isNeeded(step, context.answers ?? {}, context.today),
  );
  for (const [key, flags] of Object.entries(progress))
    if (steps.get(key)?.finished && !isUnchanged(key)) flags.changed = true;
  return { ...state, progress: toProgressAnswer(manifest, progress, { dropout: wrong.declines }) };
}

/** The steps that a request begins with. Their inputs are current: the answers of a quotation were judged together. */
export function beginSteps(
  rules: ProductRules,
  begun: ReadonlyMap<string, Pick<StepState, "data" | "finished">>,
  options: JudgeOptions,
): Map<string, StoredStep> {
  const { inputs } = evaluateSteps(rules, begun, options);
  return new Map([...begun].map(([key, step]) => [key, { ...step, revision: 1, inputs: inputs[key] ?? null }]));
}

/** The answers of the steps that are asked now. A step that no longer applies keeps its answers, but they are not sent. */
export const askedAnswers = ({ answers, progress }: Pick<RequestState, "answers" | "progress">): RequestAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([step]) => progress.data[step] !== undefined));

type InputFacts = Pick<JudgedRequest, "answers" | "context" | "underwriting">;

function findInputs({ bundle }: ProductRules, facts: InputFacts): Record<string, StepInputs> {
  const annual = calculate(facts.underwriting)?.annual ?? null;
  return Object.fromEntries(bundle.manifest.steps.map(({ key }) => [key, inputsOfStep(bundle, key, facts, annual)]));
}

type Bundle = ProductRules["bundle"];

function inputsOfStep(
  bundle: Bundle,
  step: string,
  { answers, context }: InputFacts,
  annual: number | null,
): StepInputs {
  const { names, conditional, priced } = findNamed(bundle, step);
  const others = (bundle.manifest.prefill ?? []).filter((trigger) => trigger.step !== step);
  return {
    numbers: Object.fromEntries(
      others.map((trigger) => [`${trigger.step}.${trigger.field}`, answers[trigger.step]?.[trigger.field] ?? null]),
    ),
    lists: Object.fromEntries(names.map((name) => [name, (context.lists[name] ?? []).map(buildChoice)])),
    features: Object.fromEntries(conditional.map((schema) => [nameCondition(schema), isThere(schema, context)])),
    price: priced ? annual : null,
  };
}

/** What the schema of a step refers to. Cached, as it is the same for every request of a release. */
interface ListInputs {
  /** Lists that depend on answers. */
  names: string[];
  /** Fields that are there while a condition is true. */
  conditional: Schema[];
  priced: boolean;
}
const named = new WeakMap<Bundle, Record<string, ListInputs>>();

function findNamed(bundle: Bundle, step: string): ListInputs {
  const byStep = named.get(bundle) ?? {};
  named.set(bundle, byStep);
  byStep[step] ??= readNamed(bundle, step);
  return byStep[step];
}

function readNamed({ manifest, steps }: Pick<ProductBundle, "manifest" | "steps">, step: string): ListInputs {
  const fields = [...propertySchemas(steps[step]?.schema ?? {}).values()].flat();
  const names = [...new Set(fields.flatMap(findLists))].filter((name) => isDerived(manifest, name));
  const conditional = fields.filter(({ when }) => when !== undefined);
  return { names, conditional, priced: names.some((name) => isPriced(manifest, name)) };
}

const nameCondition = ({ when = true }: Schema): string =>
  typeof when === "string" ? when.replace(`${FACTS}.`, "") : JSON.stringify(when);

function findLists(property: Schema): string[] {
  const { enumFrom, items } = property;
  const pair = isObject(items) && isObject(items.pairFrom) ? items.pairFrom.list : undefined;
  return [enumFrom, pair, memberList(property)?.list].filter((name): name is string => typeof name === "string");
}

/** Whether a list depends on the answers. The other lists are fixed for a release. */
const isDerived = (manifest: Manifest, name: string): boolean => {
  const source = manifest.lists[name];
  return source !== undefined && ("rules" in source || isPriced(manifest, name));
};

const isPriced = ({ lists }: Manifest, name: string): boolean => {
  const source = lists[name];
  return source !== undefined && "call" in source && source.call === "premium";
};

const buildChoice = ({ value, subtitle }: ListItem) => (subtitle === undefined ? [value] : [value, subtitle]);
