import { describe, expect, it } from "vitest";
import { compileContract, contextWith, is, rulesBroken, when } from "./support/step.ts";

const text = { type: "string", minLength: 1, maxLength: 5 };

describe("contract", () => {
  it("gives one error a field, the most basic one", () => {
    const contract = compileContract({
      type: "object",
      properties: { a: { ...text, pattern: "^\\d+$", enum: ["12"] } },
    });
    expect(rulesBroken(contract, { a: "abcdefgh" })).toEqual(["/a pattern"]);
    expect(rulesBroken(contract, { a: 3 })).toEqual(["/a type"]);
    expect(rulesBroken(contract, { a: "123456" })).toEqual(["/a maxLength"]);
    expect(rulesBroken(contract, { a: "13" })).toEqual(["/a enum"]);
  });

  it("moves required to the field that is missing", () => {
    const contract = compileContract({ type: "object", properties: { a: text }, required: ["a"] }, {}, "general-data");
    expect(contract({}, contextWith())).toEqual([
      { id: "general-data_a", pointer: "/a", keyword: "required", params: { missingProperty: "a" } },
    ]);
  });

  it("distinguishes decimals from text where a whole number is asked for", () => {
    const contract = compileContract({ type: "object", properties: { a: { type: "integer" } } });
    const params = (a: unknown) => contract({ a }, contextWith()).map((error) => error.params);
    expect(params(1.5)).toEqual([{ type: "integer", fraction: true }]);
    expect(params("0.00000000000001")).toEqual([{ type: "integer", fraction: true }]);
    expect(params("1,5,5")).toEqual([{ type: "integer" }]);
    for (const long of ["1.234.567.890.123.456", "1,234,567,890,123,456.50", "12345678901234567"])
      expect(params(long), long).toEqual([{ type: "integer", long: true }]);
    for (const other of ["1.2.3.4.5.6.7.8", "20.11.2026, 12.00"])
      expect(params(other), other).toEqual([{ type: "integer" }]);
  });

  it("treats more digits than an amount may have as above the maximum of their field, in either notation", () => {
    const contract = compileContract({ type: "object", properties: { a: { type: "number", maximum: 10 } } });
    for (const long of ["99999999999", "12345678901234567890", "99.999.999.999,99", "99\u202f999\u202f999\u202f999"])
      expect(contract({ a: long }, contextWith()), long).toMatchObject([{ keyword: "maximum", params: { limit: 10 } }]);
    expect(contract({ a: "99x" }, contextWith())).toMatchObject([{ keyword: "type" }]);
  });

  it("reports no error of the condition itself", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "boolean" } },
      allOf: [when(is("a", true), { properties: { b: text }, required: ["b"] })],
    };
    expect(rulesBroken(compileContract(schema), { a: true })).toEqual(["/b required"]);
    expect(rulesBroken(compileContract(schema), { a: false })).toEqual([]);
  });

  it("sorts by the page: sections, then ui:order, then the schema; ajv's own order puts branches first", () => {
    const schema = {
      type: "object",
      properties: { last: text, first: text, second: text, third: text },
      required: ["last", "first", "second", "third"],
    };
    const withBranch = {
      ...schema,
      allOf: [when({ required: [] }, { properties: { fourth: text }, required: ["fourth"] })],
    };
    const ui = {
      "ui:options": { sections: [{ fields: ["first", ["third", "second"]] }] },
      "ui:order": ["fourth", "*", "last"],
    };
    expect(rulesBroken(compileContract(withBranch, ui), {}).map((rule) => rule.split(" ")[0])).toEqual([
      "/first",
      "/third",
      "/second",
      "/fourth",
      "/last",
    ]);
    expect(rulesBroken(compileContract(withBranch), {}).map((rule) => rule.split(" ")[0])).toEqual([
      "/last",
      "/first",
      "/second",
      "/third",
      "/fourth",
    ]);
  });

  it("sorts the members of an object by its own order, or by its list", () => {
    const inner = { type: "object", properties: { a: text, b: text }, required: ["b", "a"] };
    const questions = { type: "object", ask: { from: "asked", optional: true } };
    const contract = compileContract({ type: "object", properties: { inner, asked: questions } });
    const lists = { asked: [{ value: 12 }, { value: 3 }] };
    expect(rulesBroken(contract, { inner: {}, asked: { 3: "x", 12: "x" } }, contextWith(lists))).toEqual([
      "/inner/a required",
      "/inner/b required",
      "/asked/12 type",
      "/asked/3 type",
    ]);
  });

  it("distinguishes a numeric key of an object from an entry of an array", () => {
    const schema = {
      type: "object",
      properties: {
        answers: { type: "object", properties: { 11: { type: "boolean" } } },
        files: { type: "array", maxItems: 3, items: text },
      },
    };
    const errors = compileContract(schema)({ answers: { 11: "x" }, files: ["ok", 5] }, contextWith());
    expect(errors.map((error) => error.id)).toEqual(["step_answers_11", "step_files"]);
  });

  it("takes no number that is none, and survives hostile answers", () => {
    const contract = compileContract({
      type: "object",
      properties: { n: { type: "number", minimum: 1 } },
      additionalProperties: false,
    });
    expect(rulesBroken(contract, { n: Number.NaN })).toEqual(["/n type"]);
    expect(rulesBroken(contract, { n: Number.POSITIVE_INFINITY })).toEqual(["/n type"]);
    expect(rulesBroken(contract, JSON.parse('{"__proto__": {"n": 1}, "constructor": 1}'))).toHaveLength(2);
    for (const value of [null, 1, "x", [], true, undefined])
      expect(contract(value, contextWith())).toMatchObject([{ id: "step", keyword: "type" }]);
  });

  it("gives the same verdict twice and shares nothing between calls", () => {
    const contract = compileContract({ type: "object", properties: { a: text }, required: ["a"] });
    const first = contract({}, contextWith());
    expect(contract({ a: "x" }, contextWith())).toEqual([]);
    expect(first).toHaveLength(1);
    expect(contract({}, contextWith())).toEqual(first);
  });
});
