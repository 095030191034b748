// The languages of the portal and how each writes dates and numbers (spec: wizard 9, decisions 60). A language is added
// here and with its texts. Code that behaves differently in one reads it from this table.

interface Conventions {
  /** In itself, as the first word of a line. The browser knows it too, but reads a lot of data for that at a page's start. */
  name: string;
  locale: string;
  /** The first day of a month, in a date with the month in letters. */
  firstDay: string;
  /** Between day, month and year. */
  dateSeparator: string;
  /** Between groups of three digits. */
  group: string;
  decimal: string;
  /** Around an amount in euros. */
  euro: readonly [before: string, after: string];
  /** Before the extension of a telephone number. */
  extension: string;
  /** Signs that a no-break space parts from the word before them. */
  apart: string;
}

export const CONVENTIONS = {
  nl: {
    name: "Nederlands",
    locale: "nl-NL",
    firstDay: "1",
    dateSeparator: "-",
    group: ".",
    decimal: ",",
    euro: ["€\u00a0", ""],
    extension: "tst.",
    apart: "",
  },
  fr: {
    name: "Français",
    locale: "fr-FR",
    firstDay: "1er",
    dateSeparator: "/",
    group: "\u202f",
    decimal: ",",
    euro: ["", "\u00a0€"],
    extension: "poste",
    apart: "?!:;%€",
  },
} as const satisfies Record<string, Conventions>;

export type Language = keyof typeof CONVENTIONS;

export const LANGUAGES = Object.keys(CONVENTIONS) as Language[];
export const DEFAULT_LANGUAGE: Language = "nl";

export const inEachLanguage = <T>(make: (language: Language) => T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, T>;

export const nameLanguage = (language: Language): string => CONVENTIONS[language].name;

/** Null for anything that is none of the portal's languages. */
export function readLanguage(value: unknown): Language | null {
  return LANGUAGES.find((language) => language === value) ?? null;
}

/** The language of `fr`, `fr-FR` or `fr-BE`. Dutch for languages that the portal does not have. */
export function readLanguageTag(tag: string): Language {
  return readLanguage(tag.split("-")[0]) ?? DEFAULT_LANGUAGE;
}
