// The traps of the research, with rjsf itself: what its defaults would answer, and where our session keeps it from doing so.
import { createSchemaUtils, type RJSFSchema, type ValidatorType } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { describe, expect, it } from "vitest";
import { activeData } from "#engine/activeData.ts";
import { conditions, matches, withoutUndefined } from "#engine/conditions.ts";
import { present } from "#engine/present.ts";
import { is, TODAY, when } from "./support/step.ts";

const behaviour = {
  requiredBooleanDefault: "skip",
  constAsDefaults: "never",
  arrayMinItems: { populate: "never" },
} as const;

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
const display = present(
  { schema, ui: {} },
  { step: "s", meta: {}, lists, features: {}, today: TODAY, translate: () => null },
).schema as RJSFSchema;
const ours = conditions as unknown as ValidatorType;

describe("defaults answer nothing", () => {
  it("no question, no agreement, no coverage and no profession is filled in", () => {
    const utils = createSchemaUtils(ours, display, behaviour);
    const state = withoutUndefined(utils.getDefaultFormState(display, {}));
    expect(state).toMatchObject({ pay_in_terms: false });
    expect(state).not.toHaveProperty("agreement");
    expect(state).not.toHaveProperty("coverage");
    expect(Object.values((state as { questions?: object }).questions ?? {})).toEqual([]);
    expect((state as { jobs?: unknown[] }).jobs ?? []).toEqual([]);
  });
  it("explicit defaults of a condition still apply", () => {
    const utils = createSchemaUtils(ours, display, behaviour);
    expect(utils.getDefaultFormState(display, { pay_in_terms: true })).toMatchObject({ months: 3 });
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
  it("follow references into the root's definitions", () => {
    const root = { definitions: { yes: { const: true } } };
    expect(matches({ properties: { a: { $ref: "#/definitions/yes" } }, required: ["a"] }, { a: true }, root)).toBe(
      true,
    );
    expect(matches({ properties: { a: { $ref: "#/definitions/yes" } }, required: ["a"] }, { a: false }, root)).toBe(
      false,
    );
  });
  it("resolve the same fields for rjsf with our interpreter as with ajv", () => {
    for (const pay of [true, false, undefined]) {
      const data = { pay_in_terms: pay };
      const one = createSchemaUtils(ours, display, behaviour).retrieveSchema(display, data);
      const two = createSchemaUtils(validator as ValidatorType, display, behaviour).retrieveSchema(display, data);
      expect(Object.keys(one.properties ?? {})).toEqual(Object.keys(two.properties ?? {}));
      const shown = Object.keys(activeData(schema, { ...data, months: 3 }, { lists })).includes("months");
      expect(Object.keys(one.properties ?? {}).includes("months")).toBe(shown);
    }
  });
  it("need no eval", () => {
    expect(conditions.isValid(true, undefined, {})).toBe(true);
    expect(conditions.validateFormData()).toEqual({ errors: [], errorSchema: {} });
    expect(conditions.rawValidation()).toEqual({ errors: [] });
  });
});
