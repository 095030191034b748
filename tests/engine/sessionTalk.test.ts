// What a form session receives and reports: drafts of its widgets, errors of the server, subscriptions.
import { describe, expect, it, vi } from "vitest";
import { open, valid } from "./support/openSession.ts";

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
  it("notify the listeners of typed text of a key, and no others", () => {
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
