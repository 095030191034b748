// Saving: one call at a time per step, retries with back-off when the way failed, refusals at once, the newest values sent.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSaver } from "#wizard/model/saving/saver.ts";

class Temporary extends Error {}

function setup(outcomes: ("ok" | "temporary" | "refused")[]) {
  const states: string[] = [];
  const sends: string[] = [];
  const saver = createSaver<string>({
    async send(step, action) {
      sends.push(`${step}/${action}`);
      const outcome = outcomes.shift() ?? "ok";
      if (outcome === "temporary") throw new Temporary();
      if (outcome === "refused") throw new Error("no");
      return "stored";
    },
    tell: ({ type }) => states.push(type),
    isTemporary: (error) => error instanceof Temporary,
    readCode: () => "code",
    pause: (attempt) => Math.min(30_000, 1000 * 2 ** attempt),
    now: () => 7,
  });
  return { saver, states, sends };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("saver", () => {
  test("saves", async () => {
    const { saver, states } = setup(["ok"]);
    await expect(saver.save("a", "next")).resolves.toBe("stored");
    expect(states).toEqual(["saving", "stored"]);
  });

  test("goes on for as long as the wizard is open, more and more slowly", async () => {
    const { saver, sends, states } = setup(Array(40).fill("temporary"));
    const done = saver.save("a", "save").catch((error) => error);
    const sentAfter = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      return sends.length;
    };
    expect(await sentAfter(999)).toBe(1);
    expect(await sentAfter(1)).toBe(2);
    expect(await sentAfter(2000)).toBe(3);
    expect(await sentAfter(4000)).toBe(4);
    expect(await sentAfter(8000)).toBe(5);
    expect(await sentAfter(10 * 60_000)).toBeGreaterThan(9);
    expect(states.at(-1)).toBe("retrying");
    saver.stop();
    expect(await done).toBeInstanceOf(Temporary);
    const last = sends.length;
    expect(await sentAfter(10 * 60_000)).toBe(last);
  });

  test("a save without an answer reports it within ten seconds, and the answer still counts", async () => {
    const states: object[] = [];
    let answer: (text: string) => void = () => undefined;
    const saver = createSaver<string>({
      send: () => new Promise((resolve) => (answer = resolve)),
      tell: (event) => states.push(event),
      isTemporary: () => true,
      readCode: () => "code",
      now: () => 7,
    });
    const done = saver.save("a", "next");
    await vi.advanceTimersByTimeAsync(9_999);
    expect(states).toEqual([
      { type: "saving", step: "a" },
      { type: "saving", step: "a", slow: true },
    ]);
    answer("stored");
    expect(await done).toBe("stored");
    expect(states.at(-1)).toEqual({ type: "stored", step: "a", at: 7 });
  });

  test("a connection that is back ends the pause", async () => {
    const { saver, sends } = setup(["temporary", "ok"]);
    const done = saver.save("a", "save");
    await vi.advanceTimersByTimeAsync(10);
    saver.hurry();
    await expect(done).resolves.toBe("stored");
    expect(sends).toHaveLength(2);
  });

  test("a refusal is not tried again", async () => {
    const { saver, sends, states } = setup(["refused"]);
    await expect(saver.save("a", "next")).rejects.toThrow("no");
    expect(sends).toHaveLength(1);
    expect(states).toEqual(["saving", "saveFailed"]);
  });

  test("the same action twice is one call", async () => {
    const { saver, sends } = setup(["ok"]);
    await Promise.all([saver.save("a", "next"), saver.save("a", "next")]);
    expect(sends).toEqual(["a/next"]);
  });

  test("another action of the same step waits for the first", async () => {
    const { saver, sends } = setup(["temporary", "ok", "ok"]);
    const first = saver.save("a", "save");
    const second = saver.save("a", "next");
    await vi.advanceTimersByTimeAsync(999);
    expect(sends).toEqual(["a/save"]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([first, second]);
    expect(sends).toEqual(["a/save", "a/save", "a/next"]);
  });

  test("steps do not wait for each other", async () => {
    const { saver, sends } = setup(["temporary", "ok"]);
    void saver.save("a", "save");
    await saver.save("b", "save");
    expect(sends).toEqual(["a/save", "b/save"]);
  });
});
