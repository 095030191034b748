// The values that show one rule of a field: on its bound and one step beyond, missing, of another kind, not offered.
// Knows the values of each rule. Other code judges whether the step then gives only that error.

import { evaluate } from "#engine/expressions/evaluate.ts";
import { isTable } from "#engine/fields/recordFields.ts";
import { hasRule, RULE_NAMES, type RuleName } from "#engine/schema/rules.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { isGroup, isObject, listRef } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, ListItem } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import { findNotation } from "#engine/values/notations.ts";
import { buildEntries, offeredEntries } from "./entries.ts";
import type { FixtureContext } from "./fixtures.ts";
import { findStep } from "./ruleCoverage.ts";
import { findDifference } from "./ruleSides.ts";
import { findShifts, shiftValue } from "./shifts.ts";

export interface Attempt {
  /** The rule, and where it counts one by one which: `required kvk`. */
  rule: string;
  side: "on" | "beyond";
  /** A new value for the field, or a member of it to set or remove. */
  value?: unknown;
  set?: [member: string, value: unknown];
  remove?: string;
  context?: FixtureContext;
  /** The member with the error, if it is not the field itself. */
  at?: string;
  /** The answer that gets the value, where that is not the field: a computed field follows from others. */
  moves?: string[];
  /** What the error is called, where that is not the rule. */
  called?: string;
}

interface Field {
  schema: Schema;
  value: unknown;
  context: EvaluationContext;
  /** The object around the field, and the field's name in it. */
  around?: unknown;
  name?: string;
}

type Finder = (field: Field, items: (list: string) => readonly ListItem[]) => Omit<Attempt, "rule">[];

const beyond = (value: unknown): Omit<Attempt, "rule"> => ({ side: "beyond", value });
const on = (value: unknown): Omit<Attempt, "rule"> => ({ side: "on", value });

// On a bound and one step beyond: of a number, the length of a text, the entries of a list.

const bound = (name: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum", outwards: 1 | -1): Finder =>
  function findBound({ schema }) {
    const limit = schema[name] ?? 0;
    const step = Number((limit + outwards * findStep(schema)).toFixed(6));
    if (name === "minimum" || name === "maximum") return [on(limit), beyond(step)];
    return [on(Number((limit - outwards * findStep(schema)).toFixed(6))), beyond(limit)];
  };

const buildText = (value: unknown, length: number): string => {
  const text = typeof value === "string" && value !== "" ? value : "x";
  return text.length >= length ? text.slice(0, length) : text.padEnd(length, /\d$/.test(text) ? "1" : "x");
};

/** Longer at its beginning: what ends an address stays as it is. */
const padded = (value: unknown, length: number): string => String(value).padStart(length, "a").slice(-length);

/** Long texts that are also the number of a house. */
const MIXED = ["12345-abcd-1234", "12345abcd-1234-1234", "12345abcd-123456789012-1234"];

const length = (name: "minLength" | "maxLength", outwards: 1 | -1): Finder =>
  function findLength({ schema, value }) {
    const limit = schema[name] ?? 0;
    const texts = (size: number) =>
      size < 0
        ? []
        : [
            ...[buildText(value, size), padded(value, size), buildText("a.nl/", size)],
            ...["x".repeat(size), "1".repeat(size), ...MIXED.map((text) => text.slice(0, size))],
          ];
    return [...texts(limit).map(on), ...texts(limit + outwards).map(beyond)];
  };

const count = (name: "minItems" | "maxItems", outwards: 1 | -1): Finder =>
  function findCount({ schema, value }, items) {
    const limit = schema[name] ?? 0;
    const of = (size: number) => (size < 0 ? [] : [buildEntries(schema, value, size, items)]);
    return [...of(limit).map(on), ...of(limit + outwards).map(beyond)];
  };

export function findAttempts(field: Field): Attempt[] {
  const items = (list: string) => field.context.lists[list] ?? [];
  return RULE_NAMES.filter((name) => hasRule(field.schema, name)).flatMap((name) =>
    FINDERS[name](field, items).map((attempt) => ({ rule: nameRule(name, attempt), ...attempt })),
  );
}

/** As `findRules` names it. */
function nameRule(name: RuleName, attempt: Omit<Attempt, "rule">): string {
  if (name === "required") return `required ${attempt.remove}`;
  if (name === "holds" || name === "expects") return `${name} ${attempt.called}`;
  return name === "dateWindow" && attempt.at !== undefined ? `dateWindow ${attempt.at}` : name;
}

/** What is none of these values, of the same kind. */
const foreign = (value: unknown): unknown => (typeof value === "number" ? 987_654_321 : `${value}?`);

const unavailable = (): Omit<Attempt, "rule"> => ({
  side: "beyond",
  context: { lists: {} },
  called: "listUnavailable",
});

const WRONG_TYPES: Record<string, unknown[]> = {
  string: [7],
  number: ["x"],
  integer: ["x", 1.5],
  boolean: ["x"],
  array: ["x"],
  object: [7],
};

/** The values of the field, or of its first member, at which the sides of a comparison meet, and those one step around them. */
function meetingValues(
  { schema, value, context, around, name = "" }: Field,
  rule: Expression,
): Omit<Attempt, "rule">[] {
  const [member] = isObject(value) ? Object.keys(value) : [];
  const moved = isObject(value) ? value[member ?? ""] : value;
  const scopeWith = (to: unknown) => ({
    here: { ...Object(around), [name]: member === undefined ? to : { ...Object(value), [member]: to } },
    answers: context.answers ?? {},
    today: context.today,
  });
  const shift = (by: number) => shiftValue(moved, by, findStep(schema));
  if (shift(0) === undefined) return [];
  const shifts = findShifts((by) => findDifference(rule, scopeWith(shift(by))));
  return shifts
    .filter((by) => shift(by) !== undefined)
    .map((by) => {
      const side = evaluate(rule, scopeWith(shift(by))) === false ? "beyond" : "on";
      return member === undefined ? { side, value: shift(by) } : { side, set: [member, shift(by)] };
    });
}

const meetings = (field: Field, rules: Record<string, Expression> = {}): Omit<Attempt, "rule">[] =>
  Object.entries(rules).flatMap(([called, rule]) =>
    meetingValues(field, rule).map((attempt) => ({ ...attempt, called })),
  );

const FINDERS: Record<RuleName, Finder> = {
  required: ({ schema, value }) =>
    (schema.required ?? []).flatMap((name) =>
      isObject(value) && name in value ? [{ side: "beyond" as const, remove: name, at: name, called: "required" }] : [],
    ),
  requiredFrom: ({ schema, value }, items) => {
    const ref = listRef(schema.requiredFrom);
    const names = ref ? items(ref.list).map((item) => `${ref.prefix}${item.value}`) : [];
    // A row is always there, also while none of its fields is answered.
    if (isTable(schema)) {
      const rows = Object.fromEntries(names.map((name) => [name, Object(value)[name] ?? {}]));
      return [on(rows), { ...unavailable(), value: rows }];
    }
    const each = names.filter((name) => isObject(value) && name in value);
    const removed = each.map((name) => ({ side: "beyond" as const, remove: name, at: name, called: "required" }));
    const other = each.map((name) => ({ side: "on" as const, set: [name, !Object(value)[name]] as [string, unknown] }));
    return [...removed, ...other, unavailable()];
  },
  featureFlag: ({ schema }) => [
    { side: "beyond", context: { features: { [String(schema.featureFlag)]: false } } },
    { side: "on", context: { features: { [String(schema.featureFlag)]: true } } },
  ],
  type: ({ schema, value }) => [
    ...(isGroup(schema) && value === undefined ? [on({})] : []),
    ...(WRONG_TYPES[String(schema.type)] ?? []).map(beyond),
  ],
  const: ({ schema }) => [beyond(typeof schema.const === "boolean" ? !schema.const : foreign(schema.const))],
  format: ({ schema, value }) => {
    const { example = "", check } = findNotation(schema.format) ?? {};
    const wrong = check ? [beyond(example.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))] : [];
    return [on(example), beyond(`${value}?`), beyond("?"), ...wrong];
  },
  pattern: ({ value }) => [beyond(`${value}?`), beyond("?"), beyond("")],
  minLength: length("minLength", -1),
  maxLength: length("maxLength", 1),
  minItems: count("minItems", -1),
  maxItems: count("maxItems", 1),
  uniqueItems: ({ schema, value }, items) => {
    const [entry = "x"] = [...(Array.isArray(value) ? value : []), ...offeredEntries(schema, items)];
    return [on([entry]), beyond([entry, entry])];
  },
  alone: ({ schema }, items) => {
    const [other] = offeredEntries(schema, items);
    return (schema.alone ?? []).flatMap((choice) => [on([choice]), beyond([other, choice])]);
  },
  uniqueBy: ({ schema: { uniqueBy = "" }, value }) => {
    const [record] = Array.isArray(value) ? value : [];
    if (!isObject(record) || record[uniqueBy] === undefined) return [];
    return [on([record]), { ...beyond([record, record]), at: `1/${uniqueBy}` }];
  },
  minimum: bound("minimum", -1),
  maximum: bound("maximum", 1),
  exclusiveMinimum: bound("exclusiveMinimum", -1),
  exclusiveMaximum: bound("exclusiveMaximum", 1),
  multipleOf: ({ schema, value }) => {
    const [step, from] = [findStep(schema), typeof value === "number" ? value : (schema.minimum ?? 0)];
    return [beyond(Number((from + step / 2).toFixed(6))), on(Number((from + step).toFixed(6)))];
  },
  dateWindow: ({ schema, context: { today } }) => {
    const { from, to } = schema.dateWindow ?? {};
    const day = (offset: string, days: string) => dateAt(dateAt(today, offset), days);
    const sides = (offset: string, out: string, boundName: string) => [
      { ...on(day(offset, "0d")), at: boundName },
      { ...beyond(day(offset, out)), at: boundName },
    ];
    return [...(from ? sides(from, "-1d", "from") : []), ...(to ? sides(to, "+1d", "to") : [])];
  },
  holds: (field) => meetings(field, field.schema.holds),
  expects: (field) => meetings(field, field.schema.expects),
  contains: () => [],
  enum: ({ schema }) => [beyond(foreign(schema.enum?.[0])), ...(schema.enum ?? []).map(on)],
  enumFrom: ({ schema, value }, items) => [
    beyond(foreign(value)),
    ...items(String(schema.enumFrom)).map((item) => on(item.value)),
    unavailable(),
  ],
  pairFrom: ({ schema, value }, items) => {
    const list = items(String(schema.pairFrom?.list));
    const other = list.find((item) => Array.isArray(value) && item[String(schema.pairFrom?.parent)] !== value[0]);
    return [beyond(["?", "?"]), ...(other && Array.isArray(value) ? [beyond([value[0], other.value])] : [])];
  },
  propertiesFrom: ({ schema }, items) => {
    const prefix = listRef(schema.propertiesFrom)?.prefix ?? "";
    const list = listRef(schema.propertiesFrom)?.list ?? "";
    const member = `${prefix}zz`;
    return [
      { side: "beyond", set: [member, true], at: member },
      ...items(list).map((item) => ({
        side: "on" as const,
        set: [`${prefix}${item.value}`, true] as [string, unknown],
      })),
    ];
  },
  additionalProperties: () => [{ side: "beyond", set: ["zz", true], at: "zz" }],
};
