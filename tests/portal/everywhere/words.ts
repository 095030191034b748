// The labels on screens and in exports, from their catalogues.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#engine/types.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const catalogues: Record<Language, Record<string, string>> = {
  nl: read("src/app/messages/nl.json"),
  fr: read("src/app/messages/fr.json"),
};
export const exported: Record<Language, { column: Record<string, string> }> = read(
  "src/server/portfolio/exportTexts.json",
);

export function wordsIn(language: Language) {
  return (id: string, values: Record<string, string | number> = {}): string => {
    const text = catalogues[language][id];
    if (text === undefined) throw new Error(`no text ${id}`);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])).replace(/[\s\u00a0\u202f]+/g, " ");
  };
}
