// `npm run bench:load [-- --seconds 60 --rate 200 --brokers 50 --profile folder --routes]`: brokers at work on the real
// server process, on the embedded database and, where there is one, on PostgreSQL. Traffic stays on this machine.
// Requests are offered at a fixed rate, and the time that a request waits for an earlier answer is counted. With
// `--routes` they are sent one after the other, as fast as they are answered, and the processor time of each route is
// printed.
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type MeasuringServer, openMeasuringServer } from "../support/postgres.ts";
import { Connection } from "./portal/connection.ts";
import { type Broker, buildBrokers, fillOffices } from "./portal/offices.ts";
import { dataDirectory, type PortalProcess, startPortal } from "./portal/portalProcess.ts";
import { type Action, type Kind, rounds } from "./portal/rounds.ts";

const options = {
  seconds: { type: "string", default: "60" },
  rate: { type: "string", default: "200" },
  brokers: { type: "string", default: "50" },
  engine: { type: "string", default: "both" },
  profile: { type: "string" },
  routes: { type: "boolean" },
} as const;
const { values } = parseArgs({ options });
const SECONDS = Number(values.seconds);
const RATE = Number(values.rate);
const brokers = buildBrokers(Number(values.brokers));
const WARM_UP_SECONDS = 3;
/** 95 % of the requests are answered within so many ms: PostgreSQL at 200 requests a second, the embedded engine at 100. */
const LIMITS = { postgres: 50, embedded: 100 };
type Engine = keyof typeof LIMITS;
const KINDS: Kind[] = ["list", "search", "detail", "open", "premium", "save", "submit"];

interface Measured {
  times: Record<Kind, number[]>;
  served: number;
  errors: string[];
  /** Of the server's process, at the begin, in the middle and at the end, in MB. */
  memory: (number | null)[];
}

/**
 * Each broker sends the next request when it is due, or as soon as the previous one is answered. Brokers start one
 * after the other.
 */
async function work(connection: Connection, index: number, until: number, into: Measured): Promise<void> {
  const broker = brokers[index] as Broker;
  const interval = (1_000 * brokers.length) / RATE;
  let due = performance.now() + (interval * index) / brokers.length;
  for (const action of rounds(connection, broker, index)) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (performance.now() >= until) return;
    try {
      await action.send();
      into.served += 1;
      into.times[action.kind].push(performance.now() - due);
    } catch (error) {
      into.errors.push(error instanceof Error ? error.message : String(error));
    }
    due += interval * (0.5 + Math.random());
  }
}

/** All brokers in turn, one request at a time. */
async function workInTurn(connections: Connection[], until: number, into: Measured): Promise<void> {
  const all = connections.map((connection, index) => rounds(connection, brokers[index] as Broker, index));
  while (performance.now() < until)
    for (const actions of all) {
      const { kind, send } = actions.next().value as Action;
      const begun = performance.now();
      await send();
      into.served += 1;
      into.times[kind].push(performance.now() - begun);
    }
}

async function period(connections: Connection[], seconds: number, portal: PortalProcess): Promise<Measured> {
  const times = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Measured["times"];
  const measured: Measured = { times, served: 0, errors: [], memory: [portal.memory()] };
  const middle = setTimeout(() => measured.memory.push(portal.memory()), seconds * 500);
  const until = performance.now() + seconds * 1_000;
  if (values.routes) await workInTurn(connections, until, measured);
  else await Promise.all(connections.map((connection, index) => work(connection, index, until, measured)));
  clearTimeout(middle);
  measured.memory.push(portal.memory());
  return measured;
}

const part = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const ms = (value: number) => value.toFixed(1).padStart(8);

function print({ times, served, errors, memory }: Measured, seconds: number, cpu: number | null, engine: Engine): void {
  console.log(`  ${"".padEnd(9)} requests  p50 ms   p95 ms   p99 ms   max ms`);
  for (const [name, list] of [...Object.entries(times), ["all", Object.values(times).flat()] as const]) {
    const sorted = list.toSorted((a, b) => a - b);
    const figures = [0.5, 0.95, 0.99, 1].map((share) => ms(part(sorted, share))).join(" ");
    console.log(`  ${name.padEnd(9)} ${String(sorted.length).padStart(8)} ${figures}`);
  }
  const all = Object.values(times)
    .flat()
    .toSorted((a, b) => a - b);
  const cpuMs = cpu === null ? null : (cpu * 1_000) / served;
  const work = cpuMs === null ? "" : `; server processor ${cpuMs.toFixed(2)} ms a request`;
  console.log(`  offered ${RATE}/s, served ${(served / seconds).toFixed(1)}/s, errors ${errors.length}${work}`);
  console.log(
    `  machine load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(" ")}, server memory begin, middle, end ${memory.map((size) => size?.toFixed(0) ?? "?").join(", ")} MB`,
  );
  for (const message of [...new Set(errors)].slice(0, 5)) console.log(`  error: ${message}`);
  if (errors.length > 0) process.exitCode = 1;
  if (values.routes) return;
  const limit = LIMITS[engine];
  const reached = errors.length === 0 && part(all, 0.95) <= limit && served / seconds >= RATE * 0.97;
  console.log(`  ${RATE} requests/s, p95 at most ${limit} ms, no error: ${reached ? "reached" : "MISSED"}`);
}

async function measure(portal: PortalProcess, engine: Engine): Promise<void> {
  const connections: Connection[] = [];
  for (const { login } of brokers) connections.push(await new Connection(portal.address).enter(login));
  try {
    await period(connections, WARM_UP_SECONDS, portal);
    const before = portal.processorTime();
    const begun = performance.now();
    const measured = await period(connections, SECONDS, portal);
    const seconds = (performance.now() - begun) / 1_000;
    const after = portal.processorTime();
    print(measured, seconds, before === null || after === null ? null : after - before, engine);
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function run(title: string, server?: MeasuringServer): Promise<void> {
  console.log(`\n${title}: ${brokers.length} brokers for ${SECONDS} s`);
  const { dataDir, remove } = await dataDirectory("bench-load");
  await fillOffices(server ? { url: server.url } : { directory: join(dataDir, "database") }, brokers);
  const flags = [
    ...(values.profile ? ["--cpu-prof", "--cpu-prof-dir", values.profile] : []),
    ...(values.routes ? ["--import", join(import.meta.dirname, "portal/routeCosts.ts")] : []),
  ];
  const portal = await startPortal(dataDir, { databaseUrl: server?.portalUrl, migrateUrl: server?.url, flags });
  try {
    await measure(portal, server ? "postgres" : "embedded");
  } finally {
    await portal.end("SIGTERM");
    remove();
  }
}

if (values.engine !== "postgres") await run("Embedded database");
if (values.engine !== "embedded") {
  const server = await openMeasuringServer();
  if (!server) console.log("\nNo PostgreSQL found (set DATABASE_URL): measured on the embedded database only.");
  else
    try {
      await run(`PostgreSQL ${server.version}`, server);
    } finally {
      await server.close();
    }
}
