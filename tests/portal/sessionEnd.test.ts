// The end of a session: detected from any answer, announced in time, postponed while the user types.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call, stayLoggedIn } from "#api/calls/call.ts";
import { type SessionEnd, sessionEnd } from "#api/login/sessionEnd.ts";
import { onUnauthorised } from "#api/login/unauthorised.ts";
import { sessionPhase } from "#app/shell/SessionEnd.tsx";

const MINUTE = 60_000;
const leave = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-20T09:00:00Z") });
  onUnauthorised(leave);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  leave.mockReset();
});

function answering(body: unknown, headers: Record<string, string> = {}) {
  const fetchMock = vi.fn(async (_address: string, _init: RequestInit) => Response.json(body, { headers }));
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}

it("is read from every answer, and an answer without it changes nothing", async () => {
  answering({}, { "x-session-ends-in": "1800", "x-session-final-in": "28800" });
  await call("GET", "/api/relations");
  const now = Date.now();
  const end = { endsAt: now + 30 * MINUTE, finalAt: now + 480 * MINUTE, heardAt: now };
  expect(sessionEnd()).toEqual(end);
  answering({});
  await call("GET", "/api/relations");
  expect(sessionEnd()).toEqual(end);
});

it("staying is one cheap call; a session that has ended is left like any 401", async () => {
  const fetchMock = answering({ loggedIn: true });
  await stayLoggedIn();
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual(["/api/profile/me"]);
  expect(leave).not.toHaveBeenCalled();
  answering({ loggedIn: false });
  await stayLoggedIn();
  expect(leave).toHaveBeenCalledOnce();
});

const ending = (minutes: number, final = 480): SessionEnd => ({
  endsAt: minutes * MINUTE,
  finalAt: final * MINUTE,
  heardAt: 0,
});

it.each([
  ["nothing in the first minutes", 30, [0, 24.9], "calm"],
  ["a warning five minutes before", 30, [0, 25], "warn"],
  ["no warning for who typed since: the server hears of it", 30, [4, 25], "active"],
  ["who types is heard after a sixth of the time", 30, [3, 5], "active"],
  ["and not at every key", 30, [3, 4.9], "calm"],
  ["a short session warns twenty seconds before", 1, [0, 0.7], "warn"],
  ["its end is not asked for early, by a clock that runs ahead", 30, [0, 30], "warn"],
  ["the end", 30, [0, 30.1], "over"],
] as const)("%s", (_name, length, [typed, now], phase) => {
  expect(sessionPhase(ending(length), typed * MINUTE, now * MINUTE)).toBe(phase);
});

it("a session that no call makes longer warns who is at work too", () => {
  expect(sessionPhase(ending(20, 20), 14 * MINUTE, 16 * MINUTE)).toBe("warn");
});
