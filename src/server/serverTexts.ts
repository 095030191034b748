// What the server itself says: refusals, login, notes, exported files. One file a language beside each other in `texts`.
import { readFileSync } from "node:fs";
import { inEachLanguage, type Language } from "#engine/languages.ts";
import type dutch from "./texts/nl.json";

/** The exported columns and words, by the names of the wire. */
interface ExportTexts {
  file: Record<string, string>;
  yes: string;
  no: string;
  column: Record<string, string>;
  words: Record<string, Record<string, string>>;
}

export type ServerTexts = Omit<typeof dutch, "exports"> & { exports: ExportTexts };

const read = (language: Language) =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), "utf8")) as ServerTexts;

export const serverTexts = inEachLanguage(read);

/** A text with its `{names}` filled in; a name without a value stays as it is. */
export const fillText = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all));
