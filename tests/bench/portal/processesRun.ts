// Three processes of the portal on one PostgreSQL behind a proxy that gives every call to any of them, while brokers save, send
// and upload, and one after the other is killed with kill -9 and started again. Then the brokers compare.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Connection, Refused } from "./connection.ts";
import { type Counts, CrashBroker, noCounts } from "./crashBroker.ts";
import { leftHalf } from "./crashRun.ts";
import { buildBrokers, fillOffices } from "./offices.ts";
import { dataDirectory, type PortalProcess, startPortal } from "./portalProcess.ts";
import { type SpreadingProxy, startSpreadingProxy } from "./spreadingProxy.ts";

export interface ProcessesOptions {
  url: string;
  brokers: number;
  /** Goes on killing until then; seconds since the brokers began. */
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
}

const PROCESSES = 3;
const PATIENCE_MS = 180_000;

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
  const report: ProcessesReport = { ...noCounts(), kills: 0, given: [], twice: 0 };
  const folders = await Promise.all(Array.from({ length: PROCESSES }, () => dataDirectory("processes", options.model)));
  const running = await Promise.all(folders.map(({ dataDir }) => start(url, dataDir, proxy)));
  let settled: Promise<unknown> = Promise.resolve();
  let over = false;
  try {
    const connections = await Promise.all(brokers.map(({ login }) => new Connection(proxy.address).enter(login)));
    const working = Promise.all(
      brokers.map((broker, at) =>
        workOn(new CrashBroker(connections[at] as Connection, broker, report), {
          over: () => over,
          settled: () => settled,
        }),
      ),
    );
    working.catch(() => undefined);
    const begun = performance.now();
    while (!options.enough(report.kills, (performance.now() - begun) / 1_000)) {
      await Promise.race([acknowledged(report, options.between), working]);
      const at = Math.floor(Math.random() * PROCESSES);
      const victim = running[at] as Running;
      proxy.remove(victim.process.address);
      const killed = victim.process.end("SIGKILL").then(() => gone(watcher, victim.name));
      settled = killed;
      await killed;
      report.kills += 1;
      running[at] = await start(url, victim.dataDir, proxy);
    }
    await Promise.race([acknowledged(report, options.between), working]);
    over = true;
    await working;
    for (const connection of connections) connection.close();
    await Promise.all(running.map(({ process }) => process.end("SIGTERM")));
    report.lost.push(...(await leftHalf({ url }, report.uploads)), ...(await sentTwice(watcher, folders, report)));
  } finally {
    await Promise.all(running.map(({ process }) => process.end("SIGKILL")));
    proxy.close();
    await watcher.end();
    for (const { remove } of folders) remove();
  }
  report.given = [...proxy.given.values()];
  return report;
}

let started = 0;
async function start(databaseUrl: string, dataDir: string, proxy: SpreadingProxy): Promise<Running> {
  started += 1;
  const name = `portal-${started}`;
  const process = await startPortal(dataDir, { databaseUrl, sampleData: false, name });
  proxy.add(process.address);
  return { process, name, dataDir };
}

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

/** Waits until brokers were told of that many more. */
export async function acknowledged(counts: Counts, more: number): Promise<void> {
  const sum = () => counts.saves + counts.submits + counts.uploads.length;
  const until = performance.now() + PATIENCE_MS;
  for (const enough = sum() + more; sum() < enough; await sleep(5))
    if (performance.now() > until) throw new Error(`not even ${more} calls were answered in ${PATIENCE_MS} ms`);
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
