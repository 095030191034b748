// What a text control shows is what it commits: random sequences of edits in the real controls. `npm run typed` runs 100,000
// sequences with a new seed, `npm run typed -- 500 42` runs 500 with seed 42. A failure prints its seed and the shortest
// failing sequence.
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { type Control as ControlRow, controls as controlRows } from "#engine/fields/controls.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { parseDate } from "#engine/values/dateText.ts";
import { parseMoney, trimText } from "#engine/values/formats.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { fitsNotation, type NotationName, notations } from "#engine/values/notations.ts";
import { byId, type Language, type Opened, openForm } from "../support.tsx";
import { type Edit, edits, perform } from "./edits.ts";

interface Control {
  field: Schema;
  widget: string;
  /** Pieces of text that are typed or put in. */
  pieces: string[];
  /** The value of the shown text, or undefined when it is empty. */
  read(shown: string): unknown;
  /** Whether a value is an answer. If it is not, the field must have an error. */
  isAnswer(value: unknown): boolean;
  /** Share of the sequences. */
  weight?: number;
  /** A field of the step if absent. */
  around?: Around;
}

/** Where the field is. */
interface Around {
  id: string;
  form(field: Schema, layout: UiSchema): { schema: Schema; ui: UiSchema };
  answers(value?: unknown): Answers;
  valueIn(answers: Answers): unknown;
}
const inStep: Around = {
  id: "step_it",
  form: (field, layout) => ({ schema: { type: "object", properties: { it: field } }, ui: { it: layout } }),
  answers: (value) => (value === undefined ? {} : { it: value }),
  valueIn: ({ it }) => it,
};
/** The second of two records. */
const inRecord: Around = {
  id: "step_them_b_it",
  form: (it, layout) => listOf("them", { it }, { it: layout }),
  answers: (value) => ({ them: [{ _id: "a" }, { _id: "b", ...(value === undefined ? {} : { it: value }) }] }),
  valueIn: ({ them }) => (them as JsonObject[])[1]?.it,
};
/** A record in the second of two records. */
const inInnerRecord: Around = {
  id: "step_all_d_them_b_it",
  form: (it, layout) => {
    const inner = listOf("them", { it }, { it: layout }, TABLE);
    return listOf("all", inner.schema.properties!, inner.ui, TABLE);
  },
  answers: (value) => ({
    all: [
      { _id: "b", ...inRecord.answers() },
      { _id: "d", ...inRecord.answers(value) },
    ],
  }),
  valueIn: ({ all }) => inRecord.valueIn((all as Answers[])[1]!),
};

/** Rows of a table are never folded. */
const TABLE = { layout: "table" };

function listOf(name: string, properties: Record<string, Schema>, layout: UiSchema, options = {}) {
  const list: Schema = { type: "array", maxItems: 3, items: { type: "object", properties } };
  const ui = { [name]: { "ui:field": "list", "ui:options": { itemName: "Eigenaar", ...options }, ...layout } };
  return { schema: { type: "object", properties: { [name]: list } } as Schema, ui: ui as UiSchema };
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const fits = (name: NotationName) => (value: unknown) => fitsNotation(notations[name], String(value));
const readNumber = (shown: string) => (/^[\s€']*$/.test(shown) ? undefined : (parseMoney(shown) ?? shown.trim()));
const readDay = (shown: string) => (shown.trim() ? (parseDate(shown) ?? shown.trim()) : undefined);

const WORDS = ["a", "é", " ", "-", "Ĳ", "e\u0301", "\u200b", "De Molen", "\u00a0", "1", "12 ", "ab", "\u0007"];
const AMOUNTS = [
  "0",
  "1",
  "5",
  ".",
  ",",
  "-",
  " ",
  "x",
  "250000",
  "1.234,50",
  "1.23",
  "€ 12",
  "1 234",
  "\u202f",
  "000",
];
const DAYS = ["1", "20", "-", "/", "2026", "20-11-2026", " mei ", "x"];
const ADDRESSES = ["info", "@", "voorbeeld", ".", "nl", "café.fr", "<", ">", " ", "Jan <jan@voorbeeld.nl>"];

const text = (widget: string, read: Control["read"] = trimText, pieces = WORDS): Control => ({
  field: { type: "string" },
  widget,
  pieces,
  read: (shown) => read(shown) || undefined,
  isAnswer: isText,
});

/** Fields of the table of notations. `pieces` are typed besides parts of its example. */
const inNotation = (name: NotationName, pieces: string[], widget = "text"): Control => ({
  ...text(widget, notations[name].normalise, [...pieces, notations[name].example, notations[name].example.slice(0, 3)]),
  field: { type: "string", format: name },
  isAnswer: fits(name),
});

/** A date has a control of its own, below. */
const CODES = (Object.keys(notations) as NotationName[]).filter((name) => name !== "date");
const PIECES: Partial<Record<NotationName, string[]>> = {
  email: ADDRESSES,
  kvk: ["0", "12", "1234", "567", " ", ".", "KVK: ", "x"],
  "web-address": ADDRESSES,
  phone: ["06", "0031", "(0)", " ", "-", "475", "12345678", "+", "x"],
  iban: ["nl91", "abna ", "0417", "1643", "00", " ", "IBAN: ", "1"],
  bsn: ["1112", ".", "22", "333", " ", "0", "x"],
  "be-enterprise-number": ["BE ", "0123", ".", "456", "749", " ", "BTW", "x"],
  "phone-extension": ["020", "1234567", " tst. ", "12", "x", " "],
  "eu-vat-number": ["BTW ", "nl", "00124", "1643", "B01", ".", "x"],
  "nl-licence-plate": ["gb", "-", "123", "x", " ", "9"],
  month: ["11", "-", "/", "2026", " nov ", "1"],
  time: ["9", "30", ":", "u", "0930", " ", "x"],
};
const controlOf = (name: NotationName) =>
  Object.entries<ControlRow>(controlRows).find(([, { format }]) => format === name)?.[0] ?? "text";

const controls: Record<string, Control> = {
  text: text("text"),
  textarea: text("textarea", trimText, [...WORDS, "\n"]),
  ...Object.fromEntries(CODES.map((name) => [name, inNotation(name, PIECES[name] ?? WORDS, controlOf(name))])),
  date: { ...text("date", (shown) => readDay(shown) as string, DAYS), field: { type: "string", format: "date" } },
  number: { field: { type: "number" }, widget: "number", pieces: AMOUNTS, read: readNumber, isAnswer: isNumber },
  year: { field: { type: "integer" }, widget: "year", pieces: AMOUNTS, read: readNumber, isAnswer: Number.isInteger },
  currency: {
    field: { type: "number" },
    widget: "currency",
    pieces: AMOUNTS,
    read: readNumber,
    isAnswer: isNumber,
    weight: 6,
  },
};
for (const name of ["text", "date", "number", "currency"]) {
  const { weight: _weight, ...control } = controls[name]!;
  controls[`${name} in a record`] = { ...control, around: inRecord };
  controls[`${name} in a record of a record`] = { ...control, around: inInnerRecord };
}

const { sequences, seed } = inject("typing");
const total = Object.values(controls).reduce((sum, { weight = 1 }) => sum + weight, 0) * LANGUAGES.length;

async function openControl({ field, widget, around = inStep }: Control, language: Language): Promise<Opened> {
  const form = around.form(field, { "ui:widget": widget });
  const opened = await openForm({ ...form, data: around.answers(), language });
  await expect.poll(() => document.getElementById(around.id)).not.toBeNull();
  return opened;
}

/** Compares the text on the screen, the answer of the session and what a save would send. */
function compare({ read, isAnswer, around = inStep }: Control, { session }: Opened, isLeft: boolean): void {
  const shown = byId(around.id).value;
  const value = read(shown);
  expect(around.valueIn(session.pending()), "answer of the session").toEqual(value);
  if (!isLeft) return;
  expect(around.valueIn(JSON.parse(JSON.stringify(session.active()))), "what is sent").toEqual(value);
  if (value !== undefined && !isAnswer(value)) expect(session.visible(around.id), "error").toBeDefined();
}

const digits = (shown: string) => shown.replace(/\D/g, "");

/** The digits that an edit of a number must leave, or undefined where the edit is about more than digits. */
function expectedDigits({ value, selectionStart, selectionEnd }: HTMLInputElement, edit: Edit): string | undefined {
  const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
  const rest = (put: string) => digits(value.slice(0, start)) + put + digits(value.slice(end));
  if (edit.kind === "type" || edit.kind === "insert" || edit.kind === "compose")
    return /^\d+$/.test(edit.text) ? rest(edit.text) : undefined;
  const erases = edit.kind === "backspace" || edit.kind === "delete";
  return erases && /\d/.test(value.slice(start, end)) ? rest("") : undefined;
}

/** A whole number field that is replaced means what it would mean in an empty field. */
function expectedValue(element: HTMLInputElement, edit: Edit): string | undefined {
  const isAll = element.selectionStart === 0 && element.selectionEnd === element.value.length;
  return isAll && (edit.kind === "insert" || edit.kind === "compose") ? edit.text : undefined;
}

function run(control: Control, opened: Opened, sequence: Edit[]): void {
  const { session } = opened;
  const { around = inStep } = control;
  const element = byId(around.id);
  element.blur();
  session.replace(around.answers(), { pristine: true });
  for (const edit of sequence) {
    const isNumberField = control.read === readNumber;
    element.focus();
    const left = isNumberField ? expectedDigits(element, edit) : undefined;
    const meant = isNumberField ? expectedValue(element, edit) : undefined;
    if (edit.kind === "next") session.attempt();
    else if (edit.kind === "receive") session.replace(around.answers(control.read(edit.text)));
    else perform(element, edit);
    if (left !== undefined) expect(digits(element.value), "digits").toBe(left);
    if (meant !== undefined) expect(around.valueIn(session.pending()), "what was put in").toEqual(control.read(meant));
    compare(control, opened, edit.kind === "blur" || edit.kind === "next");
  }
}

const places = Object.entries(controls).flatMap(([name, control]) =>
  LANGUAGES.map((language) => [name, language, control] as const),
);

test.each(places)("what is shown is what is committed: %s in %s", async (_name, language, control) => {
  const opened = await openControl(control, language);
  const numRuns = Math.ceil((sequences * (control.weight ?? 1)) / total);
  fc.assert(
    fc.property(edits(control.pieces), (sequence) => run(control, opened, sequence)),
    { seed, numRuns },
  );
});
