// The message of an error with a text of its own.
import { expect, test } from "vitest";
import { errorMessage } from "#widgets/errors.ts";

test("the message of a rule between answers can name both sides of its comparison", () => {
  const error = { id: "step_abroad", pointer: "/abroad", keyword: "within_revenue", params: { value: 60, limit: 50 } };
  const ui = { errors: { within_revenue: { message: "error.within_revenue" } } };
  const text = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`;
  const message = errorMessage(error, { ui, schema: { type: "number" }, language: "nl" }, text as never);
  expect(message).toMatch(/^error\.within_revenue /);
  expect(JSON.parse(message.slice("error.within_revenue ".length))).toMatchObject({ value: 60, limit: 50 });
});

test.each([
  [0.1, "error.validation.decimals", { count: 1 }],
  [0.01, "error.validation.decimals", { count: 2 }],
  [1, "error.validation.whole_number", undefined],
  [0.05, "error.validation.multiple", { step: "0,05" }],
  [2500, "error.validation.multiple", { step: "2.500" }],
])("a number that is no multiple of %d is told how many decimals or which multiple fits", (multipleOf, key, values) => {
  const error = { id: "step_it", pointer: "/it", keyword: "multipleOf", params: { multipleOf } };
  const text = (name: string, more?: object) => `${name} ${JSON.stringify(more)}`;
  const message = errorMessage(error, { ui: {}, schema: { type: "number" }, language: "nl" }, text as never);
  expect(message).toBe(`${key} ${JSON.stringify(values)}`);
});
