// Fixtures and journeys: their types, and how a case becomes answers and a context.
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { pointerSegments, valueAt } from "#engine/fields/fieldPath.ts";
import { countAnswers, FACTS, isNeeded, withFacts } from "#engine/rules/facts.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type {
  Answers,
  EvaluationContext,
  FieldError,
  FlowName,
  JsonObject,
  Lists,
  Manifest,
  RequestAnswers,
  SendAction,
  StepManifest,
} from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { findNotation } from "#engine/values/notations.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { backSources } from "../../read/backLists.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { t } from "../../read/findings/translate.ts";
import { schemasAt } from "../../read/steps/stepIndex.ts";

export type ExpectedResult = "valid" | [string, string][];

export interface FixtureContext {
  today?: string;
  lists?: JsonObject;
  /** Facts that the case sets, whatever the answers say. */
  facts?: Record<string, boolean>;
  answers?: RequestAnswers;
}

export interface FixtureCase {
  name: string;
  set?: Record<string, unknown>;
  remove?: string[];
  /** A group of questions, of which the first is answered otherwise than in the base. */
  wrong?: string;
  context?: FixtureContext;
  expect: ExpectedResult;
}

export interface Fixture {
  product: string;
  step: string;
  context: FixtureContext;
  base: Answers;
  cases: FixtureCase[];
  /** What a request costs that answers every step with its base. */
  premium?: ExpectedPremium;
}

/** In euros, by name of the amount. Null: not calculated yet. */
export type ExpectedPremium = Record<string, number | null>;

export interface JourneyStep {
  step: string;
  /** The answers that it starts from: the base of the step's cases, or a valid one of them. */
  from?: string;
  answers: Answers;
  expect?: { errors?: [string, string][]; premium?: ExpectedPremium };
}

export interface JourneyUpload {
  name: string;
  type: string;
  /** `<step>.<field>`. Left out: that of the step that explains answers. */
  field?: string;
}

export interface Journey {
  name: string;
  product: string;
  flow: FlowName;
  today: string;
  /** The stored quotation that it changes. */
  quotation?: number;
  relation?: number;
  /** The company is no relation yet. */
  temporary?: boolean;
  steps: JourneyStep[];
  /** The broker leaves after this step and comes back. */
  resume_after?: string;
  /** Files that are added to the explanation, or to the field that they name. */
  uploads?: JourneyUpload[];
  submit: { action: SendAction; from?: string; answers: Answers };
  expect: { outcome: string; errors?: [string, string][]; premium?: ExpectedPremium; extra_step?: boolean };
}

/**
 * The steps of a journey with those that neither it nor its quotation (`stored`) answers, with the base of their cases: a new
 * step changes no journey, and a question that the quotation was made without is answered like there. One that is refused stops
 * after the last step that it names.
 */
export function allSteps<Step extends { step: string; answers?: Answers }>(
  { steps, expect, today = FIXTURE_DAY }: { steps: readonly Step[]; expect: { outcome: string }; today?: string },
  manifest: Pick<Manifest, "facts"> & { steps: readonly StepManifest[] },
  findBase: (step: string) => Answers,
  stored: RequestAnswers = {},
): (Step | { step: string; answers: Answers })[] {
  const order = manifest.steps.map(({ key }) => key);
  const last = expect.outcome === "refused" ? Math.max(...steps.map(({ step }) => order.indexOf(step))) : order.length;
  const all: (Step | { step: string; answers: Answers })[] = [...steps];
  for (const manifestStep of manifest.steps) {
    const { key, extra } = manifestStep;
    const answers = stored[key] ? unasked(findBase(key), stored[key]) : findBase(key);
    if (extra || !answers || order.indexOf(key) > last || all.some(({ step }) => step === key)) continue;
    const answersByStep = Object.fromEntries(all.map((journeyStep) => [journeyStep.step, journeyStep.answers ?? {}]));
    if (!isNeeded(manifestStep, countAnswers(manifest, { ...stored, ...answersByStep }, today), today)) continue;
    const next = all.findIndex(({ step }) => order.indexOf(step) > order.indexOf(key));
    all.splice(next < 0 ? all.length : next, 0, { step: key, answers });
  }
  return all;
}

/** Groups of answers of which the stored ones lack some, in full, or undefined if none does. */
function unasked(base: Answers, stored: Answers): Answers | undefined {
  const groups = Object.entries(base).flatMap(([name, group]): [string, JsonObject][] => {
    const storedValue = stored[name];
    if (!isObject(group) || !isObject(storedValue)) return [];
    return Object.keys(group).some((id) => !Object.hasOwn(storedValue, id))
      ? [[name, { ...group, ...storedValue }]]
      : [];
  });
  return groups.length > 0 ? Object.fromEntries(groups) : undefined;
}

/** The day of a case that names none. */
export const FIXTURE_DAY = "2026-11-20";

type CaseProduct = Pick<PreparedProduct, "product"> & Partial<Pick<PreparedProduct, "steps">>;

/**
 * The lists of the product itself, unless the context gives its own: `{}` is a back end that answers none. The answers of other steps
 * get their computed values.
 */
export function contextFor({ product, steps = {} }: CaseProduct, ...contexts: (FixtureContext | undefined)[]) {
  const context: FixtureContext = Object.assign({}, ...contexts);
  const { today = FIXTURE_DAY, answers: given = {} } = context;
  const manifest = readManifest(product);
  let answers: RequestAnswers = { ...given };
  for (const { key } of manifest.steps)
    if (given[key]) answers[key] = withComputed(steps[key]?.schema ?? {}, given[key], { lists: {}, today, answers });
  answers = withFacts(manifest, answers, today);
  answers = { ...answers, [FACTS]: { ...answers[FACTS], ...context.facts } };
  return { today, lists: listsFor(product, context, answers), answers };
}

/** Of the cases of one file, which mostly share their context. */
export function createContexts(prepared: CaseProduct, common: FixtureContext) {
  const contexts = new Map<string, EvaluationContext>();
  return (caseContext: FixtureContext = {}): EvaluationContext => {
    const key = JSON.stringify(caseContext);
    const context = contexts.get(key) ?? contextFor(prepared, common, caseContext);
    contexts.set(key, context);
    return context;
  };
}

function listsFor(
  product: ProductFiles,
  { lists: caseLists, today = FIXTURE_DAY }: FixtureContext,
  answers: RequestAnswers,
): Lists {
  if (caseLists && !("$from" in caseLists)) return caseLists as Lists;
  const { $from: _from, ...own } = caseLists ?? {};
  return {
    ...resolveLists(readManifest(product), backSources(product, today), answers, today).lists,
    ...(own as Lists),
  };
}

/** Where the last of the segments is a member or an entry. */
function findParent(data: unknown, segments: readonly string[]): JsonObject | unknown[] | undefined {
  const parent = valueAt(data, segments.slice(0, -1));
  return Array.isArray(parent) || isObject(parent) ? parent : undefined;
}

/** The answers of a case: the base with its changes. Null and the pointer that leads nowhere when one does not fit. */
export function buildAnswers(
  base: Answers,
  change: Pick<FixtureCase, "set" | "remove" | "wrong">,
): [JsonObject, null] | [null, string] {
  const data = structuredClone(base);
  for (const pointer of change.remove ?? []) {
    const segments = pointerSegments(pointer);
    const parent = findParent(data, segments);
    const key = segments.at(-1) ?? "";
    if (!parent || !Object.hasOwn(parent, key)) return [null, pointer];
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }
  for (const [pointer, value] of Object.entries(change.set ?? {})) {
    const segments = pointerSegments(pointer);
    const parent = findParent(data, segments);
    if (!parent) return [null, pointer];
    (parent as JsonObject)[segments.at(-1) ?? ""] = structuredClone(value);
  }
  // Where the base has a question to answer wrongly, it is among the changes (`withExpectedAnswers`).
  return change.wrong === undefined ? [data, null] : [null, `/${change.wrong}`];
}

export const pairs = (errors: readonly FieldError[]): [string, string][] =>
  errors.map(({ pointer, keyword }) => [pointer, keyword]);

/** One line per error, sorted: `/kvk format, /revenue maximum`. */
export function listed(errors: readonly (readonly [string, string])[]): string {
  return errors.length === 0
    ? "valid"
    : errors
        .map(([pointer, keyword]) => `${pointer} ${keyword}`)
        .sort()
        .join(", ");
}

/** How the texts are written that errors of a step (`listed`) refuse by their format, with an example as it is stored. */
export function describeFormats(schema: Schema, errors: string): string {
  const written = [...errors.matchAll(/(\S+) format(?:,|$)/g)].flatMap(([, pointer = ""]) => {
    const path = pointer.slice(1).split("/");
    const [found] = schemasAt(
      [schema],
      path.map((name) => (/^\d+$/.test(name) ? "*" : name)),
    );
    const { example } = findNotation(found?.format) ?? {};
    return example === undefined ? [] : [t`${pointer} is written as in "${example}"; `];
  });
  return written.join("");
}
