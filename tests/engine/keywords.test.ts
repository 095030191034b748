import { describe, expect, it } from "vitest";
import { matches } from "#engine/rules/conditions.ts";
import shared from "#schemas/shared/fields.schema.json" with { type: "json" };
import { Random } from "../content/support/random.ts";
import { compileContract, contextWith, judge, rulesBroken } from "./support/step.ts";

const amounts = { amounts: [{ value: 500 }, { value: 1000 }] };

describe("enumFrom", () => {
  const property = { type: "integer", enumFrom: "amounts" };
  it("takes what the list offers", () => expect(judge(property, 500, contextWith(amounts))).toEqual([]));
  it("refuses anything else", () => expect(judge(property, 501, contextWith(amounts))).toEqual(["enumFrom"]));
  it("does not take a text for a number", () => {
    expect(judge({ enumFrom: "amounts", type: "string", maxLength: 9 }, "500", contextWith(amounts))).toEqual([
      "enumFrom",
    ]);
  });
  it.each([
    ["unknown", {}],
    ["empty", { amounts: [] }],
    ["undefined", { amounts: undefined }],
  ])("accepts nothing from an %s list", (_name, lists) => {
    expect(judge(property, 500, contextWith(lists))).toEqual(["listUnavailable"]);
  });
  it("leaves an absent value to required", () => {
    expect(
      rulesBroken(compileContract({ type: "object", properties: { field: property } }), {}, contextWith()),
    ).toEqual([]);
  });
  it("names the list", () => {
    const contract = compileContract({ type: "object", properties: { field: property } });
    expect(contract({ field: 1 }, contextWith())[0]?.params).toEqual({ list: "amounts" });
  });
});

describe("ask", () => {
  const questions = { type: "object", ask: { from: "questions" } };
  const contract = compileContract({ type: "object", properties: { answers: questions } }, {}, "acceptance");
  const lists = { questions: [{ value: 1102 }, { value: 11 }, { value: 1101 }] };
  it("asks for every item, in the order of the list and not of the numbers", () => {
    expect(rulesBroken(contract, { answers: {} }, contextWith(lists))).toEqual([
      "/answers/1102 required",
      "/answers/11 required",
      "/answers/1101 required",
    ]);
  });
  it("names the question's own field", () => {
    const [error] = contract({ answers: { 1102: true, 1101: false } }, contextWith(lists));
    expect(error).toEqual({
      id: "acceptance_answers_11",
      pointer: "/answers/11",
      keyword: "required",
      params: { list: "questions", missingProperty: "11" },
    });
  });
  it("takes false for an answer", () => {
    expect(rulesBroken(contract, { answers: { 11: false, 1101: false, 1102: false } }, contextWith(lists))).toEqual([]);
  });
  it.each([
    ["unknown", {}],
    ["empty", { questions: [] }],
  ])("is never satisfied by an %s list", (_name, none) => {
    expect(rulesBroken(contract, { answers: { 11: false } }, contextWith(none))).toEqual(["/answers listUnavailable"]);
  });
});

describe("ask with optional", () => {
  const covers = {
    type: "object",
    ask: { from: "covers", prefix: "coverage_", optional: true },
  };
  it("takes what is offered, and asks for nothing", () => {
    const lists = { covers: [{ value: "305" }] };
    expect(judge(covers, {}, contextWith(lists))).toEqual([]);
    expect(judge(covers, { coverage_305: true }, contextWith(lists))).toEqual([]);
  });
  it("refuses what is not offered, at its own field", () => {
    const contract = compileContract({ type: "object", properties: { field: covers } });
    const lists = { covers: [{ value: "305" }] };
    expect(rulesBroken(contract, { field: { coverage_821: true } }, contextWith(lists))).toEqual([
      "/field/coverage_821 ask",
    ]);
    expect(rulesBroken(contract, { field: { 305: true } }, contextWith(lists))).toEqual(["/field/305 ask"]);
    expect(rulesBroken(contract, { field: { coverage_305: true } }, contextWith({ covers: [] }))).toEqual([
      "/field/coverage_305 ask",
    ]);
  });
  it("reports when the list is unknown", () => {
    expect(judge(covers, {}, contextWith())).toEqual([]);
    expect(judge(covers, { coverage_305: true }, contextWith())).toEqual(["listUnavailable"]);
  });
});

describe("pairFrom", () => {
  const property = {
    type: "array",
    maxItems: 3,
    items: {
      type: "array",
      minItems: 2,
      maxItems: 2,
      items: { type: "string", maxLength: 9 },
      pairFrom: { list: "jobs", parent: "sector_id" },
    },
  };
  const lists = {
    jobs: [
      { value: "1", sector_id: "A" },
      { value: "2", sector_id: "B" },
    ],
  };
  it("takes a pair of the list", () =>
    expect(
      judge(
        property,
        [
          ["A", "1"],
          ["B", "2"],
        ],
        contextWith(lists),
      ),
    ).toEqual([]));
  it.each([[[["B", "1"]]], [[["A", "2"]]], [[["A", "3"]]], [[["1", "A"]]]])("refuses %j", (value) => {
    expect(judge(property, value, contextWith(lists))).toEqual(["pairFrom"]);
  });
  it("reports when the list is unknown", () =>
    expect(judge(property, [["A", "1"]], contextWith())).toEqual(["listUnavailable"]));
  it("reports an entry at the field that shows the whole array, with the entry's pointer", () => {
    const contract = compileContract({ type: "object", properties: { professions: property } }, {}, "general-data");
    const [error] = contract(
      {
        professions: [
          ["A", "1"],
          ["A", "2"],
        ],
      },
      contextWith(lists),
    );
    expect(error).toMatchObject({ id: "general-data_professions", pointer: "/professions/1", keyword: "pairFrom" });
  });
});

describe("dateWindow", () => {
  const property = { type: "string", maxLength: 10, format: "date", dateWindow: { from: "-14d", to: "+2m" } };
  it.each(["2026-11-06", "2026-11-20", "2027-01-20"])("takes %s", (day) => expect(judge(property, day)).toEqual([]));
  it.each([
    ["2026-11-05", { bound: "from", limit: "2026-11-06" }],
    ["2027-01-21", { bound: "to", limit: "2027-01-20" }],
  ])("refuses %s and names the bound", (day, params) => {
    const contract = compileContract({ type: "object", properties: { field: property } });
    expect(contract({ field: day }, contextWith())).toMatchObject([{ keyword: "dateWindow", params }]);
  });
  it("clamps months to their last day", () => {
    const context = contextWith({}, { today: "2026-12-31" });
    expect(judge(property, "2027-02-28", context)).toEqual([]);
    expect(judge(property, "2027-03-01", context)).toEqual(["dateWindow"]);
  });
  it("leaves what is no day to format", () => {
    expect(judge(property, "2026-02-30")).toEqual(["format"]);
    expect(judge(property, "soon")).toEqual(["format"]);
  });
  it("has one open end when one bound is given", () => {
    const past = { ...property, dateWindow: { to: "0d" } };
    expect(judge(past, "1900-01-01")).toEqual([]);
    expect(judge(past, "2026-11-21")).toEqual(["dateWindow"]);
  });
});

describe("when", () => {
  const property = { type: "boolean", when: "facts.run_off" };
  it.each([[{}], [{ run_off: false }], [undefined]])("refuses the value with facts %j", (facts) => {
    expect(judge(property, false, contextWith({}, facts ? { answers: { facts } } : {}))).toEqual(["when"]);
  });
  it("takes it while the fact is true", () => {
    expect(judge(property, false, contextWith({}, { answers: { facts: { run_off: true } } }))).toEqual([]);
  });
});

describe("rules that no form uses yet", () => {
  const { code, financial_service_provider_revenue: revenue } = shared.definitions;
  it.each([
    ["a code of 5 characters", code, "abcde", ["minLength"]],
    ["a code of 6 characters", code, "abc123", []],
    ["a code of 7 characters", code, "abc1234", ["maxLength"]],
    ["no revenue", revenue, 0, ["exclusiveMinimum"]],
    ["the highest revenue of a financial service provider", revenue, 5_000_000, []],
    ["a euro more", revenue, 5_000_001, ["maximum"]],
  ])("%s", (_name, rule, value, broken) => expect(judge(rule, value)).toEqual(broken));
});

describe("multipleOf", () => {
  const cents = { type: "number", multipleOf: 0.01 } as const;
  const verdicts = (value: number) => [judge(cents, value, contextWith()).length === 0, matches(cents, value)];
  it.each([0.07, 19.99, 1.1, 4.35, 1_234_567.89, 10_000_000.01])(
    "every judge takes %d as an amount in cents",
    (value) => expect(verdicts(value)).toEqual([true, true]),
  );
  it("every judge takes each amount in cents up to the largest that can be counted, and none with a tenth of a cent", () => {
    const contract = compileContract({ type: "object", properties: { field: cents } });
    const isFine = (field: number) => contract({ field }, contextWith()).length === 0;
    const random = new Random(3);
    for (let times = 0; times < 3000; times += 1) {
      const count = random.below(10 ** (1 + (times % 15)));
      expect([isFine(count / 100), matches(cents, count / 100)], `${count} cents`).toEqual([true, true]);
      const [whole, rest] = [Math.floor(count / 1000), 1 + random.below(9)];
      const finer = Number(`${whole}.00${rest}`);
      if (String(finer) === `${whole}.00${rest}`)
        expect([isFine(finer), matches(cents, finer)]).toEqual([false, false]);
    }
  });

  it.each([1, 0.1, 0.25, 0.05, 5, 1000, 7])("takes the multiples of %d and nothing between them", (step) => {
    const rule = { type: "number", multipleOf: step } as const;
    const broken = (value: number) => judge(rule, Number(value.toPrecision(12)));
    for (const times of [0, 1, 3, 7, 11, 435, 1_000_003]) {
      expect(broken(times * step)).toEqual([]);
      expect(broken((times + 0.5) * step)).toEqual(["multipleOf"]);
    }
  });

  it.each([
    ["62,5555", { type: "number", multipleOf: 0.1 }, "multipleOf", { multipleOf: 0.1 }],
    ["62.5555", { type: "number" }, "multipleOf", { multipleOf: 0.01 }],
    ["1.234,5678", { type: "number", multipleOf: 0.01 }, "multipleOf", { multipleOf: 0.01 }],
    ["62,5555", { type: "integer" }, "type", { type: "integer", fraction: true }],
    ["62,55a", { type: "number", multipleOf: 0.1 }, "type", { type: "number" }],
  ] as const)("a typed %s has too many decimals for %j", (field, rule, keyword, params) => {
    const [error] = compileContract({ type: "object", properties: { field: rule } })({ field }, contextWith());
    expect([error?.keyword, error?.params]).toEqual([keyword, params]);
  });

  it.each([0.005, 19.995, 1_234_567.891])("no judge takes %d, which has half a cent", (value) =>
    expect(verdicts(value)).toEqual([false, false]),
  );
});
