// Work for later, done at least once and tried again until it succeeds: pg-boss on the portal's own database, PostgreSQL or
// embedded. A job is a row written in the transaction that it follows from, so that it is there exactly when that was committed.
import type { FastifyBaseLogger } from "fastify";
import { type Kysely, sql } from "kysely";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Counts } from "../counts.ts";
import type { Db, OpenDatabase } from "../db/open.ts";
import type { Database } from "../db/schema.ts";
import { findServedCall, serveCall } from "../logging.ts";

/** `call`: the one that queued it. */
type Data = { key: string; call?: string | undefined };

export interface JobKind {
  /** Seconds from one try to the next: from the first, twice as many each time, up to the last. */
  retry?: { first: number; last: number; times: number };
  /** Seconds after which a try counts as failed. Longer than any try takes. */
  expire?: number;
  /** How many of them one process does at once. */
  atOnce?: number;
  /** Seconds from one look for work to the next. */
  every?: number;
  /** Also by itself, in one of all processes: at these times in Amsterdam, and these seconds after a start. */
  cron?: { at: string; afterStart: number };
  /** One more of the same key may wait while one is being done: it does all that there is, and might have looked already. */
  onceMore?: boolean;
  /** Throws to be tried again; that is logged here. May come twice: a process can die before it said that it was done. `signal`: the server stops. */
  run(key: string, signal: AbortSignal): Promise<unknown>;
}

export interface Jobs {
  /** Before the server listens. */
  add(name: string, kind: JobKind): Promise<void>;
  /** Part of the caller's transaction. A job of this kind and key that waits or runs is not put a second time. */
  put(db: Db, name: string, key: string): Promise<void>;
  /** Does what is due now, in this process. */
  runDue(name: string): Promise<void>;
  start(): Promise<void>;
  /** Waits a moment for what is being done, then aborts it; that is done again later. */
  stop(): Promise<void>;
}

interface JobsParts {
  database: Pick<OpenDatabase, "execute" | "embedded">;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  counts?: Pick<Counts, "job"> | undefined;
}

const SCHEMA = "jobs";
const DAY_S = 86_400;
/** A job whose process has not said for so long that it works on it is for another; so it holds up those of its key no longer. */
const ALIVE = { heartbeatSeconds: 60 };
const STOP_MS = 2_000;
const ABORT_MS = 1_000;
/** A job comes with how often it was tried, and how often it may be. */
const TRIES = { includeMetadata: true } as const;
/** What the portal has no use for (chains of jobs) or may not do in its role (indexes), as seldom as can be. */
const QUIET = { flowIntervalSeconds: DAY_S, reindex: false, monitorVacuum: false, cronWorkerIntervalSeconds: 45 };

export async function createJobs({ database, log, counts }: JobsParts): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: database.execute },
    backend: database.embedded ? "pglite" : "postgres",
    schema: SCHEMA,
    migrate: false,
    createSchema: false,
    ...QUIET,
  });
  boss.on("error", (error) => log.warn({ err: error }, "jobs wait: the database does not answer"));
  await boss.start();
  const kinds = new Map<string, JobKind>();
  const stopping = new AbortController();

  const run = (job: JobWithMetadata<Data>): Promise<void> =>
    serveCall(job.data?.call ?? job.id, async () => {
      try {
        await kinds.get(job.name)?.run(job.data?.key ?? "", stopping.signal);
        counts?.job(job.name, "done");
      } catch (error) {
        throw tellFailure({ log, counts }, job, error);
      }
    });

  return {
    async add(name, kind) {
      kinds.set(name, kind);
      const { first, last, times } = kind.retry ?? { first: 60, last: 3_600, times: 10 };
      await boss.createQueue(name, {
        policy: kind.onceMore ? "stately" : "exclusive",
        retryLimit: times,
        retryDelay: first,
        retryBackoff: true,
        retryDelayMax: last,
        expireInSeconds: kind.expire ?? 900,
        deleteAfterSeconds: DAY_S,
      });
    },
    async put(db, name, key) {
      const running = fromKysely(db);
      let failed: { error: unknown } | undefined;
      // At some failures pg-boss reads its queues again, on another connection: the embedded engine has none until this transaction ends.
      const executeSql: typeof running.executeSql = (text, values) =>
        running.executeSql(text, values).catch((error: unknown) => {
          failed = { error };
          throw new Error("A statement of the transaction failed");
        });
      await boss
        .send(name, { key, call: findServedCall() }, { ...ALIVE, singletonKey: key, db: { executeSql } })
        .catch((error: unknown) => {
          throw failed ? failed.error : error;
        });
    },
    async runDue(name) {
      const fetch = () => boss.fetch<Data>(name, { batchSize: kinds.get(name)?.atOnce ?? 1, ...TRIES });
      for (let due = await fetch(); due.length > 0; due = await fetch()) {
        const settle = async (job: JobWithMetadata<Data>) =>
          run(job).then(
            () => boss.complete(name, job),
            (error: Error) => boss.fail(name, job, { message: error.message }),
          );
        await Promise.all(due.map(settle));
      }
    },
    async start() {
      for (const [name, { atOnce = 1, every = 60, cron }] of kinds) {
        const options = { localConcurrency: atOnce, pollingIntervalSeconds: every, ...TRIES } as const;
        await boss.work<Data, void, typeof options>(name, options, async ([job]) => job && run(job));
        if (!cron) continue;
        await boss.schedule(name, cron.at, { key: "" }, { ...ALIVE, tz: "Europe/Amsterdam" });
        await boss.send(name, { key: "" }, { ...ALIVE, singletonKey: "", startAfter: cron.afterStart });
      }
    },
    async stop() {
      const late = setTimeout(() => stopping.abort(), STOP_MS);
      await boss.stop({ graceful: true, timeout: STOP_MS + ABORT_MS });
      clearTimeout(late);
    },
  };
}

/** Returns what pg-boss may store, where no erasure looks: the error itself may name a receiver, or hold a whole row. */
function tellFailure({ log, counts }: Omit<JobsParts, "database">, job: JobWithMetadata<Data>, err: unknown): Error {
  const again = job.retryCount < job.retryLimit;
  counts?.job(job.name, again ? "failed" : "given_up");
  const facts = { job: job.name, id: job.id, attempt: job.retryCount + 1, again, err };
  if (again) log.warn(facts, "job failed, tried again later");
  else log.error(facts, "job given up");
  return new Error("The log says why, at the id of the job.");
}

/** For a command of operators: puts jobs for the portals that run, also before any has started on this database; does none. */
export async function withJobs<Done>(
  database: JobsParts["database"],
  [name, kind]: [string, Omit<JobKind, "run">],
  work: (jobs: Jobs) => Promise<Done>,
): Promise<Done> {
  const jobs = await createJobs({ database, log: console });
  try {
    await jobs.add(name, { ...kind, run: async () => undefined });
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}

/** For each kind how many seconds the job waits that is due the longest (near 0: it just came), and how many were given up within the last day. */
export async function listJobTroubles(
  db: Kysely<Database>,
): Promise<{ job: string; late: number; given_up: number }[]> {
  const { rows } = await sql<{ job: string; late: number; given_up: number }>`
    select name as job, count(*) filter (where state = 'failed')::int as given_up,
      coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'failed')), 0)::float8 as late
    from jobs.job where (state in ('created', 'retry') and start_after <= now() or state = 'failed')
      and name not like '\\_\\_%' group by name`.execute(db);
  return rows;
}
