// Which top-level answers decide what else shows: those that a condition reads. Judges nothing.
import { oncePer } from "./oncePer.ts";
import type { Condition, Schema } from "./schema.ts";
import { conditionParts, partsAbout, splitTemplate, visitSame } from "./schemaVisitor.ts";

/** A condition inside an object or an entry reads members of it, so the field around it decides. Every commit asks for them. */
export const conditionNames = oncePer((schema: Schema): ReadonlySet<string> => {
  const names = new Set<string>();
  visitSame(schema, (same) => {
    for (const { condition } of splitTemplate(same)) if (condition) addRead(condition, names);
    for (const { name, schema: member } of partsAbout(same, "member")) if (hasConditions(member)) names.add(name);
  });
  return names;
});

const hasConditions = (member: Schema): boolean =>
  conditionNames(member).size > 0 || partsAbout(member, "entry").some(({ schema }) => hasConditions(schema));

/** The members that a condition speaks of. */
export function namesRead(condition: Condition): ReadonlySet<string> {
  const names = new Set<string>();
  addRead(condition, names);
  return names;
}

function addRead(condition: Condition, names: Set<string>): void {
  for (const name of condition.required ?? []) names.add(name);
  for (const part of conditionParts(condition)) {
    if (part.about === "member") names.add(part.name);
    else if (part.about === "same") addRead(part.schema, names);
  }
}
