// Which answers are filled in by themselves, and whether rjsf resolves the fields that our conditions show.
import { createSchemaUtils, type RJSFSchema, type ValidatorType } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { describe, expect, it } from "vitest";
import { activeData } from "#engine/answers/activeData.ts";
import { Defaults } from "#engine/answers/defaults.ts";
import { matches, withoutUndefined } from "#engine/rules/conditions.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { conditions } from "#widgets/formRegistry.tsx";
import { is, TODAY, when } from "./support/step.ts";

const schema = {
  type: "object",
  properties: {
    questions: { type: "object", requiredFrom: "questions", additionalProperties: { type: "boolean" } },
    agreement: { type: "boolean", const: true },
    coverage: { type: "string", enumFrom: "covers" },
    jobs: { type: "array", minItems: 1, items: { type: "string" } },
    pay_in_terms: { type: "boolean", default: false },
  },
  required: ["agreement", "coverage", "jobs"],
  allOf: [when(is("pay_in_terms", true), { properties: { months: { type: "integer", enum: [3, 6], default: 3 } } })],
};
const lists = { questions: [{ value: 11 }, { value: 2 }], covers: [{ value: "101" }] };
const today = TODAY;
const display = present(
  { schema, ui: {} },
  { step: "s", meta: {}, lists, features: {}, today: TODAY, translate: () => null },
).schema as RJSFSchema;
const fill = (data: Answers, entered: string[] = []) =>
  new Defaults().fill(display as JsonObject, data, { lists, today }, (path) => entered.includes(path.join(".")));

describe("defaults answer nothing", () => {
  it("no question, no agreement, no coverage and no profession is filled in", () => {
    expect(fill({})).toEqual({ pay_in_terms: false });
  });
  it("explicit defaults of a condition apply as soon as it holds, and not before", () => {
    expect(fill({ pay_in_terms: false })).toEqual({ pay_in_terms: false });
    expect(fill({ pay_in_terms: true })).toEqual({ pay_in_terms: true, months: 3 });
    expect(fill({ pay_in_terms: true, months: 6 })).toEqual({ pay_in_terms: true, months: 6 });
  });
  it("a field that was emptied stays empty", () => {
    expect(fill({ pay_in_terms: true }, ["months"])).toEqual({ pay_in_terms: true });
  });
  it("a default may show the field of the next", () => {
    const chain = {
      type: "object",
      properties: { first: { type: "boolean", default: true } },
      allOf: [when(is("first", true), { properties: { second: { type: "integer", default: 2 } } })],
    };
    expect(new Defaults().fill(chain, {}, { lists: {}, today }, () => false)).toEqual({ first: true, second: 2 });
  });
});

describe("conditions", () => {
  const cases: [object, unknown][] = [
    [is("a", true), { a: true }],
    [is("a", true), { a: undefined }],
    [is("a", true), {}],
    [{ properties: { a: { contains: { contains: { const: "190" } } } }, required: ["a"] }, { a: [["190", "1"]] }],
    [{ properties: { a: { minimum: 3 } }, required: ["a"] }, { a: 2 }],
    [{ anyOf: [is("a", 1), is("b", 2)] }, { b: 2 }],
    [{ not: { required: ["a"] } }, { b: 2 }],
    [{ properties: { a: { enum: ["x", "y"] } }, required: ["a"] }, { a: "y" }],
  ];
  it.each(cases)("judge %j as ajv does for %j", (condition, data) => {
    expect(matches(condition as never, data)).toBe(
      validator.isValid(condition as RJSFSchema, withoutUndefined(data), {}),
    );
  });
  it("resolve the same fields for rjsf with our interpreter as with ajv", () => {
    for (const pay of [true, false, undefined]) {
      const data = { pay_in_terms: pay };
      const ours = createSchemaUtils(conditions, display).retrieveSchema(display, data);
      const theirs = createSchemaUtils(validator as ValidatorType, display).retrieveSchema(display, data);
      expect(Object.keys(ours.properties ?? {})).toEqual(Object.keys(theirs.properties ?? {}));
      const shown = Object.keys(activeData(schema, { ...data, months: 3 }, { lists, today })).includes("months");
      expect(Object.keys(ours.properties ?? {}).includes("months")).toBe(shown);
    }
  });
});
