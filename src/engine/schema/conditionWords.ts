// A condition over answers in words, which the caller gives. A rule without words of its own is passed on as it is written,
// so that nothing is left out.
import type { Condition } from "./schema.ts";
import { isObject } from "./schemaTree.ts";

/** The words. `*` in a path is an entry of a list. */
interface ConditionWords<Said> {
  rule(path: readonly string[], keyword: string, value: unknown): Said;
  answered(path: readonly string[]): Said;
  not(words: Said): Said;
  joined(all: readonly Said[], by: "properties" | "allOf" | "anyOf" | "oneOf"): Said;
  isNothing(words: Said): boolean;
}

export function sayCondition<Said>(
  condition: Condition,
  words: ConditionWords<Said>,
  path: readonly string[] = [],
): Said {
  const { properties, required = [], type: _type, ...rest } = condition;
  const members = isObject(properties) ? (properties as Record<string, Condition>) : {};
  const only = required.filter((name) => !Object.hasOwn(members, name));
  const parts = [
    ...Object.entries(members).flatMap(([name, inner]) =>
      isObject(inner) ? [sayCondition(inner, words, [...path, name])] : [],
    ),
    ...only.map((name) => words.answered([...path, name])),
    ...Object.entries(rest).map(([keyword, value]) => sayRule(keyword, value, words, path)),
  ];
  return words.joined(
    parts.filter((part) => !words.isNothing(part)),
    "properties",
  );
}

function sayRule<Said>(keyword: string, value: unknown, words: ConditionWords<Said>, path: readonly string[]): Said {
  if (keyword === "contains" && isObject(value)) return sayCondition(value, words, [...path, "*"]);
  if (keyword === "not" && isObject(value)) return words.not(sayCondition(value, words, path));
  if ((keyword === "allOf" || keyword === "anyOf" || keyword === "oneOf") && Array.isArray(value))
    return words.joined(
      value.map((member: Condition) => sayCondition(member, words, path)),
      keyword,
    );
  return words.rule(path, keyword, value);
}
