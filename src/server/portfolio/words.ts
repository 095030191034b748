// Words of the portfolio in the reader's language: labels of statuses, and the Dutch words that stand in its rows. Read from
// schemas/portal, one file a language.
import { existsSync, readFileSync } from "node:fs";
import { inEachLanguage, LANGUAGES } from "#engine/languages.ts";
import type { Language } from "#engine/types.ts";

type StatusList = "quotation" | "referral" | "damage" | "open_invoice";
type Statuses = Partial<Record<StatusList, Record<string, string>>>;

const folder = new URL("../../../schemas/portal/", import.meta.url);

function readWords<T>(name: string, language: Language): T | undefined {
  const file = new URL(`${name}.${language}.json`, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
}

/** Rows are written in Dutch, which therefore has no file. */
const words = inEachLanguage((language) => readWords<Record<string, string>>("words", language) ?? {});
const statuses = inEachLanguage((language) => readWords<Statuses>("statuses", language) ?? {});

/** The Dutch words of the portfolio in the reader's language; words that nobody translated stay as they are. */
export function wordIn(language: Language, word: string): string {
  const known = words[language];
  return known && Object.hasOwn(known, word) ? (known[word] ?? word) : word;
}

/** The word in every other language, for the search; empty when there is none of their own. */
export function translateWord(word: string): string {
  const others = LANGUAGES.map((language) => wordIn(language, word)).filter((other) => other !== word);
  return [...new Set(others)].join(" ");
}

/** Label of a status; an unknown code is shown as such (decisions 48). */
export function statusLabel(language: Language, list: StatusList, code: string): string {
  return statuses[language][list]?.[code] ?? code;
}
