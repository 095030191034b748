// The answers that show one rule of a field: on its bound and one step beyond, missing, of another kind, not offered.
// Knows the values of each rule. Other code judges what the step then gives.

import { valueAt } from "#engine/fields/fieldPath.ts";
import { isTable } from "#engine/fields/recordFields.ts";
import { hasRule, type RuleName } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isGroup, isObject, listRef } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, JsonObject, ListItem } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import { findNotation } from "#engine/values/notations.ts";
import { buildEntries, offeredEntries } from "./entries.ts";
import type { FixtureContext } from "./fixtures.ts";

/** A field in valid answers. */
export interface Field {
  step: Schema;
  schema: Schema;
  /** The members that lead to it in the schema, where `*` is any record or row. */
  path: readonly string[];
  /** The members that lead to it in the answers. */
  segments: readonly string[];
  data: JsonObject;
  context: EvaluationContext;
}

/** One change of the answers, or of what they are judged with. */
export interface Attempt {
  /** The rule, and where it counts one by one which: `required kvk`. */
  rule: string;
  side: "on" | "beyond";
  /** The answer that changes. Empty: none. */
  path: readonly string[];
  /** Undefined removes the answer. */
  value?: unknown;
  context?: FixtureContext;
}

type Items = (list: string) => readonly ListItem[];

/** The smallest difference that counts. */
export const findStep = ({ type, multipleOf }: Schema): number => multipleOf ?? (type === "number" ? 0.01 : 1);

export const roundStep = (value: number): number => Number(value.toFixed(6));

/** What is none of these values, of the same kind. */
function foreign(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? 987_654_321 : `${value}?`;
}

const WRONG_TYPES: Record<string, unknown[]> = {
  string: [7],
  number: ["x"],
  integer: ["x", 1.5],
  boolean: ["x"],
  array: ["x"],
  object: [7],
};

/** Long texts that are also the number of a house. */
const MIXED = ["12345-abcd-1234", "12345abcd-1234-1234", "12345abcd-123456789012-1234"];

/** Texts of a length. Other rules of the field may refuse some of them. */
function buildTexts(value: unknown, length: number): string[] {
  if (length < 0) return [];
  const text = typeof value === "string" && value !== "" ? value : "x";
  const lengthened = text.padEnd(length, /\d$/.test(text) ? "1" : "x").slice(0, length);
  // Longer at its beginning: what ends an address stays as it is.
  const padded = text.padStart(length, "a").slice(-length);
  const all = [lengthened, padded, "a.nl/".padEnd(length, "x"), "x".repeat(length), "1".repeat(length), ...MIXED];
  return all.map((candidate) => candidate.slice(0, length));
}

interface Sides {
  on?: readonly unknown[];
  beyond?: readonly unknown[];
}
/** The values of the field itself on both sides of a rule. */
type Finder = (schema: Schema, value: unknown, items: Items) => Sides;

/** Rules that change something else than the value of the field. */
type OtherRule =
  | ("required" | "requiredFrom" | "propertiesFrom" | "additionalProperties")
  | ("featureFlag" | "dateWindow" | "holds" | "expects");

const FINDERS: Record<Exclude<RuleName, OtherRule>, Finder> = {
  type: (schema, value) => ({
    on: isGroup(schema) && value === undefined ? [{}] : [],
    beyond: WRONG_TYPES[String(schema.type)] ?? [],
  }),
  const: (schema) => ({ beyond: [foreign(schema.const)] }),
  format: (schema, value) => {
    const { example = "", check } = findNotation(schema.format) ?? {};
    const otherDigit = example.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    return { on: [example], beyond: [`${value}?`, "?", ...(check ? [otherDigit] : [])] };
  },
  pattern: (_schema, value) => ({ beyond: [`${value}?`, "?", ""] }),
  minLength: ({ minLength = 0 }, value) => ({
    on: buildTexts(value, minLength),
    beyond: buildTexts(value, minLength - 1),
  }),
  maxLength: ({ maxLength = 0 }, value) => ({
    on: buildTexts(value, maxLength),
    beyond: buildTexts(value, maxLength + 1),
  }),
  minItems: (schema, value, items) => {
    const { minItems = 0 } = schema;
    const fewer = minItems > 0 ? [buildEntries(schema, value, minItems - 1, items)] : [];
    return { on: [buildEntries(schema, value, minItems, items)], beyond: fewer };
  },
  maxItems: (schema, value, items) => {
    const { maxItems = 0 } = schema;
    return {
      on: [buildEntries(schema, value, maxItems, items)],
      beyond: [buildEntries(schema, value, maxItems + 1, items)],
    };
  },
  uniqueItems: (schema, value, items) => {
    const [entry = "x"] = [...(Array.isArray(value) ? value : []), ...offeredEntries(schema, items)];
    return { on: [[entry]], beyond: [[entry, entry]] };
  },
  alone: (schema, _value, items) => {
    const { alone = [] } = schema;
    const [other] = offeredEntries(schema, items);
    return { on: alone.map((choice) => [choice]), beyond: alone.map((choice) => [other, choice]) };
  },
  uniqueBy: ({ uniqueBy = "" }, value) => {
    const [record] = Array.isArray(value) ? value : [];
    if (!isObject(record) || record[uniqueBy] === undefined) return {};
    return { on: [[record]], beyond: [[record, record]] };
  },
  minimum: (schema) => {
    const { minimum = 0 } = schema;
    return { on: [minimum], beyond: [roundStep(minimum - findStep(schema))] };
  },
  maximum: (schema) => {
    const { maximum = 0 } = schema;
    return { on: [maximum], beyond: [roundStep(maximum + findStep(schema))] };
  },
  exclusiveMinimum: (schema) => {
    const { exclusiveMinimum = 0 } = schema;
    return { on: [roundStep(exclusiveMinimum + findStep(schema))], beyond: [exclusiveMinimum] };
  },
  exclusiveMaximum: (schema) => {
    const { exclusiveMaximum = 0 } = schema;
    return { on: [roundStep(exclusiveMaximum - findStep(schema))], beyond: [exclusiveMaximum] };
  },
  multipleOf: (schema, value) => {
    const step = findStep(schema);
    const from = typeof value === "number" ? value : (schema.minimum ?? 0);
    return { on: [roundStep(from + step)], beyond: [roundStep(from + step / 2)] };
  },
  contains: () => ({}),
  enum: ({ enum: choices = [] }) => ({ on: choices, beyond: [foreign(choices[0])] }),
  enumFrom: ({ enumFrom = "" }, value, items) => ({
    on: items(enumFrom).map((item) => item.value),
    beyond: [foreign(value)],
  }),
  pairFrom: ({ pairFrom }, value, items) => {
    const pair: unknown[] = Array.isArray(value) ? value : [];
    const other = items(pairFrom?.list ?? "").find((item) => item[pairFrom?.parent ?? ""] !== pair[0]);
    return { beyond: [["?", "?"], ...(other && pair.length > 0 ? [[pair[0], other.value]] : [])] };
  },
};

/** Attempts with every rule of a field that is not computed, but for the rules between answers. */
export function findAttempts(field: Field): Attempt[] {
  const items: Items = (list) => field.context.lists[list] ?? [];
  return [
    ...findValues(field, items),
    ...findMembers(field, items),
    ...findRows(field, items),
    ...findDays(field),
    ...findUnavailable(field.schema),
  ];
}

function findValues({ schema, data, segments: path }: Field, items: Items): Attempt[] {
  const attempts: Attempt[] = [];
  for (const [rule, finder] of Object.entries(FINDERS)) {
    if (!hasRule(schema, rule as RuleName)) continue;
    const { on = [], beyond = [] } = finder(schema, valueAt(data, path), items);
    for (const value of on) attempts.push({ rule, side: "on", path, value });
    for (const value of beyond) attempts.push({ rule, side: "beyond", path, value });
  }
  return attempts;
}

/** Changes one member of a group, of questions or of coverages. */
function findMembers({ schema, data, segments }: Field, items: Items): Attempt[] {
  const attempts: Attempt[] = [];
  const members = Object(valueAt(data, segments)) as JsonObject;
  const change = (rule: string, side: Attempt["side"], name: string, value?: unknown) =>
    attempts.push({ rule, side, path: [...segments, name], value });
  for (const name of schema.required ?? []) if (name in members) change(`required ${name}`, "beyond", name);
  const asked = isTable(schema) ? [] : memberNames(schema.requiredFrom, items);
  for (const name of asked.filter((each) => each in members)) {
    change("requiredFrom", "beyond", name);
    change("requiredFrom", "on", name, !members[name]);
  }
  const offered = listRef(schema.propertiesFrom);
  if (offered) change("propertiesFrom", "beyond", `${offered.prefix}zz`, true);
  for (const name of memberNames(offered, items)) change("propertiesFrom", "on", name, true);
  if (hasRule(schema, "additionalProperties")) change("additionalProperties", "beyond", "zz", true);
  return attempts;
}

function memberNames(keyword: unknown, items: Items): string[] {
  const { list = "", prefix = "" } = listRef(keyword) ?? {};
  return items(list).map((item) => `${prefix}${item.value}`);
}

/** A row is always there, also while none of its fields is answered. */
function findRows({ schema, data, segments: path }: Field, items: Items): Attempt[] {
  if (!isTable(schema)) return [];
  const rows = Object(valueAt(data, path)) as JsonObject;
  const value = Object.fromEntries(memberNames(schema.requiredFrom, items).map((name) => [name, rows[name] ?? {}]));
  return [
    { rule: "requiredFrom", side: "on", path, value },
    { rule: "requiredFrom", side: "beyond", path, value, context: { lists: {} } },
  ];
}

function findDays({ schema, segments: path, context }: Field): Attempt[] {
  const attempts: Attempt[] = [];
  for (const [end, offset] of Object.entries(schema.dateWindow ?? {})) {
    const day = dateAt(context.today, offset);
    const further = dateAt(day, end === "from" ? "-1d" : "+1d");
    attempts.push({ rule: `dateWindow ${end}`, side: "on", path, value: day });
    attempts.push({ rule: `dateWindow ${end}`, side: "beyond", path, value: further });
  }
  return attempts;
}

/** A list that the back end does not answer, and a feature that is off. */
function findUnavailable(schema: Schema): Attempt[] {
  const attempts: Attempt[] = [];
  for (const rule of ["requiredFrom", "enumFrom"] as const)
    if (hasRule(schema, rule)) attempts.push({ rule, side: "beyond", path: [], context: { lists: {} } });
  if (schema.featureFlag === undefined) return attempts;
  for (const side of ["beyond", "on"] as const) {
    const features = { [schema.featureFlag]: side === "on" };
    attempts.push({ rule: "featureFlag", side, path: [], context: { features } });
  }
  return attempts;
}
