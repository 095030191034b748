// Checks that an answer has the shape that schemas/api gives its call. Prints the first difference.
import { expect } from "vitest";
import { apiValidator } from "#server/http/apiSchemas.ts";

export function expectShape(call: string, answer: unknown): void {
  const validate = apiValidator(call);
  const fits = validate(answer);
  expect(fits ? [] : validate.errors, `answer of ${call}`).toEqual([]);
}
