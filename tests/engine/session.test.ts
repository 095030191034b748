import { describe, expect, it, vi } from "vitest";
import { createFormSession, type FormSessionOptions } from "#engine/session.ts";
import type { JsonObject, Lists } from "#engine/types.ts";
import { contractOf, is, TODAY, when } from "./support/step.ts";

const schema = {
  type: "object",
  properties: {
    kvk: { type: "string", minLength: 1, maxLength: 12, format: "kvk" },
    revenue: { type: "integer", minimum: 1, maximum: 1000 },
    amount: { type: "integer", enumFrom: "amounts" },
    answers: { type: "object", requiredFrom: "questions", additionalProperties: { type: "boolean" } },
    jobs: { type: "array", maxItems: 2, items: { type: "string", maxLength: 9 } },
  },
  required: ["kvk", "revenue"],
  allOf: [
    when(
      { properties: { jobs: { type: "array", contains: { const: "190" } } }, required: ["jobs"] },
      {
        properties: { terms: { type: "boolean" } },
        required: ["terms"],
      },
    ),
    when(is("terms", true), { properties: { option: { type: "string", enum: ["x"] } }, required: ["option"] }),
  ],
};
const presentation = { revenue: { maximum: { message: "too_high", severity: "blocking" as const } } };
const valid = { kvk: "12345678", revenue: 10, answers: { 11: true } };

function open(data: JsonObject = {}, more: Partial<FormSessionOptions> = {}) {
  const lists: Lists = { amounts: [{ value: 1 }, { value: 2 }], questions: [{ value: 11 }] };
  const session = createFormSession({
    step: "s",
    contract: contractOf(schema, {}, "s"),
    context: () => ({ today: TODAY, lists }),
    data,
    schema: () => schema,
    presentation,
    ...more,
  });
  return { session, lists };
}

describe("visible errors", () => {
  it("are none on open", () => {
    const { session } = open();
    expect(session.errors().map((error) => error.id)).toEqual(["s_kvk", "s_revenue", "s_answers_11"]);
    for (const { id } of session.errors()) expect(session.visible(id)).toBeUndefined();
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

describe("data", () => {
  it("gives numeric keys a parent object, so that no array appears", () => {
    const { session } = open();
    expect(session.data()).toEqual({ answers: {} });
    session.commitField(["answers", "11"], false);
    expect(session.data()).toEqual({ answers: { 11: false } });
    session.commit({ kvk: "12345678" });
    expect(session.data().answers).toEqual({});
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

describe("drafts", () => {
  it("are taken in before Next judges", () => {
    const { session } = open({ ...valid, kvk: "1" });
    let draft: string | null = "12345678";
    session.registerDraft("s_kvk", {
      flush() {
        if (draft !== null) session.commitField(["kvk"], draft);
        draft = null;
      },
      peek: () => undefined,
    });
    expect(session.attempt()).toEqual([]);
    expect(session.data().kvk).toBe("12345678");
  });
  it("are forgotten when their field is gone", () => {
    const { session } = open();
    const flush = vi.fn();
    session.registerDraft("s_kvk", { flush, peek: () => ({ path: ["kvk"], value: "1" }) })();
    session.flush();
    expect(flush).not.toHaveBeenCalled();
    expect(session.pending()).toBe(session.data());
  });
  it("can be looked at without being taken in", () => {
    const { session } = open({ ...valid });
    let typed: string | undefined = "1234";
    session.registerDraft("s_kvk", {
      flush: () => undefined,
      peek: () => (typed === undefined ? typed : { path: ["kvk"], value: typed }),
    });
    const before = { data: session.data(), version: session.version() };
    expect(session.pending()).toEqual({ ...valid, kvk: "1234" });
    expect({ data: session.data(), version: session.version() }).toEqual(before);
    typed = valid.kvk;
    expect(session.pending()).toBe(session.data());
    typed = undefined;
    expect(session.pending()).toBe(session.data());
  });
  it("tell of a key to who asked for it, and wake nobody else", () => {
    const { session } = open({ ...valid });
    const typed = vi.fn();
    const woken = vi.fn();
    const stop = session.onTyped(typed);
    session.subscribeAll(woken);
    session.typed();
    stop();
    session.typed();
    expect(typed).toHaveBeenCalledTimes(1);
    expect(woken).not.toHaveBeenCalled();
  });
});

describe("server errors", () => {
  const refused = { step: "s", pointer: "/kvk", keyword: "server", params: {}, message: "Unknown company" };
  it("show at once, and clear when that field gets another value", () => {
    const { session } = open({ ...valid });
    session.setServerErrors([refused, { ...refused, step: "other", pointer: "/revenue" }]);
    expect(session.visible("s_kvk")).toMatchObject({ keyword: "server", message: "Unknown company" });
    expect(session.visible("s_revenue")).toBeUndefined();
    session.commitField(["revenue"], 11);
    expect(session.visible("s_kvk")).toBeDefined();
    session.commitField(["kvk"], "87654321");
    expect(session.visible("s_kvk")).toBeUndefined();
    session.commitField(["kvk"], "12345678");
    expect(session.visible("s_kvk")).toBeUndefined();
  });
  it("do not keep Next from trying again", () => {
    const { session } = open({ ...valid });
    session.setServerErrors([refused]);
    expect(session.attempt()).toEqual([]);
    expect(session.errors()).toHaveLength(1);
    session.setServerErrors([]);
    expect(session.errors()).toEqual([]);
  });
  it("reach questions with numeric keys, and give way to the contract's own", () => {
    const { session } = open({ ...valid, kvk: "1" });
    session.setServerErrors([{ pointer: "/answers/11", keyword: "server", params: {} }, { ...refused }]);
    expect(session.visible("s_answers_11")?.keyword).toBe("server");
    expect(session.visible("s_kvk")?.keyword).toBe("format");
  });
});

describe("subscriptions", () => {
  it("wake only the field whose shown error changed", () => {
    const { session } = open();
    const kvk = vi.fn();
    const revenue = vi.fn();
    const all = vi.fn();
    session.subscribe("s_kvk", kvk);
    session.subscribe("s_revenue", revenue);
    const stop = session.subscribeAll(all);
    session.blur("s_kvk");
    expect([kvk.mock.calls.length, revenue.mock.calls.length, all.mock.calls.length]).toEqual([1, 0, 1]);
    session.focus("s_revenue");
    expect(all).toHaveBeenCalledTimes(1);
    stop();
    session.attempt();
    expect([kvk.mock.calls.length, revenue.mock.calls.length, all.mock.calls.length]).toEqual([1, 1, 1]);
  });

  it("get the same error object while nothing about it changed", () => {
    const { session } = open();
    session.attempt();
    const before = session.visible("s_kvk");
    session.commitField(["revenue"], 5);
    expect(session.visible("s_kvk")).toBe(before);
  });
});
