// A `pg`-like pool around the embedded PostgreSQL, so that both engines share one Kysely dialect. The engine has one session, so
// `connect()` waits for its turn and fails after a time limit instead of hanging.
import { Worker } from "node:worker_threads";
import type { SqlClient, SqlPool } from "./officePool.ts";
import { columnTypes } from "./serverPool.ts";

export type WorkerQuestion = { id: number; sql: string; params: unknown[] } | { id: number; close: true };
interface WorkerFailure {
  message: string;
  code?: string | undefined;
  detail?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
}
/** The values of a row as PostgreSQL writes them. */
export type TextRow = (string | null)[];
export interface WorkerResult {
  columns: { name: string; dataTypeID: number }[];
  rows: TextRow[];
  affected: number;
}
export interface WorkerAnswer {
  id: number;
  /** One of each statement. */
  results?: WorkerResult[];
  error?: WorkerFailure;
}
type QueryRunner = (sql: string, params: readonly unknown[]) => Promise<WorkerResult[]>;
type Parser = (text: string) => unknown;
interface PendingQuery {
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
}

const TURN_LIMIT_MS = 30_000;

/** `onLost` is called when the engine crashes. The pool cannot restart it. */
export async function openEmbeddedPool(
  directory?: string,
  onLost: (error: Error) => void = () => undefined,
): Promise<SqlPool> {
  const worker = new Worker(new URL("./pgliteWorker.ts", import.meta.url), { workerData: { directory } });
  const waiting = new Map<number, PendingQuery>();
  let nextId = 1;
  let turn: Promise<void> = Promise.resolve();
  let ended: Error | undefined;
  let closing = false;

  const fail = (error: Error) => {
    ended = error;
    for (const pending of waiting.values()) pending.reject(error);
    waiting.clear();
  };
  worker.on("message", (answer: WorkerAnswer) => {
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error) pending?.reject(databaseError(answer.error));
    else pending?.resolve(answer);
  });
  worker.on("error", fail);
  worker.on("exit", () => {
    fail(ended ?? new Error("The embedded database has stopped"));
    if (!closing && ended) onLost(ended);
  });

  const ask = (question: WorkerQuestion) =>
    new Promise<WorkerAnswer>((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    });

  await new Promise<void>((resolve, reject) => waiting.set(0, { resolve: () => resolve(), reject }));

  const query: QueryRunner = async (sql, params) =>
    (await ask({ id: nextId++, sql, params: [...params] })).results ?? [];

  const connect = async () => {
    const before = turn;
    let free: () => void = () => undefined;
    turn = new Promise((resolve) => (free = resolve));
    try {
      await within(before, TURN_LIMIT_MS);
    } catch (error) {
      before.then(free);
      throw error;
    }
    return createSession(query, free);
  };
  const stopVacuum = vacuumRegularly(connect);

  return {
    connect,
    async end() {
      closing = true;
      stopVacuum();
      if (ended) return;
      await turn;
      await ask({ id: nextId++, close: true });
      await worker.terminate();
    },
    options: {},
  };
}

const VACUUM_EVERY_MS = 60_000;
/**
 * Tables that autovacuum would choose: over 50 rows plus a tenth changed since. Also large tables that were never
 * analysed.
 */
const CHANGED = `select relid::regclass::text as name from pg_stat_user_tables join pg_class on oid = relid
  where n_mod_since_analyze > 50 + 0.1 * reltuples or (reltuples < 0 and pg_relation_size(relid) > 1000000)`;

/** Replaces autovacuum, which needs processes of its own: it removes dead rows and keeps the planner's statistics up to date. */
function vacuumRegularly(connect: SqlPool["connect"]): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const ask = async (statement: string) => {
    const client = await connect();
    return client.query(statement).finally(() => client.release());
  };
  const vacuum = async () => {
    // One table at a time, so that a call waits for one at most.
    for (const { name } of (await ask(CHANGED)).rows) if (!stopped) await ask(`vacuum (analyze) ${name}`);
  };
  const wait = () => {
    // A failure here is not reported: whatever causes it fails calls too, and they report it.
    const work = () =>
      vacuum()
        .catch(() => undefined)
        .then(() => stopped || wait());
    timer = setTimeout(work, VACUUM_EVERY_MS).unref();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Reads values with the parsers of `pg`, so that both engines give the same values. */
function readRows({ columns, rows }: WorkerResult): Record<string, unknown>[] {
  // The types of `pg` describe the parameter as a number, but a parser takes the text of a value.
  const parsers = columns.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID) as unknown as Parser);
  const read = (row: TextRow) =>
    columns.map(
      ({ name }, index) => [name, row[index] === null ? null : parsers[index]?.(row[index] as string)] as const,
    );
  return rows.map((row) => Object.fromEntries(read(row)));
}

function createSession(query: QueryRunner, free: () => void): SqlClient {
  let isAborted = false;
  return {
    processID: 1,
    async query(sql, params = []) {
      const ends = /^(commit|rollback)$/.test(sql);
      try {
        const results = await query(sql, params);
        // Kysely reads from the command whether a commit rolled back, and for how many rows were changed that any were.
        const command = isAborted && sql === "commit" ? "ROLLBACK" : "UPDATE";
        if (ends) isAborted = false;
        return { command, rowCount: results.at(-1)?.affected ?? 0, rows: results.flatMap(readRows) };
      } catch (error) {
        isAborted = true;
        throw error;
      }
    },
    release: free,
  };
}

function databaseError({ message, ...facts }: WorkerFailure): Error {
  return Object.assign(new Error(message), facts);
}

function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("The database was busy for too long (is `db` used inside a transaction?)")),
      ms,
    );
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
