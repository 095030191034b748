// A condition of a schema in words that an analyst reads aloud. What it does not know it shows as it is written, so that
// nothing is left out.

import type { Condition } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";

const quoted = (value: unknown) => JSON.stringify(value);

export function conditionWords(condition: Condition, subject = ""): string {
  const { properties, required, type: _type, ...rest } = condition;
  const members = isObject(properties) ? properties : {};
  const parts = [...membersWords(members, required, subject), ...Object.entries(rest).map((one) => rule(one, subject))];
  return parts.filter(Boolean).join(" and ");
}

function membersWords(members: Record<string, Condition>, required: unknown, subject: string): string[] {
  const name = (key: string) => (subject ? `${subject}.${key}` : key);
  const described = Object.entries(members).map(([key, member]) =>
    isObject(member) ? conditionWords(member, name(key)) : "",
  );
  const mentioned = Object.keys(members);
  const only = Array.isArray(required) ? required.filter((key) => !mentioned.includes(String(key))) : [];
  return [...described, ...only.map((key) => `${name(String(key))} is answered`)];
}

function rule([keyword, value]: [string, unknown], subject: string): string {
  const about = subject || "the answers";
  if (keyword === "const") return `${about} is ${quoted(value)}`;
  if (keyword === "enum" && Array.isArray(value)) return `${about} is one of ${value.map(quoted).join(", ")}`;
  if (keyword === "minimum") return `${about} is at least ${quoted(value)}`;
  if (keyword === "maximum") return `${about} is at most ${quoted(value)}`;
  if (keyword === "exclusiveMinimum") return `${about} is more than ${quoted(value)}`;
  if (keyword === "exclusiveMaximum") return `${about} is less than ${quoted(value)}`;
  if (keyword === "contains" && isObject(value)) return conditionWords(value, `an entry of ${about}`);
  if (keyword === "not" && isObject(value)) return `not (${conditionWords(value, subject)})`;
  const several: Record<string, string> = { allOf: " and ", anyOf: " or ", oneOf: " or else " };
  if (keyword in several && Array.isArray(value)) {
    return `(${value.map((one) => conditionWords(one as JsonObject, subject)).join(several[keyword])})`;
  }
  return `${about}: ${keyword} ${quoted(value)}`;
}
