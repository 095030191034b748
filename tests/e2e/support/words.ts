// The words a broker reads, taken from the catalogue by key, so that a story finds what the screen shows in either
// language and no story repeats a text.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findProduct } from "../../journeys/support/journey.ts";

export type Language = "nl" | "fr";
export type Words = (key: string, values?: Record<string, string | number>) => string;

const root = join(import.meta.dirname, "../../..");

function catalogue(language: Language): Record<string, string> {
  const files = [`src/app/messages/${language}.json`, `schemas/shared/texts.${language}.json`];
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(root, file), "utf8"))));
}

const catalogues = { nl: catalogue("nl"), fr: catalogue("fr") };

/** Texts with plain placeholders only. A text with plural forms is refused, because a guess would hide a fault. */
export function words(language: Language): Words {
  return (key, values = {}) => {
    const text = catalogues[language][key];
    if (text === undefined) throw new Error(`no text ${key} in ${language}`);
    if (/\{\w+, /.test(text)) throw new Error(`${key} has plural forms: match it with a pattern`);
    const filled: Record<string, string | number> = { provider: "Voorbeeld Verzekeraar", ...values };
    return text.replace(/\{(\w+)\}/g, (whole, name) => String(filled[name] ?? whole)).replace(/''/g, "'");
  };
}

/** Returns the part of a text of the portal before its first value or plural form. */
export const beginning = (key: string, language: Language): string => (catalogues[language][key] ?? "").split("{")[0]!;

/** The words of a product: its own texts, without the prefix. */
export function productWords(product: string, language: Language): Words {
  const texts = findProduct(product).texts[language]?.content as Record<string, string>;
  return (key, values) => {
    const text = texts[key] ?? texts[key.replace(/^wizard\./, "")];
    return text ?? words(language)(key, values);
  };
}
