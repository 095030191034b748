import { describe, expect, it } from "vitest";
import type { ListSource, Manifest, RequestAnswers, StepManifest } from "#engine/schema/types.ts";
import { buildContext, resolveLists } from "#engine/steps/lists.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import { TODAY } from "./support/step.ts";

const lists: Record<string, ListSource> = {
  sectors: { call: "professions", path: "sectors" },
  covers: { call: "premium", path: "premium.all_main_coverages" },
  questions: { call: "acceptance", path: "data" },
  deductibles: {
    rules: [
      {
        when: { has: ["general.jobs.*", "190"] },
        values: [2000],
        default: 2000,
      },
      { values: [500, 1000, 2000], default: 1000 },
    ],
  },
};

describe("resolveLists", () => {
  it("leaves a list unknown while its call did not answer", () => {
    expect(resolveLists({ lists }, {}, {}, TODAY).lists).toMatchObject({
      sectors: undefined,
      covers: undefined,
      questions: undefined,
    });
  });
  it("takes lists from the answers, questions by their id", () => {
    const sources = {
      professions: { sectors: [{ value: "A" }] },
      premium: { premium: { all_main_coverages: [{ value: "101", subtitle: 270 }] } },
      acceptance: { data: [{ id: 11, question: "Eleven?", tooltip: null }] },
    };
    expect(resolveLists({ lists }, sources, {}, TODAY).lists).toMatchObject({
      sectors: [{ value: "A" }],
      covers: [{ value: "101", subtitle: 270 }],
      questions: [{ value: 11, label: "Eleven?", id: 11, question: "Eleven?", tooltip: null }],
    });
  });
  it.each([[null], ["x"], [{ premium: null }], [{ premium: { all_main_coverages: "x" } }], [[]]])(
    "survives the answer %j",
    (premium) => {
      expect(resolveLists({ lists }, { premium }, {}, TODAY).lists.covers).toBeUndefined();
    },
  );
  it("leaves out entries that are no choice", () => {
    const sources = { professions: { sectors: [null, { value: "A" }, {}, { value: {} }, 3] } };
    expect(resolveLists({ lists }, sources, {}, TODAY).lists.sectors).toEqual([{ value: "A" }, { value: 3 }]);
  });
  it.each([
    [{}, [500, 1000, 2000], 1000],
    [{ general: {} }, [500, 1000, 2000], 1000],
    [{ general: { jobs: [["190", "1"]] } }, [2000], 2000],
    [
      {
        general: {
          jobs: [
            ["180", "1"],
            ["190", "1"],
          ],
        },
      },
      [2000],
      2000,
    ],
    [{ general: { jobs: undefined } }, [500, 1000, 2000], 1000],
  ])("takes the first rule that fits %j", (answers, values, preferred) => {
    const resolved = resolveLists({ lists }, {}, answers, TODAY);
    expect(resolved.lists.deductibles?.map((item) => item.value)).toEqual(values);
    expect(resolved.defaults).toEqual({ deductibles: preferred });
  });
  it("lets the server's meta overrule the product's lists", () => {
    const context = buildContext(
      TODAY,
      { a: [{ value: 1 }], b: [] },
      { meta: { lists: { a: [] }, features: { f: true } } },
    );
    expect(context).toEqual({ today: TODAY, lists: { a: [], b: [] }, answers: { facts: { f: true } } });
  });
});

describe("premium inputs", () => {
  const sidebar: StepManifest["sidebar"] = { why: "open", premium: "open", request: "open", send: [] };
  const one = { schema: { properties: { total: { computed: { sum: [".revenue"] } } } }, ui: {} };
  const manifest = {
    steps: [
      { key: "one", kind: "form", premium: ["revenue", "covers", "total"], sidebar },
      { key: "two", kind: "form", sidebar },
    ],
  } as unknown as Manifest;
  const inputs = (answers: RequestAnswers) => premiumInputs({ manifest, steps: { one } }, answers);

  it("are the answers of every step that the premium depends on, without computed values", () => {
    const answers = { one: { revenue: 0, covers: { a: true }, kvk: "1", total: 0 }, two: { city: "X" } };
    expect(inputs(answers)).toEqual({ one: { revenue: 0, covers: { a: true } } });
  });

  it("name a step whose answers were emptied, and no step that is not asked", () => {
    expect(inputs({ one: { kvk: "1" } })).toEqual({ one: {} });
    expect(inputs({ two: { city: "X" } })).toEqual({});
  });
});
