// What of a product some case or journey tries: rules, branches, choices, questions, lines of the tariff, messages,
// flows and outcomes. Counted by what testers wrote, and by that and what follows from the content.
import { matches } from "#engine/conditions.ts";
import { CONFIRMED } from "#engine/expressions/warnings.ts";
import { toPointer } from "#engine/fieldPath.ts";
import { ANSWER, asksExplained } from "#engine/questions.ts";
import { isTable } from "#engine/recordFields.ts";
import type { Condition, Schema } from "#engine/schema.ts";
import { isObject, listRef } from "#engine/schemaTree.ts";
import { visitSame, visitSchema } from "#engine/schemaVisitor.ts";
import type { FieldError, JsonObject } from "#engine/types.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { tracePremium } from "#underwriting/trace.ts";
import { lackingJourneys, wantedJourneys } from "../journeys/write.ts";
import { tryRules } from "../steps/cases.ts";
import type { Fixture } from "../steps/fixtures.ts";
import { brokenRule, findRules } from "../steps/ruleCoverage.ts";
import { type BackRequest, type BackVersion, buildBacks, buildUnderwriting } from "./backMutants.ts";
import type { Tested } from "./products.ts";
import { deriveRequests } from "./requests.ts";
import { derivedRuns, type Run, writtenRuns } from "./runs.ts";

export const KINDS = ["rules", "branches", "choices", "questions", "tariff", "messages", "outcomes"] as const;
type Kind = (typeof KINDS)[number];

interface Item {
  kind: Kind;
  name: string;
  written: boolean;
  /** By what is derived, where testers wrote nothing. */
  derived: boolean;
}

/** Collects what is there, and what was seen of it. */
class Seen {
  readonly #items = new Map<string, Item>();

  add(kind: Kind, name: string): void {
    this.#items.set(`${kind} ${name}`, { kind, name, written: false, derived: false });
  }

  mark(kind: Kind, name: string, by: "written" | "derived"): void {
    const item = this.#items.get(`${kind} ${name}`);
    if (item) item[by] = true;
  }

  get items(): Item[] {
    return [...this.#items.values()];
  }
}

export function findCoverage(tested: Tested, rates: JsonObject): Item[] {
  const seen = new Seen();
  for (const fixture of tested.fixtures) coverStep(tested, fixture, seen);
  coverTariff(tested, rates, seen);
  const { product } = tested.prepared;
  for (const { flow, outcome } of wantedJourneys(product)) {
    seen.add("outcomes", `${flow} ${outcome}`);
    seen.mark("outcomes", `${flow} ${outcome}`, "written");
  }
  const lacking = lackingJourneys(product, tested.journeys).map(({ flow, outcome }) => `${flow} ${outcome}`);
  return seen.items.map((item) =>
    item.kind === "outcomes" && lacking.includes(item.name) ? { ...item, written: false } : item,
  );
}

// How what is tried of a step is named: choices, answers to questions, messages of its own.

/** Every choice of a field, and both answers to every question: `/sector = 190`. */
function findChoices(schema: Schema, items: (list: string) => readonly { value: unknown }[]) {
  const entries: { kind: "choices" | "questions"; name: string }[] = [];
  visitSchema(schema, ({ schema: part, path }) => {
    const pointer = path.map((name) => `/${name}`).join("");
    const values = [...(part.enum ?? []), ...(part.enumFrom ? items(part.enumFrom).map(({ value }) => value) : [])];
    for (const value of values) entries.push({ kind: "choices", name: `${pointer} = ${value}` });
    for (const name of questionNames(part, pointer, items)) entries.push({ kind: "questions", name });
  });
  return entries;
}

/** Both answers to every question of a field. */
function questionNames(part: Schema, pointer: string, items: (list: string) => readonly { value: unknown }[]) {
  const explains = asksExplained(part);
  const asked = isTable(part) && !explains ? null : listRef(part.requiredFrom);
  const keys = asked
    ? items(asked.list).map(({ value }) => `${asked.prefix}${value}${explains ? `/${ANSWER}` : ""}`)
    : [];
  return keys.flatMap((key) => [true, false].map((answer) => `${pointer}/${key} = ${answer}`));
}

/** What is answered, by place. */
function valuesIn(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${pointer} = ${value}`];
  return Object.entries(value).flatMap(([key, member]) =>
    valuesIn(member, `${pointer}/${Array.isArray(value) ? "*" : key}`),
  );
}

/** Errors with words of their own: the path of the field in the layout, and the rule. */
function ownMessages(ui: unknown, path: readonly string[] = []): { path: readonly string[]; rule: string }[] {
  if (!isObject(ui)) return [];
  const rules = Object.keys(isObject(ui["ui:errors"]) ? ui["ui:errors"] : {});
  const members = Object.entries(ui).filter(([name]) => !name.startsWith("ui:"));
  return [
    ...rules.map((rule) => ({ path, rule })),
    ...members.flatMap(([name, member]) => ownMessages(member, [...path, name])),
  ];
}

const nameMessage = ({ path, rule }: { path: readonly string[]; rule: string }) => `${toPointer(path)} ${rule}`;

/** Whether an error is at this field, in whichever record. A warning is where its confirmation is, beside its field. */
function isShownAt(
  { pointer, keyword }: FieldError,
  { path, rule }: { path: readonly string[]; rule: string },
): boolean {
  const names = pointer.split("/");
  const around = names.includes(CONFIRMED) ? path.slice(0, -1) : path;
  let next = 0;
  for (const name of names) if (name === around[next]) next += 1;
  return keyword === rule && next === around.length;
}

function coverStep({ prepared, requests }: Tested, fixture: Fixture, seen: Seen): void {
  const { step } = fixture;
  const source = prepared.steps[step];
  if (!source) return;
  const conditions: { name: string; condition: Condition }[] = [];
  visitSame(source.schema, (same, pointer) => {
    if (same.if) conditions.push({ name: `${step}#${pointer}/if`, condition: same.if });
  });
  const messages = ownMessages(source.ui);
  for (const rule of findRules(source.schema)) seen.add("rules", step + rule);
  for (const { name } of conditions) for (const side of ["holds", "fails"]) seen.add("branches", `${name} ${side}`);
  for (const message of messages) seen.add("messages", step + nameMessage(message));
  const written = writtenRuns(fixture, prepared);
  const derived = derivedRuns(fixture, prepared);
  for (const { context } of written)
    for (const choice of findChoices(source.schema, (list) => context.lists[list] ?? []))
      seen.add(choice.kind, `${step}${choice.name}`);
  const mark = { prepared, step, conditions, messages, seen };
  for (const run of written) markRun(mark, run, "written");
  for (const { answers } of requests) markAnswers(mark, answers[step] ?? {}, "written");
  for (const run of derived) markRun(mark, run, "derived");
  // What cannot be broken alone is tried too, but is no case.
  for (const tried of tryRules(fixture, prepared, () => true)) markErrors(mark, tried, "derived");
}

interface Mark {
  prepared: Tested["prepared"];
  step: string;
  conditions: readonly { name: string; condition: Condition }[];
  messages: ReturnType<typeof ownMessages>;
  seen: Seen;
}

/** A case shows the rules that it breaks. It shows its choices only when nothing is wrong. */
function markRun(mark: Mark, run: Run, by: "written" | "derived"): void {
  const errors = markErrors(mark, run, by);
  markBranches(mark, run.data, by);
  if (errors?.length === 0) markAnswers(mark, run.data, by);
}

function markErrors(mark: Mark, { data, context }: Pick<Run, "data" | "context">, by: "written" | "derived") {
  const { prepared, step, seen, messages } = mark;
  const verdict = prepared.judges.judge(step, data, context);
  for (const raw of verdict?.raw ?? []) seen.mark("rules", step + brokenRule(raw), by);
  for (const message of messages)
    if (verdict?.errors.some((error) => isShownAt(error, message)))
      seen.mark("messages", step + nameMessage(message), by);
  return verdict?.errors;
}

function markBranches({ conditions, seen }: Mark, data: JsonObject, by: "written" | "derived"): void {
  for (const { name, condition } of conditions)
    seen.mark("branches", `${name} ${matches(condition, data) ? "holds" : "fails"}`, by);
}

function markAnswers(mark: Mark, data: JsonObject, by: "written" | "derived"): void {
  markBranches(mark, data, by);
  for (const name of valuesIn(data))
    for (const kind of ["choices", "questions"] as const) mark.seen.mark(kind, mark.step + name, by);
}

/** Every price, factor and band that a premium can use, covered by the journeys' amounts and by derived requests. */
function coverTariff({ prepared, requests }: Tested, rates: JsonObject, seen: Seen): void {
  for (const { name, ...back } of buildBacks(prepared.product, rates))
    coverVersion({ back, requests, seen, at: (pointer) => (name === "tariff" ? pointer : `${name} ${pointer}`) });
}

interface Version {
  back: BackVersion;
  requests: readonly BackRequest[];
  seen: Seen;
  at(pointer: string): string;
}

function coverVersion({ back, requests, seen, at: named }: Version): void {
  const tariff = back.tariff as unknown as Tariff;
  const places = [
    ...tariff.main.options.map((_one, index) => `/main/options/${index}`),
    ...factorPlaces(tariff.factors),
    ...(tariff.per_item ?? []).flatMap(({ factors = [], minimum }, index) =>
      ["/rate", ...(minimum === undefined ? [] : ["/minimum"]), ...factorPlaces(factors)].map(
        (pointer) => `/per_item/${index}${pointer}`,
      ),
    ),
    ...(tariff.per_unit ?? []).map((_one, index) => `/per_unit/${index}`),
    ...(tariff.additional ?? []).map((_one, index) => `/additional/${index}`),
    ...(tariff.double_year_limit ? ["/double_year_limit"] : []),
  ];
  for (const pointer of places) seen.add("tariff", named(pointer));
  const mark = (all: readonly BackRequest[], by: "written" | "derived") => {
    const lines = all.flatMap((request) => tracePremium(buildUnderwriting(back, request)));
    for (const { place } of lines) seen.mark("tariff", named(place), by);
  };
  mark(requests.slice(1).filter(back.counts), "written");
  mark(deriveRequests(back, requests), "derived");
}

const factorPlaces = (factors: Tariff["factors"]): string[] =>
  factors.flatMap(({ values = {}, bands = [], default: otherwise }, index) => [
    ...Object.keys(values).map((value) => `/factors/${index}/values/${value}`),
    ...bands.map((_band, band) => `/factors/${index}/bands/${band}`),
    ...(otherwise === undefined ? [] : [`/factors/${index}/default`]),
  ]);
