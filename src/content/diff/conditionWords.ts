// A condition over answers in words, with the labels that brokers read. What it has no words for it shows as it is written,
// so that nothing is left out.
import type { Condition } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import { joined, type Phrase, phrase, plain, type Words } from "./words.ts";

/** What a path of the condition is called, and what a value there is called. */
export interface Named {
  label(path: readonly string[]): Words;
  value(path: readonly string[], value: unknown): Words;
}

const COMPARISONS: Record<string, Phrase> = {
  const: "is",
  enum: "isOneOf",
  minimum: "atLeast",
  maximum: "atMost",
  exclusiveMinimum: "moreThan",
  exclusiveMaximum: "lessThan",
};

export function conditionWords(condition: Condition, named: Named, path: readonly string[] = []): Words {
  const { properties = {}, required = [], type: _type, ...rest } = condition;
  const only = required.filter((name) => !Object.hasOwn(properties, name));
  const parts = [
    ...Object.entries(properties).map(([name, inner]) => conditionWords(inner, named, [...path, name])),
    ...only.map((name) => phrase("answered", { field: named.label([...path, name]) })),
    ...Object.entries(rest).map(([keyword, value]) => ruleWords(keyword, value, named, path)),
  ].filter(({ nl }) => nl !== "");
  return parts.length === 0 ? plainNothing : joined(parts, "and");
}

const plainNothing: Words = { nl: "", en: "", fr: "" };

function ruleWords(keyword: string, value: unknown, named: Named, path: readonly string[]): Words {
  const field = path.length === 0 ? phrase("theAnswers") : named.label(path);
  const comparison = COMPARISONS[keyword];
  if (comparison) return phrase(comparison, { field, value: named.value(path, value) });
  if (keyword === "contains" && isObject(value)) return conditionWords(value, named, [...path, "*"]);
  if (keyword === "not" && isObject(value)) return phrase("not", { condition: conditionWords(value, named, path) });
  if ((keyword === "allOf" || keyword === "anyOf") && Array.isArray(value)) {
    const inner = value.map((one: Condition) => conditionWords(one, named, path));
    return joined(inner, keyword === "allOf" ? "and" : "or");
  }
  return phrase("otherwise", { field, rule: keyword, value: plain(value) });
}
