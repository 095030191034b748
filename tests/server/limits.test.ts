// Rate limits: every call that costs work counts, also refusals, pages and the readiness check.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSharedRates, type SharedRates } from "#server/auth/sharedRates.ts";
import { modelProducts } from "../support/model.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";

type RateStore = InstanceType<SharedRates["Store"]>;
const MOST = 10;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: String(MOST) } });
});
afterAll(() => server?.stop());

let addresses = 1;
/** Statuses of more calls than are allowed, from an address of its own. */
async function readStatuses(url: string, headers: Record<string, string> = {}, method: "GET" | "POST" = "GET") {
  addresses += 1;
  const remoteAddress = `192.0.2.${addresses}`;
  const statuses: number[] = [];
  for (let call = 0; call < MOST + 2; call += 1)
    statuses.push((await server.app.inject({ method, url, headers, remoteAddress })).statusCode);
  return statuses;
}

test.each([
  ["a call of nobody", "/api/relations", 401, {}],
  ["an address that is none", "/api/nothing", 404, {}],
  ["readiness", "/readyz", 200, {}],
  ["the login page", "/auth/login", 200, {}],
  ["a page", "/", undefined, { accept: "text/html" }],
  ["a page of the app", "/relaties", undefined, { accept: "text/html" }],
  ["a page whose address ends as that of a file", "/relaties.html", undefined, { accept: "text/html" }],
  ["a file that is none", "/assets/none-12345678.js", 404, {}],
  ["a file of a product that nobody published", "/products/none-12345678.js", 404, {}],
])("%s is within the limit", async (_what, url, status, headers) => {
  const statuses = await readStatuses(url, headers);
  if (status) expect(statuses.slice(0, MOST)).toEqual(Array(MOST).fill(status));
  expect(statuses.slice(0, MOST)).not.toContain(429);
  expect(statuses.slice(MOST)).toEqual([429, 429]);
});

test("a change that is not proven to be ours counts for whose session it is", async () => {
  const { cookie } = await loginAs(server, "v.voorbeeld", { consent: false });
  const statuses = await readStatuses("/api/prerequisites", { cookie }, "POST");
  expect(statuses[0]).toBe(403);
  expect(statuses.at(-1)).toBe(429);
});

test("addresses of one IPv6 network count together, those of another do not", async () => {
  const ask = async (remoteAddress: string) =>
    (await server.app.inject({ url: "/api/relations", remoteAddress })).statusCode;
  for (let host = 1; host <= MOST; host += 1) expect(await ask(`2001:db8:7:8::${host}`)).toBe(401);
  const others = ["2001:db8:7:8:9:a:b:c", "2001:db8:7:9::1", "2001:db8::7:8:0:1", "::ffff:192.0.2.77"];
  expect(await Promise.all(others.map(ask))).toEqual([429, 401, 401, 401]);
});

test("files and the question whether the process lives are free", async () => {
  const bundle = `/products/${readdirSync(join(modelProducts, "public")).find((name) => name.endsWith(".js"))}`;
  for (const url of ["/healthz", "/products/index.json", bundle])
    expect(new Set(await readStatuses(url)), url).toEqual(new Set([200]));
});

test("the refusal contains when to retry, in the reader's language", async () => {
  const remoteAddress = "192.0.2.250";
  const headers = { cookie: "language=fr" };
  for (let call = 0; call < MOST; call += 1) await server.app.inject({ url: "/api/relations", remoteAddress });
  const last = await server.app.inject({ url: "/api/relations", headers, remoteAddress });
  expect(last.json()).toMatchObject({
    code: "too_many_requests",
    message: "Trop de requêtes. Réessayez dans une minute.",
  });
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
});

test("processes on one database count together, minute by minute", async () => {
  let now = 600_000;
  const [rates, otherRates] = [0, 1].map(() => createSharedRates(server.db, () => now)) as [SharedRates, SharedRates];
  const [first, second] = [rates, otherRates].map(({ Store }) => new Store({})) as [RateStore, RateStore];
  const call = (store: RateStore, caller = "vera") =>
    new Promise((resolve) => store.incr(caller, (_error, result) => resolve(result?.current), 60_000, MOST));
  const calls = async (store: RateStore, count: number) => {
    for (let index = 1; index < count; index += 1) await call(store);
    return call(store);
  };
  expect([await calls(first, 3), await calls(second, 2)]).toEqual([3, 2]);
  await Promise.all([rates.share(), otherRates.share()]);
  await rates.share();
  expect(await call(first, "piet")).toBe(1);
  expect(await calls(first, 1), "learnt with its next own call").toBeGreaterThanOrEqual(4);
  await rates.share();
  expect(await call(first)).toBe(7);
  now += 60_000;
  expect(await call(second)).toBe(1);
  await otherRates.share();
  const { rows } = await sql`select calls from rate_counts`.execute(server.db);
  expect(rows, "the minute before is gone").toEqual([{ calls: 1 }]);
});
