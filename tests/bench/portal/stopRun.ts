// Stops PostgreSQL under the portal while brokers save, send and upload, starts it again, and lets them compare. Meanwhile the
// portal must answer 503 with Retry-After, and recover by itself.
import { setTimeout as sleep } from "node:timers/promises";
import { ownTime } from "../../support/ownTime.ts";
import type { PostgresServer, StopMode } from "../../support/postgres.ts";
import { Connection, Refused } from "./connection.ts";
import { type Counts, CrashBroker, noCounts } from "./crashBroker.ts";
import { leftHalf } from "./crashRun.ts";
import { buildBrokers, fillOffices } from "./offices.ts";
import { dataDirectory, startPortal } from "./portalProcess.ts";

export interface StopReport extends Counts {
  stops: number;
  /** Calls while the database was unavailable, and those that were asked to retry later. */
  asked: number;
  unavailable: number;
  /** Longest time of the portal's own from the database's return until all brokers were served, in milliseconds. */
  slowestReturn: number;
  alive: boolean;
}

const MODES: StopMode[] = ["fast", "immediate"];
const PATIENCE_MS = 30_000;
/** Calls of a broker until his request is sent, and some more. */
const REQUEST = 14;

export async function stopRun(
  database: PostgresServer,
  options: { stops: number; brokers: number; model?: string },
): Promise<StopReport> {
  const { url } = database;
  const { dataDir, remove } = await dataDirectory("stop", options.model);
  const brokers = buildBrokers(options.brokers);
  await fillOffices({ url }, brokers, 10);
  const portal = await startPortal(dataDir, { databaseUrl: url, sampleData: false });
  const report: StopReport = { ...noCounts(), stops: 0, asked: 0, unavailable: 0, slowestReturn: 0, alive: true };
  try {
    const connections = await Promise.all(brokers.map(({ login }) => new Connection(portal.address).enter(login)));
    const busy = brokers.map((broker, index) => new CrashBroker(connections[index] as Connection, broker, report));
    for (; report.stops < options.stops; report.stops += 1) {
      const refused = busy.map((broker) => broker.work().catch(comesBackLater));
      // Each time somewhat later, so that every call is once the one that is interrupted.
      await acknowledged(report, Math.ceil((busy.length * REQUEST * (1 + report.stops)) / options.stops));
      database.stop(MODES[report.stops % MODES.length] ?? "fast");
      await Promise.all(refused);
      const answers = connections.flatMap((connection) => CALLS.map((call) => isToldToComeBack(connection, call)));
      report.asked += answers.length;
      report.unavailable += (await Promise.all(answers)).filter(Boolean).length;
      database.start();
      report.slowestReturn = Math.max(
        report.slowestReturn,
        await ownTime(portal, Promise.all(connections.map(served))),
      );
      await Promise.all(busy.map((broker) => broker.compare()));
    }
    report.alive = portal.alive();
    for (const connection of connections) connection.close();
    await portal.end("SIGTERM");
    report.lost.push(...(await leftHalf({ url }, report.uploads)));
  } finally {
    await portal.end("SIGKILL");
    remove();
  }
  return report;
}

async function acknowledged(counts: Counts, more: number): Promise<void> {
  const sum = () => counts.saves + counts.submits + counts.uploads.length;
  const until = performance.now() + PATIENCE_MS;
  for (const enough = sum() + more; sum() < enough; await sleep(5))
    if (performance.now() > until) throw new Error(`not even ${more} calls were answered in ${PATIENCE_MS} ms`);
}

/** The only failure that a broker may meet. */
function comesBackLater(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
  const { status, headers } = error.reply;
  if (status !== 503 || !(Number(headers["retry-after"]) > 0)) throw error;
}

/** Reading, writing, and who is logged in. */
const CALLS: Parameters<Connection["call"]>[] = [
  ["GET", "/api/relations?page=1"],
  ["POST", "/api/prerequisites", { body: { personal_data: true, cookies: true } }],
  ["GET", "/api/profile/me"],
];

async function isToldToComeBack(connection: Connection, call: Parameters<Connection["call"]>): Promise<boolean> {
  const { status, headers } = await connection.call(...call);
  return status === 503 && Number(headers["retry-after"]) > 0;
}

async function served(connection: Connection): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { status } = await connection.call("GET", "/api/relations?page=1");
    if (status === 200) return;
    if (performance.now() > until) throw new Error(`still ${status} after ${PATIENCE_MS} ms`);
    await sleep(20);
  }
}
