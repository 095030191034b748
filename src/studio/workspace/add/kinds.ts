// The kinds of what can be added to a form, in the words of forms: for each the rules and the layout of a new field, its answer in
// the base of the cases, and the words that its own parts begin with.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Words } from "../model/members.ts";
import kinds from "./kinds.json" with { type: "json" };

export const FIELD_KINDS = Object.keys(kinds) as FieldKind[];
export const PLAIN_KINDS = ["plain", "picture", "document"] as const;
export type FieldKind = keyof typeof kinds;
export type PlainKind = (typeof PLAIN_KINDS)[number];
export type Kind = FieldKind | PlainKind;

/** What one asks for: its words, its name in the files, and what its kind needs. */
export interface Wish {
  kind: FieldKind;
  name: string;
  label: Words;
  isRequired: boolean;
  /** What one record of a list is called. */
  item: Words;
  /** Values with their words: the choices, or the rows of a table. */
  choices: { value: string; words: Words }[];
  /** The fields of a record or the columns of a table of fixed rows. */
  parts: Pick<Wish, "name" | "kind" | "label" | "isRequired" | "choices">[];
  /** What a total adds up, by its path or paths, and whether that is money. */
  adds: { path: string; sum: unknown; isMoney: boolean } | null;
}

interface NewField {
  /** With its words beside them. */
  rules: JsonObject;
  layout?: JsonObject;
  base?: unknown;
}

/** The values in order, and their words. */
const makeChoices = ({ choices }: Wish): { values: string[]; options: JsonObject } => ({
  values: choices.map(({ value }) => value),
  options: Object.fromEntries(choices.map(({ value, words }) => [value, { ...words }])),
});

/** What each field of a kind begins with, before its own parts are added. */
const START: Readonly<Record<FieldKind, NewField>> = kinds;

/** Returns the parts of a new field. A list that it needs in `product.json` has its name. */
export function makeField(wish: Wish): NewField {
  const { rules, ...field } = makeRules(wish);
  // A group that is required asks for all that is in it, and a list for one.
  const required = isObject(rules.properties) && { required: Object.keys(rules.properties) };
  const asked = wish.isRequired && (Array.isArray(field.base) ? { minItems: 1 } : required);
  return { rules: { title: { ...wish.label }, ...rules, ...asked }, ...field };
}

function makeRules(wish: Wish): NewField {
  const { kind, adds } = wish;
  const { rules } = START[kind];
  const { values, options } = makeChoices(wish);
  if (kind === "choice") return { rules: { ...rules, enum: values, options }, base: values[0] };
  if (kind === "several") {
    const items = { type: "string", enum: values, options };
    return { rules: { ...rules, items }, base: values.slice(0, 1) };
  }
  if (kind === "total")
    return {
      rules: { ...rules, computed: { sum: adds?.sum ?? "" } },
      ...(adds?.isMoney && { layout: { "ui:options": { format: "currency" } } }),
    };
  if (kind === "rows") return makeRows(wish);
  return kind === "cards" || kind === "table" ? makeRecords(wish) : START[kind];
}

/** The fields of a record, which are no lists themselves. */
function makeParts({ kind, parts }: Wish) {
  const made = parts.map((part) => ({
    ...part,
    ...(part.kind === "choice" && kind !== "cards" && { layout: { "ui:widget": "select" } }),
    ...makeField({ ...part, item: part.label, parts: [], adds: null }),
  }));
  const layouts = made.flatMap(({ name, layout }) => (layout ? [[name, layout] as const] : []));
  return {
    properties: Object.fromEntries(made.map(({ name, rules }) => [name, rules])),
    required: parts.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    layout: Object.fromEntries(layouts),
    base: Object.fromEntries(made.flatMap(({ name, base }) => (base === undefined ? [] : [[name, base]]))),
  };
}

function makeRecords(wish: Wish): NewField {
  const { properties, required, layout, base } = makeParts(wish);
  const asked = required.length > 0 && { required };
  const items = { type: "object", properties, ...asked, additionalProperties: false };
  const start = START[wish.kind];
  const all = { ...start.layout, ...layout };
  return {
    rules: { item: { ...wish.item }, ...start.rules, items },
    ...(Object.keys(all).length > 0 && { layout: all }),
    base: [base],
  };
}

/** The rows are a list of rules in `product.json`. */
function makeRows(wish: Wish): NewField {
  const { properties, layout, base } = makeParts(wish);
  const { options } = makeChoices(wish);
  const required = wish.isRequired && { required: Object.keys(properties) };
  return {
    rules: { ...START.rows.rules, rows: { from: wish.name, properties, ...required }, options },
    ...(Object.keys(layout).length > 0 && { layout }),
    base: Object.fromEntries(wish.choices.map(({ value }) => [value, base])),
  };
}
