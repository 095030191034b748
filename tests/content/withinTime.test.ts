// A pattern that hangs must not hang the check: it is stopped after its time limit.
import { expect, it } from "vitest";
import { withinTime } from "#content/cases/steps/withinTime.ts";

it("breaks off a pattern that would run for hours, and goes on afterwards", () => {
  const hanging = () => void /^([A-Za-z0-9]+ ?)+$/.test(`${"a".repeat(1000)}!`);
  expect(withinTime(hanging, 50)).toBe(false);
  let done = false;
  expect(withinTime(() => (done = true), 1000)).toBe(true);
  expect(done).toBe(true);
});

it("lets other failures through", () => {
  expect(() => withinTime(() => JSON.parse("{"), 1000)).toThrow(SyntaxError);
});
