// Three processes on one PostgreSQL behind a proxy, killed one after the other under brokers whose every call may go to another.
// A short form of `npm run bench:processes`.
import { expect } from "vitest";
import { processesRun } from "../bench/portal/processesRun.ts";
import { modelFolder } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

testWithPostgres("three processes, one killed: nothing is lost and nothing doubled", async ({ url }) => {
  const enough = (kills: number) => kills === 1;
  const report = await processesRun({ url, brokers: 3, enough, between: 15, model: modelFolder });
  expect(report.lost).toEqual([]);
  expect(report.kills).toBe(1);
  expect(Math.min(...report.given), "each took calls").toBeGreaterThan(0);
  expect(Math.min(report.saves, report.submits, report.uploads.length)).toBeGreaterThan(0);
});
