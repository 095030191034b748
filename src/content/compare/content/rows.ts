// What the tables of rows share: a row describes one member of a content file, with the words for its value on both
// sides. The rows are in `contentRows.ts` and `priceRows.ts`. Other differences are reported as "changed at" with their
// place.

import { sameValue } from "#engine/fields/formValues.ts";
import type { Condition } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Labelled } from "../words/labels.ts";
import {
  conditionWords,
  inWords,
  joined,
  NO_WORDS,
  type Phrase,
  phrase,
  plain,
  quoted,
  type Words,
} from "../words/words.ts";
import type { Described, Place, Row, Sides } from "./changes.ts";

type Describe = NonNullable<Row["describe"]>;
export type Values = Parameters<Describe>[0];
export type Write = (value: unknown, side: Labelled, values: Values) => Words;
export type About = (values: Values, sides: Sides) => Words;

export interface Cell {
  what: Phrase | About;
  subject?: About;
  /** How a value is written. By default as it is. */
  value?: Write;
  ratio?: true;
  isChoice?: true;
}

/** A row that ends at an item of a list is about one that comes or goes. Of another row the words have to differ. */
export const row = (sides: Sides, pattern: string, { what, subject, value = plain, ...rest }: Cell): Row => ({
  at: new RegExp(`^${pattern.replaceAll("*", "\\*")}$`),
  describe(values): Described | null {
    const { from, to, match } = values;
    // A text in several languages is described in each that differs.
    if (match.groups && !match.groups.language && isObject(from) && isObject(to)) return null;
    const write = (raw: unknown, side: Labelled) => (raw === undefined ? undefined : value(raw, side, values));
    const before = write(from, sides.old);
    const after = write(to, sides.now);
    if (before && after && (pattern.endsWith("/*") || sameValue(before, after))) return null;
    return {
      what: typeof what === "string" ? phrase(what) : what(values, sides),
      subject: subject?.(values, sides),
      from: before,
      to: after,
      ...rest,
    };
  },
});

export const ignored = (pattern: string): Row => ({ at: new RegExp(`^(?:.*/)?${pattern}$`), describe: null });

/** The side that has the thing: the new one, or the old one of what is gone. */
export const has = ({ to }: Values, { old, now }: Sides): Labelled => (to === undefined ? old : now);
export const nearest = ({ owners }: Place): JsonObject => owners.at(-1) ?? {};
export const labelled = (side: Labelled, address: unknown): Words => quoted(side.answer(String(address)));
export const readOrder = (value: unknown): unknown[] =>
  isObject(value) && Array.isArray(value.order) ? value.order : [];
export const inOrder =
  (name: (item: JsonObject, side: Labelled) => Words): Write =>
  (value, side) =>
    joined(readOrder(value).map((item) => name(isObject(item) ? item : { value: item }, side)));
/** Of an item that comes or goes the name alone. */
export const item =
  (name: (item: JsonObject, side: Labelled) => Words): Write =>
  (value, side) =>
    name(isObject(value) ? value : { value }, side);
const describeLanguage = ({ match }: Values): Words => {
  const code = match.groups?.language;
  return code === undefined ? NO_WORDS : phrase("inLanguage", { language: languageName(code) });
};
export const languageName = (language: string): Words =>
  inWords((inLanguage) => new Intl.DisplayNames(inLanguage, { type: "language" }).of(language) ?? language);
export const text =
  (name: Phrase): About =>
  (values) =>
    phrase(name, { language: describeLanguage(values) });
export const TEXT = "(?:/(?<language>\\w\\w))?";

/** A condition over the answers of all steps. */
export const answersWords = (side: Labelled, condition: unknown): Words =>
  isObject(condition)
    ? conditionWords(condition as Condition, {
        label: ([step = "", ...path]) => (path.length === 0 ? side.step(step) : side.field(step, path)),
        value: ([step = "", ...path], value) => side.value(step, path, value),
      })
    : phrase("always");
export const condition: Write = (value, side) => answersWords(side, value);
export const flag: Write = (value) => phrase(value === true || typeof value === "string" ? "yes" : "no");

/** A part that comes or goes as a whole. What changes inside it has rows of its own. */
export const onlyWhole = ({ at, describe }: Row): Row => ({
  at,
  describe: (values) => (values.from === undefined || values.to === undefined ? describe!(values) : null),
});

export function parseKey(key: string): unknown {
  if (key === "true" || key === "false") return key === "true";
  return Number.isNaN(Number(key)) ? key : Number(key);
}

export const every = (months: unknown): Words =>
  months === 1 ? phrase("every.one") : phrase("every", { n: String(months) });
