// The labels on screens and in exports, from their catalogues.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createIntl } from "react-intl";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { serverTexts } from "#server/texts/serverTexts.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const catalogues = inEachLanguage((language): Record<string, string> => read(`src/app/messages/${language}.json`));
export const exported = inEachLanguage((language) => serverTexts[language].exports);

const intls = inEachLanguage((language) =>
  createIntl({ locale: CONVENTIONS[language].locale, messages: catalogues[language], onError: () => undefined }),
);

export function wordsIn(language: Language) {
  return (id: string, values: Record<string, string | number> = {}): string => {
    if (catalogues[language][id] === undefined) throw new Error(`no text ${id}`);
    return intls[language].formatMessage({ id: id as never }, values).replace(/[\s\u00a0\u202f]+/g, " ");
  };
}
