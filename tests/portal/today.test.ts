// Forms of the portal and of the wizard judge days by the calendar of Amsterdam, also between its midnight and that of UTC.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { today } from "#api/today.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["2026-11-20T22:59:00Z", "2026-11-20"],
  ["2026-11-20T23:30:00Z", "2026-11-21"],
  ["2026-07-01T22:30:00Z", "2026-07-02"],
])("at %s it is %s", (instant, day) => {
  vi.useFakeTimers({ now: new Date(instant) });
  expect(today()).toBe(day);
});

test("the day that the server fixed wins", () => {
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => "2026-11-20" }) });
  expect(today()).toBe("2026-11-20");
});

test("no screen takes a day from the clock by itself", () => {
  const root = join(import.meta.dirname, "../..");
  const files = ["src/api", "src/app", "src/portal", "src/wizard", "widgets"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  const ownDay = /toISOString\(\)\s*\.(slice|split|substring)/;
  expect(files.filter((file) => ownDay.test(readFileSync(file, "utf8")))).toEqual([]);
});
