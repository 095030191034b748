// Every call of the server with every network fault: the page treats the result as unknown, retries with the same key,
// and in the end everything is stored once. A call for each fault is drawn with a seed (FAULT_SEED). FAULTS=all runs all.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PortalError } from "#api/calls/errors.ts";
import { apiCalls } from "../server/portfolio/calls.ts";
import { FAULTS, type Fault, FaultProxy, Line, type Way } from "../support/faultProxy.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { buildMatcher, findStage, OFFICE, type World } from "./scenes.ts";

/** A stalled call ends after its limit, which the page sets in tens of seconds. */
const SHORTER = 100;
let stalling = false;

const seed = Number(process.env.FAULT_SEED ?? 20_261_127);
/** An underwriter's calls are refused to a broker. */
const routes = apiCalls.filter(({ ofBrokers }) => ofBrokers).map(({ call }) => call);
const all = routes.flatMap((route) => (Object.keys(FAULTS) as Fault[]).map((fault) => ({ route, fault })));
const drawn = process.env.FAULTS === "all" ? all : drawOneOfEach();

let server: TestServer;
let proxy: FaultProxy;
let world: World;

beforeAll(async () => {
  server = await startServer();
  proxy = await FaultProxy.before(await server.app.listen({ port: 0, host: "127.0.0.1" }));
  const vera = await loginAs(server, "v.voorbeeld");
  const rows = await server.db
    .selectFrom("relations")
    .select("relation_number")
    .where("intermediary_number", "=", OFFICE)
    .where("kvk_number", "is not", null)
    .orderBy("relation_number")
    .execute();
  let turn = 0;
  world = { server, vera, relation: () => rows[turn++ % rows.length]?.relation_number ?? 0 };
  const { fetch, AbortSignal } = globalThis;
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((limit) =>
    timeout.call(AbortSignal, stalling ? limit / SHORTER : limit),
  );
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => vera.csrf }) });
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    fetch(new URL(address, proxy.url), { ...init, headers: { ...init.headers, cookie: vera.cookie } }),
  );
});
afterAll(async () => {
  await proxy?.close();
  await server?.stop();
});
afterEach(() => expect(proxy.struck, "the fault has happened").toBe(true));

test("every call of the server has a scene", () => {
  expect(routes.filter((route) => findStage(route) === undefined)).toEqual([]);
});

test.each(drawn)("$route: $fault", async ({ route, fault }) => {
  const scene = await findStage(route)!(world);
  const hits = buildMatcher(route);
  proxy.strike(fault, ({ method, url }) => hits(`${method} ${url}`));
  stalling = fault === "stalled";
  const failure = scene.ask().then(
    () => null,
    (error: unknown) => error,
  );
  if (fault === "reordered") await fetch("/healthz", {});
  const error = await failure;
  stalling = false;
  if (FAULTS[fault].answers) expect(error).toBeNull();
  else {
    expect(isUnknown(error), `what is not known is not called refused: ${error}`).toBe(true);
    await scene.ask();
  }
  await proxy.replay();
  await scene.check();
});

test("a request that belongs to no relation yet is restarted under its number", async () => {
  const scene = await findStage("POST /api/aanvraag/:product/:intermediary/:relation/wizard/restart")!(world);
  await scene.ask();
  await scene.check();
});

test("a reordered call comes after a later one, a doubled one twice", async () => {
  const order: string[] = [];
  const way = { socket: {}, outgoing: { writeHead: () => ({ end: () => undefined }) } } as unknown as Way;
  const passing = (url: string) => ({ method: "GET", url, headers: {}, body: Buffer.alloc(0) });
  const line = new Line(async ({ url, body }) => {
    order.push(url);
    return { status: 200, headers: {}, body };
  });
  const first = line.carry(passing("first"), "reordered", way);
  await line.carry(passing("second"), undefined, way);
  await first;
  await line.carry(passing("doubled"), "doubled", way);
  expect(order).toEqual(["second", "first", "doubled", "doubled"]);
});

/** A file is sent by other means than `call`, in the browser too. Its own errors have the same meaning there. */
const isUnknown = (error: unknown) =>
  error instanceof PortalError ? error.temporary : error instanceof TypeError || error instanceof DOMException;

/** The same seed draws the same ones (mulberry32). */
function drawOneOfEach(): typeof all {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return Object.values(Object.groupBy(all, ({ fault }) => fault)).map(
    (each) => each[Math.floor(random() * each.length)] as (typeof all)[number],
  );
}
