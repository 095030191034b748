// One field of every registered widget as a product may show it: required, with help, filled, locked. A widget without an
// entry here fails the table.
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject, Lists } from "#engine/schema/types.ts";
import type { FormServices } from "#widgets/runtime/runtime.ts";
import { type FormCase, type Language, TODAY } from "../support.tsx";

interface Entry {
  property: Schema;
  ui: UiSchema;
  /** A valid value. */
  filled: unknown;
  /** Other members of the form, such as the sector beside a profession. */
  beside?: { properties: JsonObject; ui: UiSchema; data: Answers };
}

const words = {
  nl: {
    label: "Naam van het veld",
    help: "Hulp bij het veld",
    tooltip: "Uitleg van het veld",
    one: "Eerste",
    two: "Tweede",
  },
  fr: {
    label: "Nom du champ",
    help: "Aide du champ",
    tooltip: "Explication du champ",
    one: "Premier",
    two: "Deuxième",
  },
};

export const listsIn = (language: Language): Lists => {
  const { one, two } = words[language];
  return {
    names: [
      { value: "1", label: one },
      { value: "2", label: two },
    ],
    amounts: [
      { value: 1, insured_amount: 250_000, price: 120.5 },
      { value: 2, insured_amount: 500_000, price: 180 },
    ],
    covers: [{ value: "c", label: one, subtitle: 70, popular: true, amounts: { perClaim: 10_000 } }],
    professions: [
      { value: "p1", label: one, sector_id: "1" },
      { value: "p2", label: two, sector_id: "1" },
    ],
    questions: [
      {
        value: "11",
        label: `${one}?`,
        list_items: [`${one} a`, `${one} b`],
        tooltip: words[language].tooltip,
        refusal_yes: two,
      },
      { value: "12", label: `${two}?`, list_items: [], tooltip: null },
    ],
  };
};

const text = { type: "string", minLength: 1 };
const named = (widget: string, options: JsonObject = {}) => ({ "ui:widget": widget, "ui:options": options });
const field = (name: string, options: JsonObject = {}) => ({ "ui:field": name, "ui:options": options });
const agreed = { type: "boolean", const: true };
const pairs = { type: "array", minItems: 1, maxItems: 3, items: { type: "array", items: { type: "string" } } };
const members = (list: string) => ({ type: "object", ask: { from: list, optional: true } });

export const cases: Record<string, Entry> = {
  text: { property: text, ui: named("text"), filled: "Zwolle" },
  textarea: { property: { ...text, maxLength: 20 }, ui: named("textarea"), filled: "Zwolle" },
  email: { property: { type: "string", format: "email" }, ui: named("email"), filled: "a@example.nl" },
  kvk: { property: { type: "string", format: "kvk" }, ui: named("kvk"), filled: "12345678" },
  currency: {
    property: { type: "number", maximum: 5_000_000 },
    ui: {
      ...named("currency"),
      "ui:errors": { maximum: { message: "error.validation.maximum", severity: "blocking" } },
    },
    filled: 250_000,
  },
  number: { property: { type: "number", multipleOf: 0.01 }, ui: named("number", { unit: "m²" }), filled: 1250.5 },
  year: { property: { type: "integer" }, ui: named("year"), filled: 1998 },
  "postal-code": {
    property: { type: "string", format: "nl-postal-code" },
    ui: named("postal-code"),
    filled: "1234 AB",
  },
  date: { property: { type: "string", format: "date" }, ui: named("date"), filled: "2026-11-20" },
  select: { property: { type: "string", enumFrom: "names" }, ui: named("select"), filled: "1" },
  radio: { property: { type: "string", enumFrom: "names" }, ui: named("radio"), filled: "1" },
  "yes-no": { property: { type: "boolean" }, ui: named("yes-no"), filled: true },
  cards: { property: { type: "number", enumFrom: "amounts" }, ui: named("cards"), filled: 1 },
  coverages: { property: members("covers"), ui: field("coverages"), filled: { c: true } },
  "profession-pair": {
    property: { ...pairs, items: { ...pairs.items, pairFrom: { list: "professions", parent: "sector_id" } } },
    ui: field("profession-pair", { sector: "sector" }),
    filled: [["1", "p1"]],
    beside: {
      properties: { sector: { type: "string", enumFrom: "names" } },
      ui: { sector: named("select", { clears: ["it"], title: "Sector" }) },
      data: { sector: "1" },
    },
  },
  checkboxes: {
    property: {
      ...{ type: "array", minItems: 1, uniqueItems: true, exclusive: ["2"] },
      items: { type: "string", enumFrom: "names" },
    },
    ui: field("checkboxes"),
    filled: ["1"],
  },
  list: {
    property: {
      ...{ type: "array", minItems: 1, maxItems: 2 },
      items: {
        type: "object",
        properties: { name: { type: "string", minLength: 1, maxLength: 9 } },
        required: ["name"],
      },
    },
    ui: { ...field("list", { itemName: "Eigenaar" }), name: named("text", { title: "Naam" }) },
    filled: [{ _id: "a", name: "Anna" }],
  },
  dropzone: {
    property: { type: "array", minItems: 1, maxItems: 2, items: { type: "string" } },
    ui: field("dropzone", { accept: [".pdf"], maxSize: 1_500_000 }),
    filled: ["f1"],
  },
  switch: { property: { type: "boolean" }, ui: named("switch", { price: "double" }), filled: true },
  checkbox: { property: agreed, ui: named("checkbox"), filled: true },
  agreement: { property: agreed, ui: named("agreement"), filled: true },
  questions: {
    property: { type: "object", ask: { from: "questions" } },
    ui: field("questions", { answerAllNo: true }),
    filled: { 11: true, 12: false },
  },
  table: {
    property: {
      type: "object",
      rows: { from: "questions", properties: { last: { type: "integer", minimum: 0 } }, required: ["last"] },
    },
    ui: { ...field("table"), last: named("currency", { title: "Vorig jaar" }) },
    filled: { 11: { last: 1500 }, 12: { last: 20 } },
  },
  group: {
    property: { type: "object", properties: { name: text, since: { type: "integer" } }, required: ["name"] },
    ui: { ...field("group"), name: named("text", { title: "Naam" }), since: named("year", { title: "Sinds" }) },
    filled: { name: "Zwolle", since: 1998 },
  },
  computed: {
    property: { type: "number", maximum: 40, computed: { times: [".count", 2] } },
    ui: named("computed", { format: "currency" }),
    filled: undefined,
    beside: {
      properties: { count: { type: "integer" } },
      ui: { count: named("number", { title: "Aantal" }) },
      data: { count: 21 },
    },
  },
  hidden: { property: text, ui: named("hidden"), filled: "1" },
};

/** Widgets that a screen reader reads as it reads another one, so that only their changes are recorded, and `hidden`. */
export const ALIKE = [
  ...["text", "email", "kvk", "postal-code", "number", "year"],
  ...["yes-no", "coverages", "checkbox", "hidden"],
];

const services: FormServices = {
  today: TODAY,
  upload: {
    upload: async (file) => ({ id: file.name, name: file.name, size: file.size }),
    remove: async () => undefined,
    known: (id) => ({ id, name: `${id}.pdf`, size: 2_900_000 }),
  },
  findPrice: () => 45.5,
  linkTo: () => "https://example.nl/",
};

export function buildCase(widget: string, language: Language, state: "empty" | "filled" | "locked"): FormCase {
  const { property, ui, filled, beside } = cases[widget]!;
  const { label, help, tooltip } = words[language];
  const options = { title: label, help, tooltip, ...(ui["ui:options"] as JsonObject) };
  return {
    language,
    schema: { type: "object", properties: { ...beside?.properties, it: property }, required: ["it"] },
    ui: { ...beside?.ui, it: { ...ui, "ui:options": options } },
    data: { ...beside?.data, ...(state === "empty" ? {} : { it: filled }) },
    lists: listsIn(language),
    meta: state === "locked" ? { disabled: ["it"] } : {},
    props: { services },
  };
}
