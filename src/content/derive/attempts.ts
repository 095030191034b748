// The values that show one rule of a field: on its bound and one step beyond, missing, of another kind, not offered. Knows what
// each rule says; whether a whole step then gives that alone is judged elsewhere.
import { dateAt } from "#engine/dates.ts";
import { hasRule, RULE_NAMES, type RuleName } from "#engine/rules.ts";
import { isObject, listRef } from "#engine/schemaTree.ts";
import { type Attempt, beyond, bound, count, type Field, type Finder, length, on } from "./boundAttempts.ts";

export function findAttempts(field: Field): Attempt[] {
  const items = (list: string) => field.context.lists[list] ?? [];
  return RULE_NAMES.filter((name) => hasRule(field.schema, name)).flatMap((name) =>
    FINDERS[name](field, items).map((attempt) => ({ rule: eachOf(name, attempt), ...attempt })),
  );
}

/** As `findRules` names it. */
function eachOf(name: RuleName, attempt: Omit<Attempt, "rule">): string {
  if (name === "required") return `required ${attempt.remove}`;
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

const FINDERS: Record<RuleName, Finder> = {
  required: ({ schema, value }) =>
    (schema.required ?? []).flatMap((name) =>
      isObject(value) && name in value ? [{ side: "beyond" as const, remove: name, at: name, called: "required" }] : [],
    ),
  requiredFrom: ({ schema, value }, items) => {
    const ref = listRef(schema.requiredFrom);
    const names = ref ? items(ref.list).map((item) => `${ref.prefix}${item.value}`) : [];
    const each = names.filter((name) => isObject(value) && name in value);
    const removed = each.map((name) => ({ side: "beyond" as const, remove: name, at: name, called: "required" }));
    const other = each.map((name) => ({ side: "on" as const, set: [name, !Object(value)[name]] as [string, unknown] }));
    return [...removed, ...other, unavailable()];
  },
  featureFlag: ({ schema }) => [
    { side: "beyond", context: { features: { [String(schema.featureFlag)]: false } } },
    { side: "on", context: { features: { [String(schema.featureFlag)]: true } } },
  ],
  type: ({ schema }) => (WRONG_TYPES[String(schema.type)] ?? []).map(beyond),
  const: ({ schema }) => [beyond(typeof schema.const === "boolean" ? !schema.const : foreign(schema.const))],
  format: ({ value }) => [beyond(`${value}?`), beyond("?")],
  pattern: ({ value }) => [beyond(`${value}?`), beyond("?"), beyond("")],
  minLength: length("minLength", -1),
  maxLength: length("maxLength", 1),
  minItems: count("minItems", -1),
  maxItems: count("maxItems", 1),
  uniqueItems: ({ value }) => {
    const [entry = "x"] = Array.isArray(value) ? value : [];
    return [beyond([entry, entry])];
  },
  minimum: bound("minimum", -1),
  maximum: bound("maximum", 1),
  exclusiveMinimum: bound("exclusiveMinimum", -1),
  exclusiveMaximum: bound("exclusiveMaximum", 1),
  multipleOf: ({ schema, value }) => [
    beyond(Number((Number(value) + (schema.multipleOf ?? 1) / 2).toFixed(6))),
    on(Number(value) + (schema.multipleOf ?? 1)),
  ],
  dateWindow: ({ schema, context: { today } }) => {
    const { from, to } = schema.dateWindow ?? {};
    const day = (offset: string, days: string) => dateAt(dateAt(today, offset), days);
    const sides = (offset: string, out: string, at: string) => [
      { ...on(day(offset, "0d")), at },
      { ...beyond(day(offset, out)), at },
    ];
    return [...(from ? sides(from, "-1d", "from") : []), ...(to ? sides(to, "+1d", "to") : [])];
  },
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
