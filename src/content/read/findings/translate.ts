// Sentences of the check and of the studio's server in the language of their reader. They are in English in the code. Their
// translations are in `translations/`, each under its English text with the values numbered: "\"{0}\" is missing".
import { AsyncLocalStorage } from "node:async_hooks";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "#engine/values/languages.ts";

const FOLDER = join(import.meta.dirname, "translations");

const reader = new AsyncLocalStorage<Language>();

/** Runs an act for a reader of that language. Without one, sentences are in English. */
export const inLanguage = <Result>(language: Language | undefined, act: () => Result): Result =>
  language === undefined ? act() : reader.run(language, act);

/** The language of the reader, where there is one. */
export const readerLanguage = (): Language | undefined => reader.getStore();

/** By English text, in the order of the languages. */
let translations: Record<string, string[]> | undefined;

const readTranslations = (): Record<string, string[]> =>
  Object.assign(
    {},
    ...globSync("*.json", { cwd: FOLDER }).map((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8"))),
  );

/** Translates a text without values. */
export function translate(english: string): string {
  const language = readerLanguage();
  if (language === undefined) return english;
  translations ??= readTranslations();
  return translations[english]?.[LANGUAGES.indexOf(language)] ?? english;
}

/** Translates a sentence. A value that is a phrase must have been translated already. */
export function t(parts: TemplateStringsArray, ...values: unknown[]): string {
  const sentence = translate(parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`));
  return sentence.replace(/\{(\d+)\}/g, (_, index) => String(values[index]));
}

/** "a, b and c", or "a, b or c". */
export const listNames = (names: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat(readerLanguage() ?? "en-GB", { type }).format(names);
