// Computed fields: their values follow from other answers, by the expression in `computed`. They are never answers that a broker
// gave: not entered, not sent, worked out again wherever answers are judged. A value that cannot be worked out is left out.
import { placesIn } from "../fields/fieldPath.ts";
import { oncePer } from "../schema/oncePer.ts";
import type { Expression, Schema } from "../schema/schema.ts";
import { visitSchema } from "../schema/schemaVisitor.ts";
import type { Answers, JsonObject, RequestAnswers } from "../schema/types.ts";
import { compute } from "./evaluate.ts";
import { pathSegments, readPath, readsIn } from "./paths.ts";

/** Takes the place of a value that is to be computed: its field counts. */
export class Pending {
  readonly expression: Expression;
  constructor(expression: Expression) {
    this.expression = expression;
  }
}

interface ComputedField {
  /** Members that lead to it. `*` is every member or entry. */
  path: readonly string[];
  reads: readonly (readonly string[])[];
}

/** The computed fields of a step, each after those that it reads. */
export const computedFields = oncePer((schema: Schema): readonly ComputedField[] => {
  const fieldsByPath = new Map<string, ComputedField>();
  visitSchema(schema, ({ schema: { computed }, path }) => {
    if (computed === undefined) return;
    const around = path.slice(0, -1);
    const reads = readsIn(computed).flatMap((read) => (read.startsWith(".") ? [resolveRead(around, read)] : []));
    fieldsByPath.set(path.join("."), { path, reads: [...(fieldsByPath.get(path.join("."))?.reads ?? []), ...reads] });
  });
  const ordered = new Set<ComputedField>();
  const visit = (field: ComputedField, before: readonly ComputedField[]): void => {
    if (ordered.has(field) || before.includes(field)) return;
    for (const other of fieldsByPath.values())
      if (field.reads.some((read) => overlaps(read, other.path))) visit(other, [...before, field]);
    ordered.add(field);
  };
  for (const field of fieldsByPath.values()) visit(field, []);
  return [...ordered];
});

/** Returns the members that lead to what `.field` reads, from the members around it. */
export const resolveRead = (around: readonly string[], read: string): string[] => [
  ...around,
  ...pathSegments(read).slice(1),
];

/** Whether both paths can lead to the same value. */
export const overlaps = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length &&
  left.every((name, index) => name === right[index] || name === "*" || right[index] === "*");

const containers = (data: unknown, path: readonly string[]): JsonObject[] =>
  readPath(["", ...path.slice(0, -1)].join("."), { here: data, answers: {}, today: "" }) as JsonObject[];

/** Works out, in place, each value that is pending. */
export function fillComputed(
  schema: Schema,
  data: Answers,
  { answers = {}, today }: { answers?: RequestAnswers | undefined; today: string },
): void {
  for (const { path } of computedFields(schema)) {
    const name = path.at(-1) ?? "";
    for (const here of containers(data, path)) {
      const pending = here[name];
      if (!(pending instanceof Pending)) continue;
      delete here[name];
      const value = compute(pending.expression, { here, answers, today });
      if (value !== undefined) here[name] = value;
    }
  }
}

/** Returns the paths of computed fields that the data hold a value for. */
export const findComputed = (schema: Schema, data: Answers): string[][] =>
  computedFields(schema).flatMap(({ path }) => placesIn(data, path));
