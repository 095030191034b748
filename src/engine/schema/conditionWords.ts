// A condition over answers in the words of an analyst. A rule without words of its own is written as it is, so that nothing
// is left out.
import type { Condition } from "./schema.ts";
import { isObject } from "./schemaTree.ts";

const COMPARISONS: Record<string, string> = {
  const: "is",
  enum: "is one of",
  minimum: "is at least",
  maximum: "is at most",
  exclusiveMinimum: "is more than",
  exclusiveMaximum: "is less than",
};
const BETWEEN: Record<string, string> = { allOf: " and ", anyOf: " or ", oneOf: " or else " };

/** Names the answer at a path. `*` is an entry of a list. */
type NameAnswer = (path: readonly string[]) => string;

const namePath: NameAnswer = (path) =>
  path.reduce((name, part) => {
    if (part === "*") return `an entry of ${name || "the answers"}`;
    return name ? `${name}.${part}` : part;
  }, "") || "the answers";

/** By default with the names of the files. */
export function conditionWords(
  condition: Condition,
  name: NameAnswer = namePath,
  path: readonly string[] = [],
): string {
  const { properties, required = [], type: _type, ...rest } = condition;
  const members = isObject(properties) ? (properties as Record<string, Condition>) : {};
  const only = required.filter((member) => !Object.hasOwn(members, member));
  return [
    ...Object.entries(members).map(([member, inner]) =>
      isObject(inner) ? conditionWords(inner, name, [...path, member]) : "",
    ),
    ...only.map((member) => `${name([...path, member])} is answered`),
    ...Object.entries(rest).map(([keyword, value]) => ruleWords(keyword, value, name, path)),
  ]
    .filter(Boolean)
    .join(" and ");
}

function ruleWords(keyword: string, value: unknown, name: NameAnswer, path: readonly string[]): string {
  if (keyword === "contains" && isObject(value)) return conditionWords(value, name, [...path, "*"]);
  if (keyword === "not" && isObject(value)) return `not (${conditionWords(value, name, path)})`;
  const between = BETWEEN[keyword];
  if (between && Array.isArray(value))
    return `(${value.map((member: Condition) => conditionWords(member, name, path)).join(between)})`;
  const values = [value].flat().map((entry) => JSON.stringify(entry));
  const comparison = COMPARISONS[keyword];
  return comparison
    ? `${name(path)} ${comparison} ${values.join(", ")}`
    : `${name(path)}: ${keyword} ${JSON.stringify(value)}`;
}
