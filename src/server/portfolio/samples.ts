// The sample data and the words that belong to it, read from fixtures/portfolio. A file that is not what schemas/api says
// is refused with its place, before anything is stored.
import { readFileSync } from "node:fs";
import type { Language } from "#engine/types.ts";

const folder = new URL("../../../fixtures/portfolio/", import.meta.url);

export function readSample<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as T;
}

interface StatusWord {
  code: string;
  nl: string;
  fr: string;
}
export type StatusList = "quotation" | "damage" | "open_invoice";

const french = new Map(Object.entries(readSample<Record<string, string>>("translations")));
/** The portfolio is written in Dutch. */
const translated: Partial<Record<Language, Map<string, string>>> = { fr: french };
const statuses = readSample<Record<StatusList, StatusWord[]>>("statuses");

/** The Dutch words of the portfolio in the user's language; words that nobody translated stay as they are. */
export function wordIn(language: Language, word: string): string {
  return translated[language]?.get(word) ?? word;
}

/** French words for the search, empty when there are none of their own. */
export function frenchWords(...words: string[]): string {
  return words
    .map((word) => french.get(word))
    .filter((word, at) => word !== undefined && word !== words[at])
    .join(" ");
}

/** Label of a status; an unknown code is shown as such (decisions 48). */
export function statusLabel(language: Language, list: StatusList, code: string): string {
  return statuses[list].find((one) => one.code === code)?.[language] ?? code;
}
