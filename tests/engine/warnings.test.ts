// Rules between answers that the broker may confirm (`expects`): an error until the values of now are confirmed.
import { expect, it } from "vitest";
import { activeData } from "#engine/answers/activeData.ts";
import { compare } from "#engine/answers/conflict.ts";
import { findWarnings, removeConfirmations } from "#engine/expressions/warnings.ts";
import { FormSession } from "#engine/form/session.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { Random } from "../content/support/random.ts";
import { compileContract, contextWith, is, rulesBroken, when } from "./support/step.ts";

const amount = { type: "number", minimum: 0, multipleOf: 0.01 } as const;
const schema: Schema = {
  type: "object",
  properties: {
    total: amount,
    abroad: {
      ...amount,
      maximum: 1000,
      rules: { mostly_home: { atMost: [".abroad", { divide: [".total", 2] }], level: "warning" } },
    },
    claims: {
      type: "array",
      items: {
        type: "object",
        properties: { paid: { ...amount, rules: { small: { less: [".paid", "earlier.limit"], level: "warning" } } } },
        additionalProperties: false,
      },
    },
    asked: { type: "boolean" },
  },
  allOf: [
    when(is("asked", true), {
      properties: {
        more: { ...amount, rules: { some_more: { more: [{ sum: ".claims.*.paid" }, ".more"], level: "warning" } } },
      },
    }),
  ],
  additionalProperties: false,
};
const contract = compileContract({ ...schema, additionalProperties: undefined } as Schema);
const context = contextWith({}, { answers: { earlier: { limit: 100 } } });
const broken = (data: Answers) => rulesBroken(contract, activeData(schema, data, context), context);
const unusual = { total: 100, abroad: 60 };
const confirmed = { ...unusual, _confirmed: { mostly_home: [60, 100] } };

it("a rule that is not true is an error at its confirmation, which names field, rule and figures", () => {
  expect(contract(unusual, context)).toEqual([
    {
      id: "step__confirmed_mostly_home",
      pointer: "/_confirmed/mostly_home",
      keyword: "mostly_home",
      params: { rule: "mostly_home", field: "/abroad", value: 60, limit: 50, reads: [60, 100] },
    },
  ]);
});

it("a confirmation counts for the values that it was given for, and for no others", () => {
  expect(broken(confirmed)).toEqual([]);
  expect(broken({ ...confirmed, total: 101 })).toEqual(["/_confirmed/mostly_home mostly_home"]);
  expect(broken({ ...confirmed, abroad: 61 })).toEqual(["/_confirmed/mostly_home mostly_home"]);
  for (const wrong of [true, [60], [100, 60], ["60", 100], { 0: 60, 1: 100 }, null])
    expect(broken({ ...unusual, _confirmed: { mostly_home: wrong } })).toHaveLength(1);
});

it("a missing answer judges nothing, and an error of the field comes before its warning", () => {
  expect(broken({ abroad: 60 })).toEqual([]);
  expect(broken({ total: 100, abroad: 1001 })).toEqual(["/abroad maximum"]);
});

it("only values of rules of fields that show are answers", () => {
  const data = { ...confirmed, asked: false, more: 5 };
  const prune = (values: JsonObject) => activeData(schema, { ...data, _confirmed: values }, context)._confirmed;
  expect(prune({ mostly_home: [60, 100], some_more: [null, 5], unknown: [1], __proto__: [1] })).toEqual({
    mostly_home: [60, 100],
  });
  expect(prune({ mostly_home: "yes" })).toBeUndefined();
  const without = { type: "object", properties: { total: amount } } satisfies Schema;
  expect(activeData(without, { total: 1, _confirmed: { mostly_home: [1] } }, context)).toEqual({ total: 1 });
});

it("a record has values of its own, which move with it", () => {
  const [small, large] = [
    { _id: "a", paid: 5 },
    { _id: "b", paid: 500, _confirmed: { small: [500, 100] } },
  ];
  expect(broken({ claims: [small, large] })).toEqual([]);
  expect(broken({ claims: [large, small] })).toEqual([]);
  expect(broken({ claims: [small, { ...large, paid: 501 }] })).toEqual(["/claims/1/_confirmed/small small"]);
});

it("a confirmation remembers how many records were read, and none of their answers", () => {
  const count = {
    type: "integer",
    rules: { as_many: { equal: [".count", { count: ".claims.*" }], level: "warning" } },
  } as Schema;
  const counting = compileContract({ type: "object", properties: { ...schema.properties, count } });
  const [error] = counting({ count: 1, claims: [{ paid: 1 }, { paid: 2 }] }, context);
  expect(error?.params.reads).toEqual([1, [null, null]]);
});

it("warnings are listed whether they are confirmed or not", () => {
  const list = (data: Answers) =>
    findWarnings(contract, schema, data, context).map(({ error, isConfirmed }) => [error.keyword, isConfirmed]);
  expect(list(unusual)).toEqual([["mostly_home", false]]);
  expect(list(confirmed)).toEqual([["mostly_home", true]]);
  expect(list({ ...confirmed, total: 1000 })).toEqual([]);
});

it("the session refuses Next until the confirmation, and sends it with the answers", () => {
  const session = new FormSession({ step: "step", contract, context: () => context, data: {}, schema: () => schema });
  for (const [name, value] of Object.entries(unusual)) session.commitField([name], value);
  expect(session.attempt().map(({ id }) => id)).toEqual(["step__confirmed_mostly_home"]);
  session.commitField(["_confirmed", "mostly_home"], session.warnings()[0]?.error.params.reads);
  expect(session.attempt()).toEqual([]);
  expect(session.given()).toEqual(confirmed);
  session.commitField(["total"], 80);
  expect(session.attempt()).toHaveLength(1);
});

it("a warning shows after any entry, but not while its own field has the focus", () => {
  const session = new FormSession({
    step: "step",
    contract,
    context: () => context,
    data: unusual,
    schema: () => schema,
  });
  const isShown = () => session.visible("step__confirmed_mostly_home") !== undefined;
  expect(isShown()).toBe(false);
  session.focus("step_abroad");
  session.commitField(["abroad"], 70);
  expect(isShown()).toBe(false);
  session.blur("step_abroad");
  expect(isShown()).toBe(true);
});

it("other systems get no values", () => {
  expect(removeConfirmations([{ paid: 1, _confirmed: { small: [1] } }, 2])).toEqual([{ paid: 1 }, 2]);
  expect(removeConfirmations(confirmed)).toEqual(unusual);
  expect([removeConfirmations("a"), removeConfirmations([1])]).toEqual(["a", [1]]);
});

it("two brokers who confirm different values have no conflict to solve", () => {
  const { merged, conflicts } = compare(unusual, confirmed, { ...unusual, _confirmed: { mostly_home: [61, 100] } });
  expect(conflicts).toEqual([]);
  expect(merged).toEqual(confirmed);
});

it("for any answers the step is valid exactly when the rule is true or its values are confirmed", () => {
  const random = new Random(7);
  for (let round = 0; round < 300; round += 1) {
    const [total, abroad, read] = [random.below(40), random.below(40), random.below(40)];
    const data = { total, abroad, _confirmed: { mostly_home: [read, total] } };
    expect([data, broken(data).length === 0]).toEqual([data, abroad <= total / 2 || read === abroad]);
  }
});
