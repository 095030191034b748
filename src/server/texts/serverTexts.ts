// The server's own texts: refusals, login, notes, exports. One file per language in `texts`.
import { readFileSync } from "node:fs";
import { inEachLanguage, type Language } from "#engine/values/languages.ts";
import type dutch from "./nl.json";

/** Texts of exports. `words`: by the wire names of columns and values. */
interface ExportTexts {
  file: Record<string, string>;
  /** What the name of a file says about its rows. */
  parts: Record<"last_viewed" | "relation" | "search", string>;
  yes: string;
  no: string;
  words: Record<string, Record<string, string>>;
}

export type ServerTexts = Omit<typeof dutch, "exports"> & { exports: ExportTexts };

const read = <T>(file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")) as T;

export const serverTexts = inEachLanguage((language: Language) => read<ServerTexts>(`./${language}.json`));

/** The texts of the app, from which an export takes the words of its columns and filters. */
export const appTexts = inEachLanguage((language) =>
  read<Record<string, string>>(`../../app/messages/${language}.json`),
);

/** Replaces `{names}` by values. A name without a value stays as it is. */
export const fillText = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : all));
