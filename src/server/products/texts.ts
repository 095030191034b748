// Texts of a release for labels in responses, mails and documents. Texts are published as ICU syntax trees. Those that
// the server needs have only plain arguments and choices by value, so number, date and plural formats are not supported
// here.
import { DEFAULT_LANGUAGE, type Language } from "#engine/values/languages.ts";

interface TextNode {
  type: number;
  value?: string;
  options?: Record<string, { value: TextNode[] }>;
}
const LITERAL = 0;

export function createTexts(words: Record<Language, Record<string, unknown>>) {
  return (language: Language, key: string, values: Record<string, string | number> = {}): string => {
    const text = words[language][key] ?? words[DEFAULT_LANGUAGE][key];
    if (text === undefined) return key;
    return typeof text === "string" ? text : written(text as TextNode[], values);
  };
}

function written(nodes: TextNode[], values: Record<string, string | number>): string {
  return nodes
    .map((node) => {
      if (node.type === LITERAL) return node.value ?? "";
      const value = values[node.value ?? ""];
      const branch = node.options?.[String(value)] ?? node.options?.other;
      return branch ? written(branch.value, values) : String(value ?? "");
    })
    .join("");
}
