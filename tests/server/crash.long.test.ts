// kill -9 while brokers save and send: nothing acknowledged is lost, no request has two numbers, nothing is half done. One
// kill of `npm run prove -- kills`.
import { expect, test } from "vitest";
import { crashRun } from "../bench/portal/crashRun.ts";
import { modelFolder } from "../support/model.ts";
import { SHORT_LIVED } from "../support/portal.ts";

test("killed at work, it forgets nothing and gives no second number", async () => {
  const report = await crashRun({ cycles: 1, brokers: 3, most: 20, model: modelFolder, flags: SHORT_LIVED });
  expect(report.lost).toEqual([]);
  expect(report.saves).toBeGreaterThan(2);
});
