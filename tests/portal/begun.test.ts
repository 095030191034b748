// Calls that begin before a screen asks: the first equal call takes over the answer, and no other call does.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "#api/calls/call.ts";
import { beginCall } from "#api/calls/send.ts";

let calls: string[] = [];
beforeEach(async () => {
  calls = [];
  vi.stubGlobal("fetch", async () => Response.json({}));
  await call("POST", "/api/change", { body: {} }); // what another test left begun is of no business here
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (address: string, { method }: RequestInit) => {
    calls.push(`${method} ${address}`);
    return Response.json({ nth: calls.length });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first equal call takes the answer over, the next one asks", async () => {
  expect(await beginCall("GET", "/api/a", { query: { b: 1 } })).toEqual({ nth: 1 });
  expect(await call("GET", "/api/a", { query: { b: 1 } })).toEqual({ nth: 1 });
  expect(await call("GET", "/api/a", { query: { b: 1 } })).toEqual({ nth: 2 });
});

test.each([
  ["another address", () => call("GET", "/api/b", { query: { b: 1 } })],
  ["another query", () => call("GET", "/api/a", { query: { b: 2 } })],
  ["another method", () => call("POST", "/api/a", { query: { b: 1 } })],
  ["another body", () => call("GET", "/api/a", { query: { b: 1 }, body: {} })],
  ["headers of its own", () => call("GET", "/api/a", { query: { b: 1 }, headers: { "X-Draft": "d" } })],
])("%s asks itself", async (_name, ask) => {
  void beginCall("GET", "/api/a", { query: { b: 1 } });
  expect(await ask()).toEqual({ nth: 2 });
});

test("an answer is too old after half a minute", async () => {
  await beginCall("GET", "/api/a");
  vi.advanceTimersByTime(30_000);
  expect(await call("GET", "/api/a")).toEqual({ nth: 2 });
});

test("what was read before a change is too old", async () => {
  await beginCall("GET", "/api/a");
  await call("POST", "/api/change", { body: {} });
  expect(await call("GET", "/api/a")).toEqual({ nth: 3 });
});

test("a begun change is taken over too, and leaves the others", async () => {
  await Promise.all([beginCall("GET", "/api/a"), beginCall("POST", "/api/forms", { body: {} })]);
  expect(await call("POST", "/api/forms", { body: {} })).toEqual({ nth: 2 });
  expect(await call("GET", "/api/a")).toEqual({ nth: 1 });
});

test("a refusal is taken over as a refusal, and who began it gets nothing", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "x" }, { status: 404 }));
  expect(await beginCall("GET", "/api/a")).toBeNull();
  await expect(call("GET", "/api/a")).rejects.toMatchObject({ code: "x", status: 404 });
});
