// Every route with requests mutated in every part: never a failure of ours. A short form of `npm run prove -- mutations`.
import { expect, onTestFinished, test } from "vitest";
import { mutateRequests } from "../bench/portal/mutations.ts";
import { loginAs, startServer } from "../support/server.ts";
import { open } from "../support/wizard.ts";

test("no mutated request to any route is an error of ours", async () => {
  const server = await startServer();
  onTestFinished(server.stop);
  await open(await loginAs(server, "v.voorbeeld"), 100245, 300101);
  const { routes, statuses, failures } = await mutateRequests(server, { perRoute: 2, seed: 1 });
  expect(failures).toEqual([]);
  expect(routes).toBeGreaterThan(60);
  expect(statuses[200], "some still work").toBeGreaterThan(100);
});
