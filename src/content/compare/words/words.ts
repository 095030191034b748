// The words of a comparison in Dutch and French: phrases with values in the notation of each language.
import { sayCondition } from "#engine/schema/conditionWords.ts";
import type { Condition } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { isCalendarDay, OFFSET } from "#engine/values/dates.ts";
import {
  CONVENTIONS,
  DEFAULT_LANGUAGE,
  inEachLanguage,
  type Language,
  readLanguage,
} from "#engine/values/languages.ts";
import fr from "./fr.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };

const TEXTS: Record<Language, typeof nl> = { nl, fr };

export type Words = Record<Language, string>;
export type Phrase = keyof typeof nl;
export type Value = string | number | Words;
type Values = Readonly<Record<string, Value>>;

export const inWords = inEachLanguage<string>;
export const NO_WORDS = inWords(() => "");

export const phrase = (name: Phrase, values: Values = {}): Words =>
  inWords((language) =>
    TEXTS[language][name].replace(/\{(\w+)\}/g, (whole, key: string) => {
      const value = values[key];
      return value === undefined ? whole : typeof value === "object" ? value[language] : String(value);
    }),
  );

export const isPhrase = (name: string): name is Phrase => Object.hasOwn(nl, name);

/** A phrase that depends on a name of the content, or that name if there is no phrase. */
export const phraseFor = (name: string, values: Values = {}, otherwise = name): Words =>
  isPhrase(name) ? phrase(name, values) : inWords(() => otherwise);

export function joined(parts: readonly Words[], between: Phrase = "list.comma"): Words {
  const sign = phrase(between);
  return parts.length === 0
    ? phrase("nothing")
    : inWords((language) => parts.map((part) => part[language]).join(sign[language]));
}

const formats = new Map<string, Intl.NumberFormat>();

export function formatNumber(language: Language, value: number, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(CONVENTIONS[language].locale, options);
  formats.set(key, format);
  return format.format(value);
}

const EURO = { style: "currency", currency: "EUR" } as const;

/** Whole euros without cents. */
export const money = (amount: number, signed = false): Words => {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const signs = signed ? ({ signDisplay: "exceptZero" } as const) : {};
  const options = { ...EURO, ...signs, minimumFractionDigits: digits, maximumFractionDigits: digits };
  return inWords((language) => formatNumber(language, amount, options));
};

export const number = (value: number): Words =>
  inWords((language) => formatNumber(language, value, { maximumFractionDigits: 6 }));

/** `2.5` -> 2,5 %. `signed` adds a plus if it grows. */
export const percent = (value: number, signed = false): Words =>
  inWords((language) =>
    formatNumber(language, Math.round(value * 10) / 1000, {
      style: "percent",
      maximumFractionDigits: 1,
      signDisplay: signed ? "exceptZero" : "auto",
    }),
  );

export const day = (iso: string): Words =>
  inWords((language) => {
    if (!isCalendarDay(iso)) return iso;
    const { locale, firstDay } = CONVENTIONS[language];
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    return format.format(new Date(iso)).replace(/^1 /, `${firstDay} `);
  });

/** `-14d`: 14 days before today. */
export function offsetWords(offset: string): Words {
  const match = OFFSET.exec(offset);
  if (!match) return day(offset);
  const amount = Number(match[1]);
  if (amount === 0) return phrase("today");
  return phraseFor(`${amount > 0 ? "later" : "earlier"}.${match[2]}`, { n: Math.abs(amount) }, offset);
}

const LONGEST = 80;

/** Any value as a reader expects it: yes and no in words, numbers in the language's notation, the rest as it is written. */
export function plain(value: unknown): Words {
  if (typeof value === "boolean") return phrase(value ? "yes" : "no");
  if (typeof value === "number") return number(value);
  if (value === undefined || value === null || value === "") return phrase("nothing");
  if (isTranslated(value)) return inWords((language) => value[language]);
  if (typeof value === "string") return inWords(() => value);
  const text = JSON.stringify(value);
  return inWords(() => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
}

/** A text that the content has in its languages, such as that of a question. */
const isTranslated = (value: unknown): value is Words =>
  isObject(value) && typeof value[DEFAULT_LANGUAGE] === "string" && Object.keys(value).every(readLanguage);

export const quoted = (name: Words): Words => phrase("quoted", { name });

/** The labels that brokers read for a path of a condition, and for a value there. */
interface Named {
  label(path: readonly string[]): Words;
  value(path: readonly string[], value: unknown): Words;
}

const COMPARISONS: Record<string, Phrase> = {
  const: "is",
  enum: "isOneOf",
  minimum: "atLeast",
  maximum: "atMost",
  exclusiveMinimum: "moreThan",
  exclusiveMaximum: "lessThan",
};

export const conditionWords = (condition: Condition, { label, value: valueWords }: Named): Words =>
  sayCondition<Words>(condition, {
    rule(path, keyword, value) {
      const field = path.length === 0 ? phrase("theAnswers") : label(path);
      const comparison = COMPARISONS[keyword];
      if (comparison) return phrase(comparison, { field, value: valueWords(path, value) });
      return phrase("otherwise", { field, rule: keyword, value: plain(value) });
    },
    answered: (path) => phrase("answered", { field: label(path) }),
    not: (negated) => phrase("not", { condition: negated }),
    joined: (all, by) => (all.length === 0 ? NO_WORDS : joined(all, /^(any|one)Of$/.test(by) ? "or" : "and")),
    isNothing: ({ nl }) => nl === "",
  });
