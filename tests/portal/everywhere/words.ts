// The labels on screens and in exports, from their catalogues.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createIntl } from "react-intl";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { rowMembers } from "#server/http/apiSchemas.ts";
import { appTexts } from "#server/texts/serverTexts.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const catalogues = inEachLanguage((language): Record<string, string> => read(`src/app/messages/${language}.json`));
/** The header of a column of the exported file. */
export function exportedWord(language: Language, schema: string, name: string): string | undefined {
  const [, member] = rowMembers(schema).find(([other]) => other === name) ?? [];
  return appTexts[language][member?.column?.word ?? ""];
}

const intls = inEachLanguage((language) =>
  createIntl({ locale: CONVENTIONS[language].locale, messages: catalogues[language], onError: () => undefined }),
);

export function wordsIn(language: Language) {
  return (id: string, values: Record<string, string | number> = {}): string => {
    if (catalogues[language][id] === undefined) throw new Error(`no text ${id}`);
    return intls[language].formatMessage({ id: id as never }, values).replace(/[\s\u00a0\u202f]+/g, " ");
  };
}
