import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conditionNames } from "#engine/schema/conditionNames.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { open, valid } from "./support/openSession.ts";
import { is, when } from "./support/step.ts";

describe("visible errors", () => {
  it("are none on open", () => {
    const { session } = open();
    expect(session.errors().map((error) => error.id)).toEqual(["s_kvk", "s_revenue", "s_answers_11"]);
    for (const { id } of session.errors()) expect(session.visible(id)).toBeUndefined();
  });

  it("are the same list until one comes, goes or changes, so that a summary is not rendered again", () => {
    const { session } = open();
    const before = session.errors();
    session.focus("s_kvk");
    session.blur("s_kvk");
    session.commitField(["name"], "Anna");
    expect(session.errors()).toBe(before);
    session.commitField(["kvk"], "12345678");
    expect(session.errors().length).toBe(before.length - 1);
    const fewer = session.errors();
    session.setServerErrors([{ pointer: "/kvk", keyword: "server", params: {} }]);
    expect(session.errors().map(({ id }) => id)).toEqual([...fewer.map(({ id }) => id), "s_kvk"]);
  });

  it("show once the field was left, and at no other field", () => {
    const { session } = open();
    session.focus("s_kvk");
    session.blur("s_kvk");
    expect(session.visible("s_kvk")?.keyword).toBe("required");
    expect(session.visible("s_revenue")).toBeUndefined();
  });

  it("wait while a field is being typed in, and clear while it is corrected", () => {
    const { session } = open();
    session.focus("s_kvk");
    session.commitField(["kvk"], "1234");
    expect(session.visible("s_kvk")).toBeUndefined();
    session.blur("s_kvk");
    expect(session.visible("s_kvk")?.keyword).toBe("format");
    session.focus("s_kvk");
    expect(session.visible("s_kvk")?.keyword).toBe("format");
    session.commitField(["kvk"], "12345678");
    expect(session.visible("s_kvk")).toBeUndefined();
  });

  it("show for a value that was prefilled, without touch", () => {
    const { session } = open();
    session.replace({ kvk: "12" });
    expect(session.visible("s_kvk")?.keyword).toBe("format");
  });

  it("show at once where they block, also while typing and for resumed answers", () => {
    const { session } = open({ ...valid, revenue: 2000 });
    expect(session.visible("s_revenue")?.keyword).toBe("maximum");
    expect(session.blocking().map((error) => error.id)).toEqual(["s_revenue"]);
    session.focus("s_revenue");
    session.commitField(["revenue"], 999);
    expect(session.blocking()).toEqual([]);
    session.commitField(["revenue"], 0);
    expect(session.visible("s_revenue")).toBeUndefined();
    session.commitField(["revenue"], 1001);
    expect(session.visible("s_revenue")?.keyword).toBe("maximum");
  });

  it("start afresh once everything was stored: a field that appears later is untouched", () => {
    const { session } = open({ ...valid });
    expect(session.attempt()).toEqual([]);
    session.markSaved();
    session.commitField(["jobs"], ["190"]);
    expect(session.errors().map((error) => error.id)).toEqual(["s_terms"]);
    expect(session.visible("s_terms")).toBeUndefined();
    expect(session.attempt()).toHaveLength(1);
    expect(session.visible("s_terms")?.keyword).toBe("required");
  });

  it("do not show in a field that appears after a refused Next, in the list of those that show neither", () => {
    const { session } = open({ ...valid, kvk: "1" });
    expect(session.attempt().map(({ id }) => id)).toEqual(["s_kvk"]);
    session.commitField(["jobs"], ["190"]);
    expect(session.errors().map(({ id }) => id)).toEqual(["s_kvk", "s_terms"]);
    expect(session.visible("s_terms")).toBeUndefined();
    const shown = session.shown();
    expect(shown.map(({ id }) => id)).toEqual(["s_kvk"]);
    session.focus("s_kvk");
    expect(session.shown()).toBe(shown);
    session.blur("s_terms");
    expect(session.shown().map(({ id }) => id)).toEqual(["s_kvk", "s_terms"]);
  });

  it("show for a choice the moment it is made", () => {
    const { session } = open({ ...valid });
    session.commitField(["amount"], 3);
    session.touch("s_amount");
    expect(session.visible("s_amount")?.keyword).toBe("enumFrom");
  });

  it("all show after Next, in document order, and each clears by itself", () => {
    const { session } = open({ jobs: ["190"] });
    expect(session.attempt().map((error) => error.id)).toEqual(["s_kvk", "s_revenue", "s_answers_11", "s_terms"]);
    expect(session.visible("s_terms")?.keyword).toBe("required");
    session.commitField(["terms"], false);
    expect(session.visible("s_terms")).toBeUndefined();
    expect(session.visible("s_kvk")?.keyword).toBe("required");
  });
});

describe("one field", () => {
  it("is notified of its own value and error only, and of its members'", () => {
    const { session } = open({ ...valid });
    const ids: string[] = [];
    for (const id of ["s_kvk", "s_revenue", "s_answers", "s_answers_11"]) session.subscribe(id, () => ids.push(id));
    session.commitField(["kvk"], "87654321");
    expect(ids).toEqual(["s_kvk"]);
    session.commitField(["answers", "11"], false);
    expect(ids).toEqual(["s_kvk", "s_answers", "s_answers_11"]);
    session.blur("s_kvk");
    session.commitField(["kvk"], "1");
    expect(ids.slice(3)).toEqual(["s_kvk"]);
    expect(session.value(["kvk"])).toBe("1");
    expect(session.visible("s_kvk")).toMatchObject({ keyword: "format" });
  });

  it("is the same object as long as nothing in it changed", () => {
    const { session } = open({ ...valid });
    const before = session.value(["answers"]);
    session.commitField(["kvk"], "87654321");
    session.validate();
    expect(session.value(["answers"])).toBe(before);
  });
});

describe("what decides which fields show", () => {
  it("changes with an answer that a condition reads, and with no other", () => {
    const { session } = open({ ...valid });
    const before = session.deciding();
    session.commitField(["kvk"], "87654321");
    expect(session.deciding()).toBe(before);
    session.commitField(["jobs"], ["190"]);
    const shown = session.deciding();
    expect(shown).toMatchObject({ jobs: ["190"] });
    session.commitField(["terms"], true);
    expect(session.deciding()).not.toBe(shown);
  });

  it.each([
    ["allOf", { allOf: [is("a", 1)] }],
    ["anyOf", { anyOf: [is("b", 1), is("a", 1)] }],
    ["not", { not: is("a", 1) }],
    ["required alone", { required: ["a"] }],
  ])("finds the answers behind %s", (_, condition) => {
    expect([...conditionNames({ type: "object", allOf: [when(condition, {})] })]).toContain("a");
  });

  it("finds an object with conditions of its own", () => {
    const inner = { type: "object", properties: { a: { type: "integer" } }, allOf: [when(is("a", 1), {})] };
    const schema = { type: "object", properties: { outer: inner, other: { type: "string" } } };
    expect([...conditionNames(schema)]).toEqual(["outer"]);
  });

  it("finds a list whose entries have conditions of their own", () => {
    const entry = { type: "object", properties: { a: { type: "integer" } }, allOf: [when(is("a", 1), {})] };
    const schema = { type: "object", properties: { list: { type: "array", items: entry }, other: { type: "string" } } };
    expect([...conditionNames(schema)]).toEqual(["list"]);
  });
});

describe("defaults", () => {
  const schema = {
    type: "object",
    properties: {
      terms: { type: "boolean", default: false },
      amount: { type: "integer", enumFrom: "amounts" },
      kvk: { type: "string", maxLength: 9 },
    },
    allOf: [when(is("terms", true), { properties: { months: { type: "integer", default: 3 } } })],
  };
  const withDefaults = (data = {}) => open(data, { schema: () => schema, contract: () => [] }).session;

  it("are there when the form opens, and nothing to keep by themselves", () => {
    const session = withDefaults();
    expect(session.data()).toEqual({ terms: false });
    expect(session.dirty).toBe(false);
  });

  it("come with a condition that opens by an answer, by a resumed request and by a prefill", () => {
    const answered = withDefaults();
    answered.commitField(["terms"], true);
    expect(answered.data()).toEqual({ terms: true, months: 3 });
    expect(withDefaults({ terms: true }).data()).toEqual({ terms: true, months: 3 });
    const prefilled = withDefaults();
    prefilled.replace({ terms: true });
    expect(prefilled.data()).toEqual({ terms: true, months: 3 });
    prefilled.replace({ terms: true, months: 6 }, { pristine: true });
    expect(prefilled.data()).toEqual({ terms: true, months: 6 });
  });

  it("do not come back into a field that was emptied, until the answers are stored", () => {
    const session = withDefaults({ terms: true });
    session.commitField(["months"], undefined);
    session.commitField(["kvk"], "1");
    expect(session.data()).toEqual({ terms: true, kvk: "1" });
  });

  it("come with a list that arrives later, and leave the request as stored as it was", () => {
    let shown: JsonObject = schema;
    const { session } = open({ terms: true }, { schema: () => shown, contract: () => [] });
    shown = { ...schema, properties: { ...schema.properties, amount: { type: "integer", enum: [1], default: 1 } } };
    session.contextChanged();
    expect(session.data()).toMatchObject({ amount: 1 });
    expect(session.dirty).toBe(false);
  });
});

describe("data", () => {
  it("gives numeric keys a parent object, so that no array appears", () => {
    const { session } = open();
    session.commitField(["answers", "11"], false);
    expect(session.data()).toEqual({ answers: { 11: false } });
    session.commit({ kvk: "12345678" });
    expect(session.active().answers).toEqual({});
  });

  it("keeps hidden answers and leaves them out of what counts, through a chain and an array trigger", () => {
    const { session } = open({ ...valid, jobs: ["190"], terms: true, option: "x" });
    expect(session.active()).toMatchObject({ terms: true, option: "x" });
    session.commitField(["jobs"], ["180"]);
    expect(session.active()).toEqual({ ...valid, jobs: ["180"] });
    expect(session.data()).toMatchObject({ terms: true, option: "x" });
    expect(session.attempt()).toEqual([]);
    session.commitField(["jobs"], ["190"]);
    expect(session.active()).toMatchObject({ terms: true, option: "x" });
  });

  it("keeps a value that has left its list and reports it", () => {
    const { session, lists } = open({ ...valid, amount: 2 });
    expect(session.attempt()).toEqual([]);
    lists.amounts = [{ value: 1 }];
    session.contextChanged();
    expect(session.data().amount).toBe(2);
    expect(session.visible("s_amount")?.keyword).toBe("enumFrom");
    lists.amounts = undefined;
    session.contextChanged();
    expect(session.visible("s_amount")?.keyword).toBe("listUnavailable");
    lists.amounts = [{ value: 2 }];
    session.contextChanged();
    expect(session.visible("s_amount")).toBeUndefined();
  });

  it("is dirty from the first change until it is stored or undone", () => {
    const { session } = open({ ...valid });
    expect(session.dirty).toBe(false);
    session.commitField(["kvk"], "87654321");
    expect(session.dirty).toBe(true);
    expect(session.isDirty("s_kvk")).toBe(true);
    session.markSaved();
    expect(session.dirty).toBe(false);
    session.commitField(["kvk"], "12345678");
    session.commitField(["kvk"], "87654321");
    expect(session.dirty).toBe(false);
  });

  it("removes a field that was emptied", () => {
    const { session } = open({ ...valid });
    session.commitField(["kvk"], undefined);
    expect(session.data()).not.toHaveProperty("kvk");
    session.blur("s_kvk");
    expect(session.visible("s_kvk")?.keyword).toBe("required");
  });

  it("starts over after a save that the server answered", () => {
    const { session } = open();
    session.attempt();
    session.replace({ kvk: "1" }, { pristine: true });
    expect(session.visible("s_kvk")).toBeUndefined();
    expect(session.dirty).toBe(false);
    expect(session.submitted).toBe(false);
  });
});

it("a default follows its rule through random sequences until the broker chooses, and never afterwards", () => {
  const step = fc.oneof(
    fc.constantFrom(10, 20, 30).map((budget) => ({ budget })),
    fc.constantFrom(500, 1000, 2000).map((choice) => ({ choice })),
    fc.constant({ save: true }),
  );
  const defaultOf = (budget: unknown) => (budget === 30 ? 2000 : 1000);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let budget = 10;
      let chosen: number | undefined;
      const schema = () => ({
        properties: { budget: { type: "integer" }, deductible: { type: "integer", default: defaultOf(budget) } },
      });
      const { session } = open({ budget }, { schema: schema as never, contract: () => [] });
      for (const each of steps) {
        if ("budget" in each) {
          budget = each.budget;
          session.commitField(["budget"], budget);
        } else if ("choice" in each) {
          chosen = each.choice;
          session.commitField(["deductible"], chosen);
        } else session.replace(session.data(), { pristine: true });
        expect(session.data().deductible).toBe(chosen ?? defaultOf(budget));
      }
    }),
    { seed: 20261127, numRuns: 500 },
  );
});
