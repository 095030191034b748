// Three processes of the portal on one PostgreSQL behind a proxy that gives every call to any of them, while brokers
// save, send and upload, and one after the other is killed with kill -9 and started again. Then the brokers compare,
// and so does the system that receives the hand-over.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEventReceiver } from "../../support/eventReceiver.ts";
import { Connection, Refused } from "./connection.ts";
import { type Counts, CrashBroker, noCounts } from "./crashBroker.ts";
import { leftHalf } from "./crashRun.ts";
import { buildBrokers, fillOffices } from "./offices.ts";
import { dataDirectory, type PortalProcess, startPortal } from "./portalProcess.ts";
import { type SpreadingProxy, startSpreadingProxy } from "./spreadingProxy.ts";

export interface ProcessesOptions {
  url: string;
  brokers: number;
  /** Decides when the killing ends. `seconds` counts from when the brokers began. */
  enough(kills: number, seconds: number): boolean;
  /** Acknowledgements between two kills. */
  between: number;
  model?: string;
}
export interface ProcessesReport extends Counts {
  kills: number;
  /** Calls that each process that ever ran was given. */
  given: number[];
  /** Mail that two processes sent: one died before it could mark it. */
  twice: number;
  /** Of the hand-over, those that came again, and how long after the brokers were done the last one came. */
  events: number;
  eventsTwice: number;
  eventsLate: number;
}

const PROCESSES = 3;
const PATIENCE_MS = 180_000;
const SLOWEST_ANSWER_MS = 1_000;
/** A killed process keeps its deliveries for two minutes, and the job of the hand-over for two or three. */
const HANDOVER_MS = 400_000;

interface Running {
  process: PortalProcess;
  name: string;
  dataDir: string;
}

export async function processesRun(options: ProcessesOptions): Promise<ProcessesReport> {
  const { url } = options;
  const brokers = buildBrokers(options.brokers);
  await fillOffices({ url }, brokers, 10);
  const watcher = new pg.Client(url);
  await watcher.connect();
  const proxy = await startSpreadingProxy();
  const receiver = await startEventReceiver();
  // So that kills come between what it takes and its answer.
  receiver.manners.answers = () => sleep(Math.random() * SLOWEST_ANSWER_MS, true);
  const start = startAs(url, proxy, receiver.settings());
  const none = { kills: 0, given: [], twice: 0, events: 0, eventsTwice: 0, eventsLate: 0 };
  const report: ProcessesReport = { ...noCounts(), ...none };
  const folders = await Promise.all(Array.from({ length: PROCESSES }, () => dataDirectory("processes", options.model)));
  const running = await Promise.all(folders.map(({ dataDir }) => start(dataDir)));
  let settled: Promise<unknown> = Promise.resolve();
  let over = false;
  try {
    const connections = await Promise.all(brokers.map(({ login }) => new Connection(proxy.address).enter(login)));
    const working = Promise.all(
      brokers.map((broker, index) =>
        workOn(new CrashBroker(connections[index] as Connection, broker, report, { changes: true }), {
          over: () => over,
          settled: () => settled,
        }),
      ),
    );
    working.catch(() => undefined);
    const begun = performance.now();
    while (!options.enough(report.kills, (performance.now() - begun) / 1_000)) {
      await Promise.race([acknowledged(report, options.between), working]);
      await nextEvent(receiver.came);
      const index = Math.floor(Math.random() * PROCESSES);
      const victim = running[index] as Running;
      proxy.remove(victim.process.address);
      const killed = victim.process.end("SIGKILL").then(() => gone(watcher, victim.name));
      settled = killed;
      await killed;
      report.kills += 1;
      running[index] = await start(victim.dataDir);
    }
    await Promise.race([acknowledged(report, options.between), working]);
    over = true;
    await working;
    for (const connection of connections) connection.close();
    report.eventsLate = await delivered(watcher);
    await Promise.all(running.map(({ process }) => process.end("SIGTERM")));
    report.lost.push(...(await leftHalf({ url }, report.uploads)), ...(await sentTwice(watcher, folders, report)));
    const { events, twice, wrong } = await receiver.compare(watcher);
    Object.assign(report, { events, eventsTwice: twice });
    report.lost.push(...wrong);
    const sent = report.submits + report.changes;
    if (events !== sent) report.lost.push(`${events} events were written of ${sent} requests that were sent`);
  } finally {
    await Promise.all(running.map(({ process }) => process.end("SIGKILL")));
    proxy.close();
    receiver.close();
    await watcher.end();
    for (const { remove } of folders) remove();
  }
  report.given = [...proxy.given.values()];
  return report;
}

let started = 0;
const startAs =
  (databaseUrl: string, proxy: SpreadingProxy, settings: Record<string, string>) =>
  async (dataDir: string): Promise<Running> => {
    started += 1;
    const name = `portal-${started}`;
    const named = { PGAPPNAME: name, ...settings };
    const process = await startPortal(dataDir, { databaseUrl, sampleData: false, settings: named });
    proxy.add(process.address);
    return { process, name, dataDir };
  };

/** A call breaks when its process is killed: the broker compares and goes on. Any refusal is a mistake. */
async function workOn(broker: CrashBroker, run: { over(): boolean; settled(): Promise<unknown> }): Promise<void> {
  const unbroken = async (work: () => Promise<void>) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Refused || !("code" in (error as object))) throw error;
      await run.settled();
      return false;
    }
  };
  while (!run.over()) {
    await unbroken(() => broker.work(run.over));
    while (!(await unbroken(() => broker.compare())));
  }
}

/** What a killed process had asked for is done by then, or not done. */
async function gone(watcher: pg.Client, name: string): Promise<void> {
  for (;;) {
    const { rowCount } = await watcher.query("select from pg_stat_activity where application_name = $1", [name]);
    if (rowCount === 0) return;
    await sleep(5);
  }
}

/** Waits until the brokers have received that many more acknowledgements. */
export async function acknowledged(counts: Counts, more: number): Promise<void> {
  const sum = () => counts.saves + counts.submits + counts.uploads.length;
  const until = performance.now() + PATIENCE_MS;
  for (const enough = sum() + more; sum() < enough; await sleep(5))
    if (performance.now() > until) throw new Error(`not even ${more} calls were answered in ${PATIENCE_MS} ms`);
}

/**
 * Waits for the next event, so that the process that delivers it has no answer yet. While a killed process holds the
 * other events, none is delivered, so the wait is limited.
 */
async function nextEvent(came: unknown[]): Promise<void> {
  const until = performance.now() + 2 * SLOWEST_ANSWER_MS;
  for (const before = came.length; came.length === before && performance.now() < until; ) await sleep(5);
}

/**
 * Waits until everything that the killed processes had begun is delivered without help. Returns the milliseconds that
 * it took.
 */
async function delivered(watcher: pg.Client): Promise<number> {
  const begun = performance.now();
  for (; ; await sleep(50)) {
    const { rows } = await watcher.query<{ count: number }>(
      `select (select count(*) from handover_events where not spread)::int
        + (select count(*) from handover_deliveries where state <> 'sent')::int as count`,
    );
    const took = performance.now() - begun;
    if (rows[0]?.count === 0 || took > HANDOVER_MS) return took;
  }
}

/** Every mail that was sent is a file, and one that is there twice was begun twice. */
async function sentTwice(
  watcher: pg.Client,
  folders: { dataDir: string }[],
  report: ProcessesReport,
): Promise<string[]> {
  const outboxes = folders.map(({ dataDir }) => join(dataDir, "outbox")).filter((folder) => existsSync(folder));
  const files = outboxes.flatMap((folder) => readdirSync(folder).map((name) => name.slice(0, -".eml".length)));
  const { rows } = await watcher.query<{ mail_id: string; state: string; attempts: number }>(
    "select mail_id, state, attempts from outbox",
  );
  const wrong: string[] = [];
  for (const { mail_id, state, attempts } of rows) {
    const times = files.filter((name) => name === mail_id).length;
    if (times > 1) report.twice += 1;
    if ((state === "sent" && times === 0) || times > attempts)
      wrong.push(`mail ${mail_id}: ${state}, sent ${times} times`);
  }
  return wrong;
}
