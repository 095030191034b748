// A product in the pseudo-language, in the place of its Dutch: its texts, the app's, and what its lists say. Of a list, what is the
// same in every language is a code or a name, and stays.
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { ProductMessages } from "#api/productIndex.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/languages.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { PreviewProduct } from "./data.ts";
import { type Messages, toPseudo } from "./pseudoLanguage.ts";

const other = LANGUAGES.find((language) => language !== DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE;

export function pseudoProduct(product: PreviewProduct): PreviewProduct {
  const { messages, texts, sources } = product;
  const inPseudo = (given: ProductMessages) => toPseudo(parsed(given)) as unknown as ProductMessages;
  return {
    ...product,
    messages: { ...messages, [DEFAULT_LANGUAGE]: inPseudo(messages[DEFAULT_LANGUAGE]) },
    texts: { ...texts, [DEFAULT_LANGUAGE]: inPseudo(texts[DEFAULT_LANGUAGE]) },
    sources: { ...sources, [DEFAULT_LANGUAGE]: translated(sources[DEFAULT_LANGUAGE], sources[other]) as never },
  };
}

/** The app's texts come as they are written, a product's as they were published. */
function parsed(given: ProductMessages): Messages {
  const entries = Object.entries(given as Record<string, string | MessageFormatElement[]>);
  return Object.fromEntries(entries.map(([key, text]) => [key, typeof text === "string" ? parse(text) : text]));
}

function translated(one: unknown, two: unknown): unknown {
  if (typeof one === "string" && typeof two === "string" && one !== two) return pseudoText(one);
  if (Array.isArray(one) && Array.isArray(two)) return one.map((entry, index) => translated(entry, two[index]));
  if (!isObject(one) || !isObject(two)) return one;
  return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, translated(value, two[name])]));
}

function pseudoText(text: string): string {
  const [element] = toPseudo({ text: [{ type: TYPE.literal, value: text }] }).text?.slice(1) ?? [];
  return `[${element && "value" in element ? element.value : text}]`;
}
