// Background jobs, run at least once with retries: pg-boss on the portal's own database, PostgreSQL or embedded. A job is a row
// written in the transaction that causes it, so that it exists exactly if that transaction commits.
import type { FastifyBaseLogger } from "fastify";
import { type Kysely, sql } from "kysely";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import { JOBS_SCHEMA } from "../db/jobTables.ts";
import type { Db, OpenDatabase } from "../db/open.ts";
import type { Database } from "../db/tables/schema.ts";
import type { Counts } from "../http/counts.ts";
import { findServedCall, serveCall } from "../http/logging.ts";

/** `call`: id of the request that queued it, for the log. */
type Data = { key: string; call?: string | undefined };

export interface JobKind {
  /** Delay between attempts in seconds: starts at `first`, doubles each time up to `last`. */
  retry?: { first: number; last: number; times: number };
  /** Seconds after which an attempt counts as failed. Must be longer than any attempt takes. */
  expire?: number;
  /** Concurrent jobs per process. */
  atOnce?: number;
  /** Polling interval in seconds. */
  every?: number;
  /** Also runs on a schedule, in one of all processes: at these times in Amsterdam, and this many seconds after a start. */
  cron?: { at: string; afterStart: number };
  /** A job may be queued while one with its key is running: the running one may have read its work too early. */
  onceMore?: boolean;
  /**
   * Throws to be retried, which is logged here. Must be idempotent: after a crash a finished job may run again. `signal` aborts when
   * the server stops.
   */
  run(key: string, signal: AbortSignal): Promise<unknown>;
}

export interface Jobs {
  /** Registers a kind of job. Must be called before `start`. */
  add(name: string, kind: JobKind): Promise<void>;
  /** Queues a job in the caller's transaction. Does nothing if a job of this kind and key is queued or running already. */
  put(db: Db, name: string, key: string): Promise<void>;
  /** Runs all jobs that are due, in this process. */
  runDue(name: string): Promise<void>;
  start(): Promise<void>;
  /** Waits briefly for running jobs, then aborts them. They are retried later. */
  stop(): Promise<void>;
}

interface JobsParts {
  database: Pick<OpenDatabase, "execute" | "embedded">;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  counts?: Pick<Counts, "job"> | undefined;
}

const DAY_S = 86_400;
/** A running job without a heartbeat for this long is given to another process, so that a crash does not block its key. */
const ALIVE = { heartbeatSeconds: 60 };
const STOP_MS = 2_000;
const ABORT_MS = 1_000;
/** Fetches jobs with their attempts and limit. */
const WITH_ATTEMPTS = { includeMetadata: true } as const;
/** Reduces or disables what the portal does not use (flows of jobs) or its role may not do (reindexing). */
const QUIET = { flowIntervalSeconds: DAY_S, reindex: false, monitorVacuum: false, cronWorkerIntervalSeconds: 45 };

export async function createJobs({ database, log, counts }: JobsParts): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: database.execute },
    backend: database.embedded ? "pglite" : "postgres",
    schema: JOBS_SCHEMA,
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
        throw reportFailure({ log, counts }, job, error);
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
      // pg-boss reacts to some database errors by reading its queues on another connection, which on the embedded
      // engine would wait for this transaction. An error of another kind prevents that. The real one is thrown below.
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
      const fetch = () => boss.fetch<Data>(name, { batchSize: kinds.get(name)?.atOnce ?? 1, ...WITH_ATTEMPTS });
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
        const options = { localConcurrency: atOnce, pollingIntervalSeconds: every, ...WITH_ATTEMPTS } as const;
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

/**
 * Logs a failure and returns a neutral error for pg-boss to store: the real one may contain personal data, such as an address, and
 * erasure does not search the jobs.
 */
function reportFailure({ log, counts }: Omit<JobsParts, "database">, job: JobWithMetadata<Data>, err: unknown): Error {
  const again = job.retryCount < job.retryLimit;
  counts?.job(job.name, again ? "failed" : "given_up");
  const facts = { job: job.name, id: job.id, attempt: job.retryCount + 1, again, err };
  if (again) log.warn(facts, "job failed, tried again later");
  else log.error(facts, "job given up");
  return new Error("The log says why, at the id of the job.");
}

/**
 * For operators' commands: queues jobs for running servers, even before one has started on this database. Runs none
 * itself.
 */
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

/**
 * Per kind of job: for how many seconds the oldest due job has waited, and how many jobs were given up within the last day. A job of a
 * killed process ends as failed before its last attempt when another job with its key waits for a retry: that one does its work.
 */
export async function listJobTroubles(
  db: Kysely<Database>,
): Promise<{ job: string; late: number; given_up: number }[]> {
  const { rows } = await sql<{ job: string; late: number; given_up: number }>`
    select name as job, count(*) filter (where state = 'failed' and retry_count >= retry_limit)::int as given_up,
      coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'failed')), 0)::float8 as late
    from jobs.job where (state in ('created', 'retry') and start_after <= now() or state = 'failed')
      and name not like '\\_\\_%' group by name`.execute(db);
  return rows;
}
