// The rules of a step field by field: each rule with the value that it has and the conditions under which it counts.
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { splitTemplate } from "#engine/schema/schemaVisitor.ts";

export interface When {
  condition: Condition;
  /** The object whose members it is about. */
  path: readonly string[];
}

/** A rule about a field. `shown`: the field is there. `required`: it must be answered. */
export interface Statement {
  keyword: string;
  value: unknown;
  when: readonly When[];
  place: string;
}

export interface FieldRules {
  /** Members that lead to it. `*` is every entry, and empty the step itself. */
  path: readonly string[];
  statements: Statement[];
}

type At = Omit<Statement, "keyword" | "value"> & { path: readonly string[] };

/** By the path of the field, joined by `/`. */
export function readFieldRules(schema: Schema): Map<string, FieldRules> {
  const fields = new Map<string, FieldRules>();
  readInto(fields, schema, { path: [], when: [], place: "" });
  return fields;
}

function add(fields: Map<string, FieldRules>, { path, when, place }: At, keyword: string, value: unknown): void {
  const key = path.join("/");
  const field = fields.get(key) ?? { path, statements: [] };
  fields.set(key, field);
  field.statements.push({ keyword, value, when, place });
}

function readInto(fields: Map<string, FieldRules>, schema: Schema, context: At): void {
  readOwn(fields, schema, context);
  for (const { about, name, condition, schema: inner, place } of splitTemplate(schema)) {
    const below = { ...context, place: context.place + place };
    const when = condition ? [...context.when, { condition, path: context.path }] : context.when;
    if (about === "same") readInto(fields, inner, { ...below, when });
    else if (about !== "nothing") {
      const member = { ...below, path: [...context.path, about === "member" ? name : "*"] };
      if (about === "member") add(fields, member, "shown", true);
      readInto(fields, inner, member);
    }
  }
}

/** Its rules, without what it holds. */
function readOwn(fields: Map<string, FieldRules>, schema: Schema, context: At): void {
  const held = new Set(["if", ...splitTemplate(schema).map(({ keyword }) => keyword)]);
  for (const [keyword, value] of Object.entries(schema)) {
    const below = { ...context, place: `${context.place}/${keyword}` };
    if (keyword === "required" && Array.isArray(value))
      for (const name of value) add(fields, { ...below, path: [...context.path, String(name)] }, keyword, true);
    else if (!held.has(keyword)) add(fields, below, keyword, value);
  }
}
