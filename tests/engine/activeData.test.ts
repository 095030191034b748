import { describe, expect, it } from "vitest";
import { type ActiveContext, activeData } from "#engine/answers/activeData.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject, Lists, RequestAnswers } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { is, TODAY, when } from "./support/step.ts";

const yesNo = { type: "boolean" };
const chain = {
  type: "object",
  properties: { a: yesNo },
  allOf: [
    when(is("a", true), { properties: { b: yesNo } }),
    when(is("b", true), { properties: { c: yesNo } }),
    when(is("c", true), { properties: { d: yesNo } }),
  ],
};
const none = { lists: {} };
const active = (schema: Schema, data: Answers, context: Omit<ActiveContext, "today">) =>
  activeData(schema, data, { ...context, today: TODAY });

describe("activeData", () => {
  it("drops a field whose condition does not hold, and keeps the order of the rest", () => {
    expect(active(chain, { b: true, a: false }, none)).toEqual({ a: false });
    expect(Object.keys(active(chain, { b: true, a: true }, none))).toEqual(["b", "a"]);
  });

  it("empties a choice of a record that is gone, and nothing while the records are not known", () => {
    const choice = { type: "string", enumFrom: "step.cars" };
    const schema = { type: "object", properties: { one: choice, several: { type: "array", items: choice } } };
    const data = { one: "b", several: ["a", "b"] };
    const known = (...ids: string[]) => ({ lists: { "step.cars": ids.map((value) => ({ value })) } });
    expect(active(schema, data, known("a", "b"))).toEqual(data);
    expect(active(schema, data, known("a"))).toEqual({ several: ["a"] });
    expect(active(schema, data, known())).toEqual({ several: [] });
    expect(active(schema, data, none)).toEqual(data);
  });

  it("hides what only a hidden field would show, however long the chain", () => {
    expect(active(chain, { a: false, b: true, c: true, d: true }, none)).toEqual({ a: false });
    expect(active(chain, { a: true, b: true, c: true, d: true }, none)).toEqual({
      a: true,
      b: true,
      c: true,
      d: true,
    });
    expect(active(chain, { a: true, b: false, c: true, d: true }, none)).toEqual({ a: true, b: false });
  });

  it("keeps a field that appears because another is hidden", () => {
    const schema = {
      type: "object",
      properties: { a: yesNo },
      allOf: [
        when(is("a", true), { properties: { b: yesNo } }),
        when({ not: { required: ["b"] } }, { properties: { c: yesNo } }),
      ],
    };
    expect(active(schema, { a: false, b: true, c: true }, none)).toEqual({ a: false, c: true });
  });

  it("takes else branches and nested conditions", () => {
    const schema = {
      type: "object",
      properties: { a: yesNo },
      ...when(is("a", true), when(is("x", true), { properties: { b: yesNo } }), { properties: { e: yesNo } }),
    };
    expect(active(schema, { a: true, b: true, e: true }, none)).toEqual({ a: true });
    expect(active(schema, { a: false, b: true, e: true }, none)).toEqual({ a: false, e: true });
  });

  // rjsf clears a hidden field when a scalar trigger changes, not when the trigger is an array (research, section 4).
  it("drops what an array trigger no longer shows", () => {
    const schema = {
      type: "object",
      properties: { professions: { type: "array", items: { type: "array", items: { type: "string", maxLength: 9 } } } },
      allOf: [
        when(
          { properties: { professions: { contains: { contains: { const: "190" } } } }, required: ["professions"] },
          { properties: { terms_of_delivery: yesNo } },
        ),
      ],
    };
    const answers = { professions: [["190", "1"]], terms_of_delivery: true };
    expect(active(schema, answers, none)).toEqual(answers);
    expect(active(schema, { ...answers, professions: [["180", "1"]] }, none)).toEqual({
      professions: [["180", "1"]],
    });
  });

  describe("members of a list", () => {
    const schema = {
      type: "object",
      properties: {
        answers: { type: "object", ask: { from: "questions" } },
        covers: {
          type: "object",
          ask: { from: "covers", prefix: "coverage_", optional: true },
        },
      },
    };
    const data = {
      answers: { 11: true, 12: false, 99: true },
      covers: { coverage_305: true, coverage_821: true, 305: true },
    };
    const lists: Lists = { questions: [{ value: 11 }, { value: 12 }], covers: [{ value: "305" }] };

    it("drops answers to items that are no longer asked", () => {
      expect(active(schema, data, { lists })).toEqual({
        answers: { 11: true, 12: false },
        covers: { coverage_305: true },
      });
    });
    it("keeps everything while the list is unknown: a slow list must not cost answers", () => {
      expect(active(schema, data, none)).toEqual(data);
    });
    it("drops everything when the list is known and empty", () => {
      expect(active(schema, data, { lists: { questions: [], covers: [] } })).toEqual({ answers: {}, covers: {} });
    });
    it("gives the groups even when nothing is answered, so that each question reports itself", () => {
      expect(active(schema, {}, { lists })).toEqual({ answers: {}, covers: {} });
    });
  });

  it("drops fields whose condition is not true", () => {
    const schema = { type: "object", properties: { run_off: { ...yesNo, when: "facts.f" } } };
    expect(active(schema, { run_off: true }, none)).toEqual({});
    expect(active(schema, { run_off: true }, { lists: {}, answers: { facts: { f: true } } })).toEqual({
      run_off: true,
    });
  });

  it("drops unknown fields, undefined values and hostile names, and leaves its input alone", () => {
    const data = JSON.parse('{"a": true, "zz": 1, "__proto__": {"a": 1}, "constructor": {}}') as JsonObject;
    const frozen = JSON.stringify(data);
    expect(active(chain, { ...data, b: undefined }, none)).toEqual({ a: true });
    expect(JSON.stringify(data)).toBe(frozen);
    expect(({} as JsonObject).a).toBeUndefined();
  });

  it("leaves values of the wrong kind to the contract", () => {
    const schema = { type: "object", properties: { answers: { type: "object", ask: { from: "questions" } } } };
    expect(active(schema, { answers: "x" }, { lists: { questions: [{ value: 1 }] } })).toEqual({ answers: "x" });
  });

  it("gives the same for the step schema and for what present() made of it", () => {
    const schema = {
      type: "object",
      properties: {
        a: yesNo,
        f: { ...yesNo, when: "facts.f" },
        answers: { type: "object", ask: { from: "questions" } },
      },
      allOf: [when(is("a", true), { properties: { b: { type: "integer", enumFrom: "amounts" } } })],
    };
    const data = { a: true, f: true, b: 1, answers: { 1: true, 3: true }, zz: 1 };
    for (const lists of [{}, { questions: [] }, { questions: [{ value: 1 }], amounts: [{ value: 2 }] }] as Lists[]) {
      for (const answers of [{}, { facts: { f: true } }] as RequestAnswers[]) {
        const shown = present(
          { schema, ui: {} },
          { step: "s", meta: {}, lists, answers, today: TODAY, translate: () => null },
        );
        expect(active(shown.schema, data, { lists, answers })).toEqual(active(schema, data, { lists, answers }));
      }
    }
  });
});
