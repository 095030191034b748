// The kinds of what can be added to a form, in the words of forms: for each the rules and the layout of a new field, its answer in
// the base of the cases, and the words that its own parts begin with.
import type { JsonObject } from "#engine/schema/types.ts";
import type { Words } from "../model/members.ts";

export const FIELD_KINDS = [
  "text",
  "amount",
  "number",
  "percentage",
  "yesNo",
  "explained",
  "choice",
  "several",
  "date",
  "month",
  "year",
  "phone",
  "email",
  "iban",
  "plate",
  "kvk",
  "address",
  "file",
  "cards",
  "table",
  "rows",
  "total",
] as const;
export const PLAIN_KINDS = ["plain", "picture", "document"] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
export type PlainKind = (typeof PLAIN_KINDS)[number];
export type Kind = FieldKind | PlainKind;

/** What one asks for: its words, its name in the files, and what its kind needs. */
export interface Wish {
  kind: FieldKind;
  name: string;
  label: Words;
  /** What one record of a list is called. */
  item: Words;
  /** Values with their words: the choices, or the rows of a table. */
  choices: { value: string; words: Words }[];
  /** The fields of a record or the columns of a table of fixed rows. */
  parts: { name: string; kind: FieldKind; words: Words }[];
  /** What a total adds up, by its path or paths, and whether that is money. */
  adds: { path: string; sum: unknown; isMoney: boolean } | null;
}

export interface NewField {
  /** With its words beside them. */
  rules: JsonObject;
  layout?: JsonObject;
  base?: unknown;
}

const fields = (definition: string) => `#/definitions/${definition}`;
const text = (longest: number): JsonObject => ({ type: "string", minLength: 1, maxLength: longest });
const short = { "ui:options": { size: "short" } };
const medium = { "ui:options": { size: "medium" } };

/** The values in order, and their words. */
const makeChoices = ({ choices }: Wish): { values: string[]; options: JsonObject } => ({
  values: choices.map(({ value }) => value),
  options: Object.fromEntries(choices.map(({ value, words }) => [value, { ...words }])),
});

const plain: Record<Exclude<FieldKind, "choice" | "several" | "cards" | "table" | "rows" | "total">, NewField> = {
  text: { rules: text(80), base: "Tekst" },
  amount: {
    rules: { type: "integer", minimum: 0, maximum: 1_000_000 },
    layout: { "ui:widget": "currency", ...medium },
    base: 1000,
  },
  number: { rules: { type: "integer", minimum: 0, maximum: 1000 }, layout: short, base: 10 },
  percentage: {
    rules: { unit: { nl: "%", fr: "%" }, type: "number", minimum: 0, maximum: 100, multipleOf: 0.01 },
    layout: short,
    base: 50,
  },
  yesNo: { rules: { type: "boolean" }, base: false },
  explained: { rules: { type: "boolean" }, base: true },
  date: { rules: { type: "string", maxLength: 10, format: "date", dateWindow: { from: "-100y" } }, base: "2026-01-01" },
  month: { rules: { type: "string", format: "month" }, base: "2026-01" },
  year: { rules: { type: "integer", minimum: 1800, maximum: 2100 }, layout: short, base: 2020 },
  phone: { rules: { type: "string", format: "phone" }, base: "+31612345678" },
  email: { rules: { type: "string", minLength: 1, maxLength: 254, format: "email" }, base: "naam@example.nl" },
  iban: { rules: { type: "string", format: "iban" }, layout: medium, base: "NL91ABNA0417164300" },
  plate: { rules: { type: "string", format: "nl-licence-plate" }, layout: short, base: "GB123X" },
  kvk: { rules: { $ref: fields("kvk") }, base: "42793191" },
  file: { rules: { $ref: fields("files"), maxItems: 3 } },
  address: {
    rules: {
      type: "object",
      properties: {
        address: { title: { nl: "Straat en huisnummer", fr: "Rue et numéro" }, $ref: fields("address") },
        postalcode: {
          title: { nl: "Postcode", fr: "Code postal" },
          type: "string",
          minLength: 1,
          maxLength: 7,
          format: "nl-postal-code",
        },
        city: { title: { nl: "Plaats", fr: "Localité" }, ...text(80) },
      },
      additionalProperties: false,
    },
    layout: { postalcode: short },
    base: { address: "Dorpsstraat 1", postalcode: "1234 AB", city: "Utrecht" },
  },
};

/** Returns the parts of a new field. A list that it needs in `product.json` has its name. */
export function makeField(wish: Wish): NewField {
  const { rules, ...field } = makeRules(wish);
  return { rules: { title: { ...wish.label }, ...rules }, ...field };
}

function makeRules(wish: Wish): NewField {
  const { kind, adds } = wish;
  const { values, options } = makeChoices(wish);
  if (kind === "choice") return { rules: { type: "string", enum: values, options }, base: values[0] };
  if (kind === "several") {
    const items = { type: "string", enum: values, options };
    return { rules: { type: "array", minItems: 1, uniqueItems: true, items }, base: values.slice(0, 1) };
  }
  if (kind === "total")
    return {
      rules: { type: "integer", computed: { sum: adds?.sum ?? "" } },
      ...(adds?.isMoney && { layout: { "ui:options": { format: "currency" } } }),
    };
  if (kind === "rows") return makeRows(wish);
  return kind === "cards" || kind === "table" ? makeRecords(wish) : plain[kind];
}

/** The fields of a record, which are no lists themselves. */
function makeParts({ parts }: Wish) {
  const made = parts.map((part) => {
    const inside = makeField({ ...part, label: part.words, item: part.words, choices: [], parts: [], adds: null });
    return { ...part, ...inside };
  });
  const layouts = made.flatMap(({ name, layout }) => (layout ? [[name, layout] as const] : []));
  return {
    properties: Object.fromEntries(made.map(({ name, rules }) => [name, rules])),
    layout: Object.fromEntries(layouts),
    base: Object.fromEntries(made.flatMap(({ name, base }) => (base === undefined ? [] : [[name, base]]))),
  };
}

function makeRecords(wish: Wish): NewField {
  const { properties, layout, base } = makeParts(wish);
  const [first = ""] = Object.keys(properties);
  const items = { type: "object", properties, required: [first], additionalProperties: false };
  const all = { ...(wish.kind === "table" && { "ui:options": { layout: "table" } }), ...layout };
  return {
    rules: { item: { ...wish.item }, type: "array", maxItems: 10, items },
    ...(Object.keys(all).length > 0 && { layout: all }),
    base: [base],
  };
}

/** The rows are a list of rules in `product.json`. */
function makeRows(wish: Wish): NewField {
  const { properties, layout, base } = makeParts(wish);
  const { options } = makeChoices(wish);
  return {
    rules: { type: "object", rows: { from: wish.name, properties }, options },
    ...(Object.keys(layout).length > 0 && { layout }),
    base: Object.fromEntries(wish.choices.map(({ value }) => [value, base])),
  };
}
