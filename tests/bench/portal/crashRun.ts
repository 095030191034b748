// Kills the portal with kill -9 at random moments while brokers save and send, starts it again, and lets them compare. At the
// end the database is searched for anything half done.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, openDatabase } from "#server/db/open.ts";
import { Connection, Refused } from "./connection.ts";
import { type Counts, CrashBroker, noCounts } from "./crashBroker.ts";
import { buildBrokers, fillOffices } from "./offices.ts";
import { dataDirectory, type PortalProcess, startPortal } from "./portalProcess.ts";

export interface CrashOptions {
  cycles: number;
  brokers: number;
  /** Absent: the embedded database. */
  databaseUrl?: string | undefined;
  /** Acknowledgements before the kill, at most. The number is random, like the moment after the last of them. */
  most?: number;
  /** A data directory to begin with: products and a database that was migrated. Absent: made here. */
  model?: string;
  /** Flags of Node for each start. */
  flags?: string[];
  onCycle?(cycle: number, counts: Counts): void;
}
export interface CrashReport extends Counts {
  kills: number;
  /** Slowest start after a kill, in milliseconds. */
  slowestStart: number;
}

const PATIENCE_MS = 15_000;
const MOMENT_MS = 30;

export async function crashRun(options: CrashOptions): Promise<CrashReport> {
  const { dataDir, remove } = await dataDirectory("crash", options.model);
  const url = options.databaseUrl;
  const starting = { databaseUrl: url, ...(options.flags ? { flags: options.flags } : {}) };
  const brokers = buildBrokers(options.brokers);
  await fillOffices(url ? { url } : { directory: join(dataDir, "database") }, brokers);
  const counts = noCounts();
  let slowestStart = 0;
  let portal: PortalProcess | undefined;
  try {
    portal = await startPortal(dataDir, starting);
    const { address } = portal;
    const connections = await Promise.all(brokers.map(({ login }) => new Connection(address).enter(login)));
    const busy = brokers.map((broker, index) => new CrashBroker(connections[index] as Connection, broker, counts));
    for (let cycle = 1; cycle <= options.cycles; cycle += 1) {
      await workUntilKilled(portal, busy, counts, options.most ?? 60);
      const begun = performance.now();
      const again = await startPortal(dataDir, starting);
      portal = again;
      slowestStart = Math.max(slowestStart, performance.now() - begun);
      for (const connection of connections) connection.moveTo(again.address);
      for (const broker of busy) await broker.compare();
      options.onCycle?.(cycle, counts);
    }
    for (const connection of connections) connection.close();
    await portal.end("SIGTERM");
    counts.lost.push(...(await leftHalf(url ? { url } : { directory: join(dataDir, "database") }, counts.uploads)));
  } finally {
    await portal?.end("SIGKILL");
    remove();
  }
  return { ...counts, kills: options.cycles, slowestStart };
}

/**
 * A broken connection is the expected effect of a kill. A refusal is a mistake of the portal or of this measurement.
 */
async function workUntilKilled(
  portal: PortalProcess,
  busy: CrashBroker[],
  counts: Counts,
  most: number,
): Promise<void> {
  const enough = counts.saves + counts.submits + Math.ceil(Math.random() * most);
  const late = performance.now() + PATIENCE_MS;
  const working = busy.map((broker) =>
    broker.work().catch((error: unknown) => {
      if (error instanceof Refused || !("code" in (error as object))) throw error;
    }),
  );
  const stopped = Promise.all(working);
  stopped.catch(() => undefined);
  while (counts.saves + counts.submits < enough && performance.now() < late) await sleep(1);
  await sleep(Math.random() * MOMENT_MS);
  await portal.end("SIGKILL");
  await stopped;
}

/** Each question counts rows that only a half done submit, save or count could leave behind. */
const QUESTIONS: Record<string, string> = {
  "numbers given twice": `select s.number from submissions s join requests r using (request_id)
    where r.quotation_number is null group by s.number having count(*) > 1`,
  "relations sent twice": `select address_number from requests where status = 'submitted' and quotation_number is null
    group by address_number having count(*) > 1`,
  "requests sent without a submission, or the other way round": `select from requests r full join submissions s
    on s.request_id = r.request_id where (r.status = 'submitted') is distinct from (s.request_id is not null)`,
  "quotations without a submission": `select from quotations q where q.number between 50020001 and 50099999
    and not exists (select from submissions s where s.number = q.number::text)`,
  "numbers without quotation and answers, or without mail, document and trail of each sending": `with mails as materialized
    (select attachments->0->>'name' as name from outbox),
    sent as (select number, count(*) as times from submissions group by number) select from sent s where not exists (
    select from quotations q join quotation_answers a on a.number = q.number where q.number::text = s.number)
    or (select count(*) from documents d join document_contents c on c.id = d.id
      where d.name = 'offerte-' || s.number || '.pdf') <> times
    or (select count(*) from mails where name = 'offerte-' || s.number || '.pdf') <> times
    or (select count(*) from audit where object = s.number) <> times`,
  "steps of no revision": "select from request_steps where revision < 1",
};

/** What is half done in a database, and which of these files are not in it. */
export async function leftHalf(options: { url?: string; directory?: string }, uploads: string[]): Promise<string[]> {
  const { db, close } = await openDatabase({ ...options, migrate: false, statementTimeoutMs: 600_000 });
  try {
    const problems: string[] = [];
    for (const [what, question] of Object.entries(QUESTIONS)) {
      const count = await countRows(db, question);
      if (count > 0) problems.push(`${count} ${what}`);
    }
    const stored = new Set((await db.selectFrom("uploads").select("upload_id").execute()).map((row) => row.upload_id));
    for (const id of uploads) if (!stored.has(id)) problems.push(`file ${id} was acknowledged and is missing`);
    return problems;
  } finally {
    await close();
  }
}

async function countRows(db: Db, question: string): Promise<number> {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*)::int as count from (${question}) found`)
    .execute(db);
  return rows[0]?.count ?? 0;
}
