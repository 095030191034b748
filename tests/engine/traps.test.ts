// Which answers are filled in by themselves, and whether rjsf resolves the fields that our conditions show.
import { type RJSFSchema, retrieveSchema, type ValidatorType } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { describe, expect, it, vi } from "vitest";
import { buildStandaloneModule } from "#content/publish/standalone.ts";
import { activeData } from "#engine/answers/activeData.ts";
import { Defaults } from "#engine/answers/defaults.ts";
import { isMultiple } from "#engine/expressions/fractions.ts";
import { matches } from "#engine/rules/conditions.ts";
import type { Condition } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { createValidator } from "#widgets/formRegistry.tsx";
import { compileContract, is, rulesBroken, TODAY, when } from "./support/step.ts";

const schema = {
  type: "object",
  properties: {
    questions: { type: "object", ask: { from: "questions" } },
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
const display = present({ schema, ui: {} }, { step: "s", meta: {}, lists, today: TODAY, translate: () => null }).schema;
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

const isOne = { contains: { contains: { const: "190" } } };
const JUDGED: [condition: Condition, matching: unknown[], others: unknown[]][] = [
  [is("a", true), [{ a: true }], [{ a: undefined }, {}, { a: "true" }]],
  [{ properties: { a: isOne }, required: ["a"] }, [{ a: [["190", "1"]] }], [{ a: [["1", "2"]] }, { a: [] }, {}]],
  [{ properties: { a: { minimum: 3, exclusiveMaximum: 5 } } }, [{ a: 3 }, { a: "x" }, {}], [{ a: 2 }, { a: 5 }]],
  [{ properties: { a: { exclusiveMinimum: 3, maximum: 5 } } }, [{ a: 5 }], [{ a: 3 }, { a: 6 }]],
  [{ properties: { a: { multipleOf: 0.01 } } }, [{ a: 100_000_000.07 }], [{ a: 0.001 }]],
  [
    { properties: { a: { minLength: 2, maxLength: 3 } } },
    [{ a: "ab" }, { a: "\u{1F600}bc" }],
    [{ a: "a" }, { a: "abcd" }],
  ],
  [{ properties: { a: { pattern: "^[0-9]{4} ?[A-Z]{2}$" } } }, [{ a: "1234 AB" }], [{ a: "1234" }]],
  [{ properties: { a: { minItems: 1, maxItems: 2, uniqueItems: true } } }, [{ a: [1, 2] }], [{ a: [1, 1] }, { a: [] }]],
  [{ properties: { a: { items: { enum: ["x", "y"] } } } }, [{ a: ["x"] }, { a: [] }], [{ a: ["x", "z"] }]],
  [{ properties: { a: { type: "integer" } }, additionalProperties: false }, [{ a: 1 }], [{ a: 1.5 }, { a: 1, b: 1 }]],
  [{ anyOf: [is("a", 1), is("b", 2)] }, [{ b: 2 }], [{ a: 2 }]],
  [{ allOf: [is("a", 1), is("b", 2)] }, [{ a: 1, b: 2 }], [{ b: 2 }]],
  [{ not: { required: ["a"] } }, [{ b: 2 }, { a: undefined }], [{ a: 2 }]],
];

describe("conditions", () => {
  it.each(JUDGED)("%j is judged in the bundle as where it is first judged", async (condition, matching, others) => {
    const code = buildStandaloneModule(new Map(), [condition]);
    const { conditions } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(conditions).toEqual([[condition, expect.any(Function)]]);
    const judge = (data: unknown) => [matches(condition, data), conditions[0][1].call({ isMultiple }, data)];
    for (const data of matching) expect(judge(data), JSON.stringify(data)).toEqual([true, true]);
    for (const data of others) expect(judge(data), JSON.stringify(data)).toEqual([false, false]);
  });

  it("are compiled once in a product, whatever the number of rules that they decide", () => {
    const rule = when(is("a", true), { required: ["b"] }, { required: ["c"] });
    const schema = { type: "object", properties: { a: {}, b: {}, c: {} }, allOf: [rule, structuredClone(rule)] };
    const code = buildStandaloneModule(
      new Map([
        ["one", schema],
        ["two", schema],
      ]),
      [is("a", true)],
    );
    expect(code.match(/function validate/g)).toHaveLength(3);
    expect(
      [{ a: true }, { a: false }, { a: true, b: 1 }].map((data) => rulesBroken(compileContract(schema), data)),
    ).toEqual([["/b required"], ["/c required"], []]);
  });

  it("that a bundle lacks are an error where nothing compiles", async () => {
    vi.resetModules();
    const fresh: typeof import("#engine/rules/conditions.ts") = await import("#engine/rules/conditions.ts");
    expect(() => fresh.matches(is("a", true), { a: true })).toThrow('The condition {"properties":{"a":{"const":true}}');
    fresh.addConditions([[is("a", true), () => false]]);
    expect(fresh.matches(is("a", true), { a: true })).toBe(false);
  });

  it("show the same fields to rjsf, to rjsf with its own ajv, and where answers are counted", () => {
    for (const pay of [true, false, undefined]) {
      const data = { pay_in_terms: pay };
      const shown = Object.keys(activeData(schema, { ...data, months: 3 }, { lists, today })).includes("months");
      for (const each of [createValidator(display), validator as ValidatorType]) {
        const resolved = retrieveSchema(each, display as RJSFSchema, {}, data);
        expect(Object.keys(resolved.properties ?? {}).includes("months")).toBe(shown);
      }
    }
  });
});
