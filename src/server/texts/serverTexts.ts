// The server's own texts: refusals, login, notes, exports. One file per language in `texts`.
import { readFileSync } from "node:fs";
import { inEachLanguage, type Language } from "#engine/values/languages.ts";
import type dutch from "./nl.json";

/** Texts of exports, by the wire names of columns and values. */
interface ExportTexts {
  file: Record<string, string>;
  yes: string;
  no: string;
  column: Record<string, string>;
  words: Record<string, Record<string, string>>;
}

export type ServerTexts = Omit<typeof dutch, "exports"> & { exports: ExportTexts };

const read = (language: Language) =>
  JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), "utf8")) as ServerTexts;

export const serverTexts = inEachLanguage(read);

/** Replaces `{names}` by values. A name without a value stays as it is. */
export const fillText = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all));
