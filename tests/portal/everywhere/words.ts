// The labels on screens and in exports, from their catalogues.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inEachLanguage, type Language } from "#engine/languages.ts";
import { serverTexts } from "#server/serverTexts.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const catalogues = inEachLanguage((language): Record<string, string> => read(`src/app/messages/${language}.json`));
export const exported = inEachLanguage((language) => serverTexts[language].exports);

export function wordsIn(language: Language) {
  return (id: string, values: Record<string, string | number> = {}): string => {
    const text = catalogues[language][id];
    if (text === undefined) throw new Error(`no text ${id}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])).replace(/[\s\u00a0\u202f]+/g, " ");
  };
}
