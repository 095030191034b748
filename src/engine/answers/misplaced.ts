// Values of a shape that no control of their field gives: null, an object or a list where one value belongs, one value where a group
// or list belongs, or a number or yes in a text. They are never drafts of a broker: a call that sends one is refused, and a stored one
// is not an answer. Does not judge other single values: a text in a field for a number is what the broker typed.
import { withValue } from "../fields/formValues.ts";
import type { Schema } from "../schema/schema.ts";
import { isObject, schemasAt } from "../schema/schemaTree.ts";
import type { Answers } from "../schema/types.ts";

type Shape = "array" | "object" | "single";

const shapeOf = (type: unknown): Shape => (type === "array" || type === "object" ? type : "single");
const shapeOfValue = (value: unknown): Shape =>
  Array.isArray(value) ? "array" : isObject(value) ? "object" : "single";

interface Misplaced {
  path: string[];
  /** The type that the field has, if the schema gives one. */
  type: string | undefined;
}

/** Returns the places of such values, outer ones first. `schema` counts with all its conditions. */
export const findMisplaced = (schema: Schema, answers: Answers): Misplaced[] => findWithin([schema], answers, []);

function findWithin(schemas: readonly Schema[], value: unknown, path: string[]): Misplaced[] {
  if (value === undefined || schemas.length === 0) return [];
  const types = schemas.flatMap(({ type }) => type ?? []).map(String);
  const shape = shapeOfValue(value);
  const fits = types.length === 0 || types.some((type) => shapeOf(type) === shape);
  const isNoText = shape === "single" && typeof value !== "string" && types.every((type) => type === "string");
  if (value === null || !fits || (types.length > 0 && isNoText)) return [{ path, type: types[0] }];
  if (shape === "single") return [];
  return Object.entries(value as Answers).flatMap(([name, part]) =>
    findWithin(
      schemas.flatMap((each) => schemasAt(each, [name])),
      part,
      [...path, name],
    ),
  );
}

/** Returns the same object when nothing is misplaced. Later entries of a list are removed first, so that places stay right. */
export const withoutMisplaced = (schema: Schema, answers: Answers): Answers =>
  findMisplaced(schema, answers).reduceRight<Answers>((rest, { path }) => withValue(rest, path, undefined), answers);
