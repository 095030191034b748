// Words of the portfolio in the user's language: labels of statuses, and translations of the Dutch words in its rows. Read from
// schemas/portal, one file per language.
import { existsSync, readFileSync } from "node:fs";
import type { Language } from "#engine/schema/types.ts";
import { inEachLanguage, LANGUAGES } from "#engine/values/languages.ts";

type StatusList = "quotation" | "referral" | "damage" | "open_invoice";
type Statuses = Partial<Record<StatusList, Record<string, string>>>;

const folder = new URL("../../../../schemas/portal/", import.meta.url);

function readWords<T>(name: string, language: Language): T | undefined {
  const file = new URL(`${name}.${language}.json`, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}

/** Dutch has no file, because the rows themselves are in Dutch. */
const words = inEachLanguage((language) => readWords<Record<string, string>>("words", language) ?? {});
const statuses = inEachLanguage((language) => readWords<Statuses>("statuses", language) ?? {});

/** Translates a Dutch word of the portfolio. A word without a translation stays Dutch. */
export function wordIn(language: Language, word: string): string {
  const translations = words[language];
  return translations && Object.hasOwn(translations, word) ? (translations[word] ?? word) : word;
}

/** The translations of a word in all other languages, for the search index. Empty when there are none. */
export function translateWord(word: string): string {
  const others = LANGUAGES.map((language) => wordIn(language, word)).filter((other) => other !== word);
  return [...new Set(others)].join(" ");
}

/** Label of a status. An unknown code is shown as it is (decisions 48). */
export function statusLabel(language: Language, list: StatusList, code: string): string {
  return statuses[language][list]?.[code] ?? code;
}
