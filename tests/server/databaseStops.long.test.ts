// PostgreSQL is stopped under the portal, by an operator and by a crash: a short form of `npm run prove -- stops`. Skipped, and
// reported so, where PostgreSQL is not installed.
import { expect } from "vitest";
import { stopRun } from "../bench/portal/stopRun.ts";
import { modelFolder } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

const title = "stopped four times under eight brokers: nothing acknowledged is lost, and it serves again by itself";

testWithPostgres(title, async (database) => {
  const report = await stopRun(database, { stops: 4, brokers: 8, model: modelFolder });
  expect(report.alive).toBe(true);
  expect(report.lost).toEqual([]);
  expect(report.slowestReturn).toBeLessThan(2_000);
  expect(report.unavailable, "three calls of each broker each time").toBe(96);
  expect(Math.min(report.saves, report.submits, report.uploads.length)).toBeGreaterThan(2);
});
