// The controls of fields, one row each: what each takes, how it asks and how its value reads, on every screen and paper alike. `widgets/registry.ts` has a row for what each draws. The check holds every field against them.
import type { Schema } from "../schema/schema.ts";
import type { Language } from "../schema/types.ts";
import { type NumberWords, writeNumber } from "../values/formats.ts";
import { writeNotation } from "../values/notations.ts";

export interface Control {
  /** Kinds of value it can give. */
  types: readonly string[];
  /** Typed text counts while typing rests, or with `commit: "blur"` once the field is left. The others count at once. */
  typed?: true;
  /** The field has an `enum` or `enumFrom`. Others have neither. */
  choices?: true;
  /** The notation that it writes. */
  format?: string;
  /** Is published as `ui:field`, because it shows more than one value. */
  group?: true;
  /** `multipleOf` of the field gives the number of decimals, at most two. */
  decimals?: true;
  /** An untouched one means no, which a required field would refuse. */
  offIsNo?: true;
  /** What it asks for while a required value is missing. Without it, to fill it in. */
  asks?: "choice" | "tick" | "yes or no" | "file";
  /** The settings that it reads, besides those of every control (`texts`), of typed ones (`commit`) and choices (`optionTexts`). */
  options?: readonly string[];
  /** Shows the value of a field that the broker does not answer. */
  computed?: true;
  /** Fields have it by themselves: no layout names it. */
  byItself?: true;
  /** How its value is written outside it. Without it, as it is. */
  reads?: "money" | "year" | "figure";
}

const TEXT = { types: ["string"], typed: true, options: ["size"] } as const;
const CHOICE = { types: ["string", "number", "integer", "boolean"], choices: true, asks: "choice" } as const;
const GROUP = { group: true, byItself: true } as const;

export const controls = {
  text: TEXT,
  textarea: { ...TEXT, options: ["rows", "counter"] },
  email: { ...TEXT, format: "email", byItself: true },
  kvk: { ...TEXT, format: "kvk", reads: "figure", byItself: true },
  "postal-code": { ...TEXT, format: "nl-postal-code", byItself: true },
  date: { ...TEXT, format: "date", options: ["quick"], byItself: true },
  currency: { types: ["integer", "number"], typed: true, options: ["size", "currency"], reads: "money" },
  number: { types: ["integer", "number"], typed: true, options: ["size"], decimals: true, byItself: true },
  year: { types: ["integer"], typed: true, options: ["size"], reads: "year", byItself: true },
  select: { ...CHOICE, options: ["clears"] },
  radio: { ...CHOICE, options: ["inline", "format"] },
  cards: { ...CHOICE, options: ["amount", "per"] },
  "yes-no": { types: ["boolean"], asks: "yes or no" },
  switch: { types: ["boolean"], options: ["price", "effect"], offIsNo: true },
  checkbox: { types: ["boolean"], offIsNo: true, asks: "tick" },
  agreement: { types: ["boolean"], options: ["document"], asks: "tick", byItself: true },
  coverages: { ...GROUP, types: ["object"] },
  questions: { ...GROUP, types: ["object"], options: ["answerAllNo"] },
  "profession-pair": { ...GROUP, types: ["array"], options: ["sector"] },
  checkboxes: { ...GROUP, types: ["array"], choices: true, asks: "choice", options: ["inline"] },
  dropzone: { ...GROUP, types: ["array"], asks: "file", options: ["accept", "maxSize"] },
  group: { ...GROUP, types: ["object"] },
  table: { ...GROUP, types: ["object"] },
  computed: {
    types: ["integer", "number", "string", "boolean"],
    options: ["format", "currency"],
    computed: true,
    byItself: true,
  },
  list: { ...GROUP, types: ["array"], options: ["layout"] },
  hidden: { types: ["string", "number", "integer", "boolean", "object", "array"] },
} as const satisfies Record<string, Control>;

export type ControlName = keyof typeof controls;

export function findControl(name: unknown): Control | undefined {
  return typeof name === "string" && Object.hasOwn(controls, name) ? controls[name as ControlName] : undefined;
}

/** From so many characters on a text has several lines. */
const LONG_TEXT = 250;
/** Up to so many choices are all shown. */
const FEW_CHOICES = 3;

/** Returns the control of a field whose layout names none, or undefined where its kind of value leaves that open. */
export function controlFor(field: Schema): ControlName | undefined {
  if (field.computed !== undefined) return "computed";
  if (field.enum !== undefined) return field.enum.length <= FEW_CHOICES ? "radio" : "select";
  return field.enumFrom === undefined ? CONTROL_OF[String(field.type)]?.(field) : "select";
}

const CONTROL_OF: Record<string, (field: Schema) => ControlName | undefined> = {
  boolean: (field) => (field.const === true ? "agreement" : "yes-no"),
  // A year is written without points.
  integer: ({ minimum = 0, maximum = 9999 }) => (minimum >= 1000 && maximum <= 2999 ? "year" : "number"),
  number: () => "number",
  string: controlOfText,
  array: ({ items = {} }) => controlOfList(items),
  object: controlOfGroup,
};

function controlOfText({ format, maxLength = 0 }: Schema): ControlName {
  const names = Object.keys(controls) as ControlName[];
  const notation = names.find((name) => (controls[name] as Control).format === format);
  if (format !== undefined && notation) return notation;
  return maxLength >= LONG_TEXT ? "textarea" : "text";
}

function controlOfList(items: Schema): ControlName | undefined {
  if (items.pairFrom !== undefined) return "profession-pair";
  if (items.type === "object") return "list";
  if ((items.enum ?? items.enumFrom) !== undefined) return "checkboxes";
  // Ids of files, as the shared field has them.
  return items.type === "string" ? "dropzone" : undefined;
}

function controlOfGroup(field: Schema): ControlName | undefined {
  if (field.rows) return "table";
  if (field.ask) return field.ask.optional ? "coverages" : "questions";
  return field.properties && "group";
}

/** What of a layout decides how a value is written. */
export interface ValueLayout {
  widget?: unknown;
  format?: unknown;
  currency?: unknown;
  unit?: unknown;
  /** Of a choice: the member of its items that is an amount. */
  amount?: unknown;
}

/** How the numbers of a field are written: its values, its bounds, and both in a comparison. */
export function numberWords({ widget, format, currency, unit, amount }: ValueLayout): NumberWords {
  const reads = findControl(widget)?.reads;
  return {
    money: reads === "money" || format === "currency" || amount !== undefined,
    currency: currency as string | undefined,
    year: reads === "year",
    unit: unit as string | undefined,
  };
}

/** A single value as people read it outside its control. Choices and yes or no have texts of their own. */
export const writeValue = (value: unknown, notation: unknown, layout: ValueLayout, language: Language): string =>
  typeof value === "number"
    ? writeNumber(value, language, numberWords(layout))
    : writeNotation(notation, String(value), language);

/** The settings that a control reads (`ui:options`). */
export const readsOptions = ({ typed, choices, options = [] }: Control): string[] => [
  "texts",
  ...(choices ? ["optionTexts"] : []),
  ...(typed ? ["commit"] : []),
  ...options,
];

/** The controls that a layout may name for a field that is to be shown. */
export const namesFor = (field: Schema): string[] =>
  Object.entries<Control>(controls).flatMap(([name, { byItself, choices, types }]) => {
    if (byItself || name === "hidden" || field.format === "date" || !types.includes(String(field.type))) return [];
    return Boolean(choices) === hasChoices(field) ? [name] : [];
  });

/** Of the field itself, or of each entry of a list. */
export const hasChoices = ({ enum: choices, enumFrom, items }: Schema): boolean =>
  (choices ?? enumFrom ?? items?.enum ?? items?.enumFrom) !== undefined;
