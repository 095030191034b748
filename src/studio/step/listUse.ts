// Which named lists and facts a step needs. Reads the schema only.
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, listRef } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";

const KEYWORDS = ["enumFrom", "requiredFrom", "propertiesFrom", "pairFrom"];

function namesIn(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const member of value) namesIn(member, names);
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (!KEYWORDS.includes(key)) namesIn(member, names);
    else {
      const list = listRef(member)?.list;
      if (list) names.add(list);
      if (isObject(member) && typeof member.parents === "string") names.add(member.parents);
    }
  }
}

export function findLists(source: StepSource): string[] {
  const names = new Set<string>();
  namesIn(source.schema, names);
  return [...names];
}

export const findFlags = (schema: Schema | undefined): string[] => [
  ...new Set([...JSON.stringify(schema ?? {}).matchAll(/"facts\.(\w+)"/g)].map(([, name = ""]) => name)),
];
