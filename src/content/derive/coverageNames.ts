// How what is tried of a step is named: choices, answers to questions, messages of its own.
import type { Schema } from "#engine/schema.ts";
import { isObject, listRef } from "#engine/schemaTree.ts";
import { visitSchema } from "#engine/schemaVisitor.ts";

/** Every choice of a field, and both answers to every question: `/sector = 190`. */
export function findChoices(schema: Schema, items: (list: string) => readonly { value: unknown }[]) {
  const found: { kind: "choices" | "questions"; name: string }[] = [];
  visitSchema(schema, ({ schema: part, path }) => {
    const place = path.map((name) => `/${name}`).join("");
    const values = [...(part.enum ?? []), ...(part.enumFrom ? items(part.enumFrom).map(({ value }) => value) : [])];
    for (const value of values) found.push({ kind: "choices", name: `${place} = ${value}` });
    const asked = listRef(part.requiredFrom);
    for (const { value } of asked ? items(asked.list) : [])
      for (const answer of [true, false])
        found.push({ kind: "questions", name: `${place}/${asked?.prefix}${value} = ${answer}` });
  });
  return found;
}

/** What is answered, by place. */
export function valuesIn(value: unknown, place = ""): string[] {
  if (typeof value !== "object" || value === null) return [`${place} = ${value}`];
  return Object.entries(value).flatMap(([key, member]) =>
    valuesIn(member, `${place}/${Array.isArray(value) ? "*" : key}`),
  );
}

/** Errors with words of their own: `/revenue maximum`. */
export function ownMessages(ui: unknown, path: readonly string[]): string[] {
  if (!isObject(ui)) return [];
  const place = path.map((name) => `/${name}`).join("");
  const own = Object.keys(isObject(ui["ui:errors"]) ? ui["ui:errors"] : {}).map((rule) => `${place} ${rule}`);
  const members = Object.entries(ui).filter(([name]) => !name.startsWith("ui:"));
  return [...own, ...members.flatMap(([name, member]) => ownMessages(member, [...path, name]))];
}
