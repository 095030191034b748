// The form that the bench measures: n text fields, every second one required, as a schema and as texts.
import type { JsonObject } from "#engine/types.ts";

export const SIZES = [8, 50, 100, 200, 1000];

export const nameOf = (index: number): string => `field_${index}`;

export function flatSchema(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const field = { type: "string", minLength: 2, maxLength: 200 };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: `urn:bench:flat-${count}`,
    type: "object",
    properties: Object.fromEntries(names.map((name, index) => [name, { ...field, title: `Field ${index}` }])),
    required: names.filter((_, index) => index % 2 === 0),
  };
}

/** Every field filled, as in a resumed step; the field that is typed in is the middle one. */
export function flatData(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), `value ${index}`]));
}

export const typedField = (count: number): string => nameOf(Math.floor(count / 2));
