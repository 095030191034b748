// Cases and the errors that they expect in the words of the product and the studio. A case of a tester keeps its own name.
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import type { Language } from "#engine/values/languages.ts";
import { inBoth, isWord } from "../words.ts";
import type { Content } from "./content.ts";
import { listRules } from "./ruleActs.ts";

type ErrorPair = readonly [pointer: string, keyword: string];

/** Names the field by its label, with the numbers of its records, and what is wrong with it. */
export function describeError(content: Content, step: string, error: ErrorPair, language: Language): string {
  const [pointer, keyword] = error;
  const segments = pointerSegments(pointer);
  // Numbers of records and codes of rows are no fields.
  const names: string[] = [];
  for (const name of segments) if (content.findField(step, [...names, name])) names.push(name);
  const field = names.length > 0 ? content.findField(step, names) : undefined;
  const numbers = segments.filter((name) => /^\d+$/.test(name)).map((index) => Number(index) + 1);
  const rule = field && listRules(content, field).find(({ name }) => name === keyword);
  const key = `error_${keyword}`;
  const name = rule?.texts[language] ?? (isWord(key) ? inBoth(key)[language] : keyword);
  const kind = [field ? content.labelOf(field)[language] : pointer, numbers.join(".")].filter(Boolean).join(" ");
  return inBoth("titled", { kind, name })[language];
}

export function nameCase(content: Content, step: string, name: string, language: Language): string {
  const [, pointer, keyword = ""] = /^follows: (\/\S*) (\w+)$/.exec(name) ?? [];
  if (pointer !== undefined) return describeError(content, step, [pointer, keyword], language);
  return name === "base" || name === "empty" ? inBoth(`case_${name}`)[language] : name;
}
