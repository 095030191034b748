// The words of a comparison in Dutch, English and French: sentences with values in each language's notation. English is for
// colleagues; the content has no English texts, so an English sentence quotes them in Dutch.
import { sayCondition } from "#engine/conditionWords.ts";
import { isCalendarDay } from "#engine/dates.ts";
import { DEFAULT_LANGUAGE, type Language, readLanguage } from "#engine/languages.ts";
import type { Condition } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { Reason } from "../journeys/inProcess.ts";
import en from "./texts/en.json" with { type: "json" };
import fr from "./texts/fr.json" with { type: "json" };
import nl from "./texts/nl.json" with { type: "json" };

const LOCALES = { nl: "nl-NL", en: "en-GB", fr: "fr-FR" };
export type DiffLanguage = keyof typeof LOCALES;
export const DIFF_LANGUAGES = Object.keys(LOCALES) as DiffLanguage[];

/** The same in every language. */
export type Words = Record<DiffLanguage, string>;
export type Kind = keyof typeof nl.sentences;
export type Phrase = keyof typeof nl.phrases;
export type Value = string | number | Words;

const TEXTS: Record<DiffLanguage, typeof nl> = { nl, en, fr };

export const inWords = (make: (language: DiffLanguage) => string): Words =>
  Object.fromEntries(DIFF_LANGUAGES.map((language) => [language, make(language)])) as Words;

/** The language in which the content says it. */
export const contentLanguage = (language: DiffLanguage): Language => readLanguage(language) ?? DEFAULT_LANGUAGE;

export const sentence = (kind: Kind, values: Record<string, Value>): Words =>
  inWords((language) => fill(TEXTS[language].sentences[kind], values, language));

export const phrase = (name: Phrase, values: Record<string, Value> = {}): Words =>
  inWords((language) => fill(TEXTS[language].phrases[name], values, language));

/** A phrase that depends on a name of the content; the name itself where there is none. */
export function phraseFor(name: string, values: Record<string, Value> = {}, otherwise = name): Words {
  return Object.hasOwn(nl.phrases, name) ? phrase(name as Phrase, values) : inWords(() => otherwise);
}

/** Why a request ends as it does. */
export function explain({ name, values }: Reason): Words {
  const said = Object.entries(values).map(([key, value]) => [key, typeof value === "object" ? explain(value) : value]);
  return phrase(`because.${name}`, Object.fromEntries(said));
}

const fill = (template: string, values: Record<string, Value>, language: DiffLanguage): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "object" ? value[language] : String(value);
  });

export function joined(parts: readonly Words[], between: Phrase = "list.comma"): Words {
  const sign = phrase(between);
  return parts.length === 0
    ? phrase("nothing")
    : inWords((language) => parts.map((part) => part[language]).join(sign[language]));
}

const numbers = new Map<string, Intl.NumberFormat>();

function formatted(language: DiffLanguage, value: number, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = numbers.get(key) ?? new Intl.NumberFormat(LOCALES[language], options);
  numbers.set(key, format);
  return format.format(value);
}

export const money = (amount: number): Words => {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  const options = {
    style: "currency",
    currency: "EUR",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const;
  return inWords((language) => formatted(language, amount, options));
};

export const number = (value: number): Words =>
  inWords((language) => formatted(language, value, { maximumFractionDigits: 6 }));

/** `2.5` -> 2,5 %; `signed` with a plus where it grows. */
export const percent = (value: number, signed = false): Words =>
  inWords((language) =>
    formatted(language, Math.round(value * 10) / 1000, {
      style: "percent",
      maximumFractionDigits: 1,
      signDisplay: signed ? "exceptZero" : "auto",
    }),
  );

export const day = (iso: string): Words =>
  inWords((language) =>
    isCalendarDay(iso)
      ? new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso))
      : iso,
  );

const LONGEST = 80;

/** Any value, as it is read: yes and no in words, numbers in the language's notation, the rest as it is written. */
export function plain(value: unknown): Words {
  if (typeof value === "boolean") return phrase(value ? "yes" : "no");
  if (typeof value === "number") return number(value);
  if (value === undefined || value === null || value === "") return phrase("nothing");
  if (isTranslated(value)) return translated(value);
  if (typeof value === "string") return inWords(() => value);
  const text = JSON.stringify(value);
  return inWords(() => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
}

type Translated = Record<Language, string>;

/** A text that the content has in its languages, such as that of a question. */
function isTranslated(value: unknown): value is Translated {
  return isObject(value) && typeof value[DEFAULT_LANGUAGE] === "string" && Object.keys(value).every(readLanguage);
}

const translated = (text: Translated): Words => inWords((language) => text[contentLanguage(language)]);

/** What a path of a condition is called, and what a value there is called: with the labels that brokers read. */
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
    not: (said) => phrase("not", { condition: said }),
    joined: (all, by) => (all.length === 0 ? inWords(() => "") : joined(all, /^(any|one)Of$/.test(by) ? "or" : "and")),
    isNothing: ({ nl }) => nl === "",
  });
