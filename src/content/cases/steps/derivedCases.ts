// Cases that follow from the rules of a step: on each bound and one step beyond it, each required field left out, each rule between
// answers and each condition both ways, from the base and each valid case. What only restates the schema is not tried.
import { isWarning } from "#engine/expressions/warnings.ts";
import { pointerSegments, valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import { withStep } from "#engine/fields/recordChoices.ts";
import { findLists } from "#engine/fields/recordFields.ts";
import { memberList } from "#engine/schema/members.ts";
import { hasRule, type RuleName } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, JsonObject, Lists } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { placedSchemas, schemasAt } from "../../read/steps/stepIndex.ts";
import { brokenRule, isShown } from "./brokenRules.ts";
import {
  buildAnswers,
  createContexts,
  type ExpectedResult,
  type Fixture,
  type FixtureCase,
  type FixtureContext,
  pairs,
} from "./fixtures.ts";
import {
  type Attempt,
  type Field,
  findMeetings,
  findStep,
  resolvePaths,
  roundStep,
  withReads,
} from "./meetingAttempts.ts";

/** Valid answers to start from. */
interface Seed {
  data: JsonObject;
  own: FixtureContext;
  context: EvaluationContext;
}

export interface Trial extends Seed {
  /** As `findRules` names it. */
  rule: string;
  side: Attempt["side"];
  /** In which records of lists, by their index: `0`, where records contain records `0,2`. */
  records: string;
}

/** `wants` is asked before each trial, so what an earlier one has shown is not tried again. */
export function* tryRules(
  fixture: Fixture,
  prepared: PreparedProduct,
  wants: (trial: Pick<Trial, "rule" | "side" | "records">) => boolean = () => true,
): Generator<Trial> {
  const step = prepared.steps[fixture.step]?.schema ?? {};
  const seeds = findSeeds(fixture, prepared);
  for (const { schema, place, path } of placedSchemas(step))
    for (const { seed, segments } of findPlaces(step, seeds, path)) {
      const field = withReads({ step, schema, path, segments, ...seed });
      const records = segments.filter((_name, index) => path[index] === "*").join();
      for (const { rule: name, side, path: changed, value } of findAttempts(field)) {
        const rule = `#${place}/${name}`;
        if (!wants({ rule, side, records })) continue;
        yield { ...seed, rule, side, records, data: withValue(field.data, changed, structuredClone(value)) };
      }
    }
}

/** The base and each valid case, and of the base one in which each list has two records, if that is valid. */
function findSeeds(fixture: Fixture, prepared: PreparedProduct): Seed[] {
  const contextOf = createContexts(prepared, fixture.context);
  const base: FixtureCase = { name: "base", expect: "valid" };
  const seeds = [base, ...fixture.cases].flatMap((fixtureCase): Seed[] => {
    const [data] = fixtureCase.expect === "valid" ? buildAnswers(fixture.base, fixtureCase) : [null];
    const { context: own = {} } = fixtureCase;
    return data ? [{ data, own, context: withStep(contextOf(own), fixture.step, data) }] : [];
  });
  const step = prepared.steps[fixture.step]?.schema ?? {};
  return [...seeds, ...seeds.slice(0, 1).flatMap((seed) => doubleRecords(step, seed, fixture.step, prepared))];
}

/** Only where records contain records: the first and the last of both levels are tried. */
function doubleRecords(step: Schema, seed: Seed, key: string, { judge }: PreparedProduct): Seed[] {
  // Inner lists first, so that records are copied with theirs.
  const lists = findLists(step, seed.data).reverse();
  if (!lists.some(({ path }) => path.length > 1)) return [];
  const data = lists.reduce<JsonObject>((rest, { path }) => {
    const inSchema = path.map((name) => (/^\d+$/.test(name) ? "*" : name));
    const [schema = {}] = schemasAt([step], inSchema);
    const entries = valueAt(rest, path) as unknown[];
    return entries.length === 1 ? withValue(rest, path, buildEntries(schema, entries, 2, seed.context.lists)) : rest;
  }, seed.data);
  return judge.errors(key, data, seed.context).length === 0 ? [{ ...seed, data }] : [];
}

interface SeedPlace {
  seed: Seed;
  segments: string[];
}

/** Where answers have a value at a path, otherwise where they could have one, such as a field or a group that may stay empty. */
function findPlaces(step: Schema, seeds: readonly Seed[], path: readonly string[]): SeedPlace[] {
  const find = (around: readonly string[], ...name: string[]) =>
    seeds.flatMap((seed) =>
      resolvePaths(seed.data, around).map((segments): SeedPlace => ({ seed, segments: [...segments, ...name] })),
    );
  const filled = find(path);
  const name = path.at(-1);
  if (filled.length > 0 || name === undefined || name === "*") return filled;
  const empty = find(path.slice(0, -1), name);
  return empty.length > 0 ? empty : seeds.map((seed) => addPlace(step, seed, path));
}

/** Begins the list around a field that has no record yet, and names the first row of a table. Groups need no beginning. */
function addPlace(step: Schema, seed: Seed, path: readonly string[]): SeedPlace {
  let { data } = seed;
  const segments: string[] = [];
  for (const [index, name] of path.entries()) {
    const [around = {}] = schemasAt([step], path.slice(0, index));
    const [first] = Object.keys(Object(valueAt(data, segments)));
    const { list = "", prefix = "" } = memberList(around) ?? {};
    const row = `${prefix}${seed.context.lists[list]?.[0]?.value}`;
    if (name === "*" && around.type === "array" && first === undefined) data = withValue(data, segments, []);
    segments.push(name === "*" ? (first ?? (around.type === "array" ? "0" : row)) : name);
  }
  return { seed: { ...seed, data }, segments };
}

interface Sides {
  on?: readonly unknown[];
  beyond: readonly unknown[];
}

/** Texts of a length. Other rules of the field may refuse some of them. */
function buildTexts(value: unknown, length: number): string[] {
  if (length < 0) return [];
  const text = typeof value === "string" && value !== "" ? value : "x";
  const lengthened = text.padEnd(length, /\d$/.test(text) ? "1" : "x");
  // Longer at its beginning: what ends an address stays as it is.
  const padded = text.padStart(length, "a").slice(-length);
  const all = [lengthened, padded, "a.nl/".padEnd(length, "x"), "x".repeat(length), "1".repeat(length), ...MIXED];
  return all.map((candidate) => candidate.slice(0, length));
}

/** Long texts that are also the number of a house. */
const MIXED = ["12345-abcd-1234", "12345abcd-1234-1234", "12345abcd-123456789012-1234"];

const aside = (limit: number, schema: Schema, by: 1 | -1) => roundStep(limit + by * findStep(schema));

/** The values of a field on both sides of each bound. */
const BOUNDS: Partial<Record<RuleName, (limit: number, schema: Schema, value: unknown, lists: Lists) => Sides>> = {
  minLength: (limit, _schema, value) => ({ on: buildTexts(value, limit), beyond: buildTexts(value, limit - 1) }),
  maxLength: (limit, _schema, value) => ({ on: buildTexts(value, limit), beyond: buildTexts(value, limit + 1) }),
  minItems: (limit, schema, value, lists) => ({
    on: [buildEntries(schema, value, limit, lists)],
    beyond: limit > 0 ? [buildEntries(schema, value, limit - 1, lists)] : [],
  }),
  maxItems: (limit, schema, value, lists) => ({
    on: [buildEntries(schema, value, limit, lists)],
    beyond: [buildEntries(schema, value, limit + 1, lists)],
  }),
  minimum: (limit, schema) => ({ on: [limit], beyond: [aside(limit, schema, -1)] }),
  maximum: (limit, schema) => ({ on: [limit], beyond: [aside(limit, schema, 1)] }),
  exclusiveMinimum: (limit, schema) => ({ on: [aside(limit, schema, 1)], beyond: [limit] }),
  exclusiveMaximum: (limit, schema) => ({ on: [aside(limit, schema, -1)], beyond: [limit] }),
};

/** So many different entries: those that are there, then what the list may contain, then like the first. */
function buildEntries(schema: Schema, value: unknown, size: number, lists: Lists): unknown[] {
  const { items: entry = {}, uniqueBy = "", exclusive = [] } = schema;
  const existing: unknown[] = Array.isArray(value) ? value : [];
  const seen = new Set(existing.map((item) => JSON.stringify(item)));
  const listed = findChoices(entry, lists).filter(
    (item) => !seen.has(JSON.stringify(item)) && !exclusive.includes(String(item)),
  );
  const all = [...existing, ...listed];
  const [first = "x"] = all;
  for (let index = all.length; index < size; index += 1) {
    const text = `${String(isObject(first) ? first[uniqueBy] : first).slice(0, -1)}${index}`;
    if (isObject(first)) all.push({ ...first, ...(uniqueBy in first ? { [uniqueBy]: text } : {}) });
    else all.push(typeof first === "string" ? text : first);
  }
  return all.slice(0, size);
}

/** What a field can be, if it is chosen. */
function findChoices({ type, enum: choices = [], enumFrom, pairFrom }: Schema, lists: Lists): readonly unknown[] {
  if (type === "boolean") return [true, false];
  if (pairFrom) return (lists[pairFrom.list] ?? []).map((item) => [item[pairFrom.parent], item.value]);
  return enumFrom === undefined ? choices : (lists[enumFrom] ?? []).map(({ value }) => value);
}

function findAttempts(field: Field): Attempt[] {
  const { schema, segments: path, context } = field;
  if (schema.computed !== undefined) return findMeetings(field);
  const choices = findChoices(schema, context.lists).map(
    (value): Attempt => ({ rule: `choice ${value}`, side: "on", path, value }),
  );
  return [...choices, ...findBounds(field), ...findMeetings(field)];
}

function findBounds({ schema, data, segments: path, context }: Field): Attempt[] {
  const attempts: Attempt[] = [];
  for (const [name, find] of Object.entries(BOUNDS)) {
    if (!hasRule(schema, name as RuleName)) continue;
    const { on = [], beyond } = find(schema[name as "maximum"] ?? 0, schema, valueAt(data, path), context.lists);
    for (const value of on) attempts.push({ rule: name, side: "on", path, value });
    for (const value of beyond) attempts.push({ rule: name, side: "beyond", path, value });
  }
  for (const name of schema.required ?? [])
    attempts.push({ rule: `required ${name}`, side: "beyond", path: [...path, name], value: undefined });
  for (const [end, offset] of Object.entries(schema.dateWindow ?? {})) {
    const day = dateAt(context.today, offset);
    const further = dateAt(day, end === "from" ? "-1d" : "+1d");
    attempts.push({ rule: `dateWindow ${end}`, side: "on", path, value: day });
    attempts.push({ rule: `dateWindow ${end}`, side: "beyond", path, value: further });
  }
  return attempts;
}

export interface DerivedCase {
  /** The rule that it is about, as `findRules` names it. */
  rule: string;
  data: JsonObject;
  own: FixtureContext;
  expect: ExpectedResult;
}

/** Returns valid answers on each bound, and answers beyond it that have this error alone. */
export function deriveCases(fixture: Fixture, prepared: PreparedProduct): DerivedCase[] {
  const cases = new Map<string, DerivedCase>();
  for (const trial of tryRules(fixture, prepared))
    for (const derived of judgeTrial(trial, fixture.step, prepared)) {
      const key = JSON.stringify([derived.data, derived.own]);
      if (!cases.has(key)) cases.set(key, derived);
    }
  return [...cases.values()];
}

/** Returns nothing if the answers do not show the rule by itself. */
function judgeTrial({ rule, data, own, context }: Trial, step: string, { judge }: PreparedProduct): DerivedCase[] {
  const { raw = [], errors = [] } = judge.evaluate(step, data, context) ?? {};
  const [error] = errors;
  if (!error) return [{ rule, data, own, expect: "valid" }];
  const broken = raw.find((each) => brokenRule(each) === rule);
  if (!broken || errors.length > 1 || !isShown(broken, errors)) return [];
  const derived: DerivedCase = { rule, data, own, expect: pairs(errors) };
  if (!isWarning(error)) return [derived];
  // The same answers with the warning confirmed.
  const confirmed = withValue(data, pointerSegments(error.pointer), error.params.reads);
  const isValid = judge.errors(step, confirmed, context).length === 0;
  return [derived, ...(isValid ? [{ rule, data: confirmed, own, expect: "valid" as const }] : [])];
}
