// A `pg`-like pool around the embedded PostgreSQL, so that both engines share one Kysely dialect. The engine has one session, so
// `connect()` waits for its turn and fails after a time limit instead of hanging.
import { Worker } from "node:worker_threads";
import { readAnswer, readColumns } from "./engineAnswer.ts";
import type { Heard, Listening } from "./listening.ts";
import type { RawAnswer } from "./preparedStatements.ts";
import { BEGINS, type SqlClient, type SqlPool } from "./scopedPool.ts";

export type WorkerQuestion =
  | { kind: "query"; id: number; sql: string; params: unknown[]; office?: string | undefined }
  | { kind: "close"; id: number };
interface WorkerFailure {
  message: string;
  code?: string | undefined;
  detail?: string | undefined;
  constraint?: string | undefined;
  table?: string | undefined;
}
/** A `notify`; arrives before the answer of the statement that sent it. */
export interface WorkerNotice {
  channel: string;
  payload: string;
}
export interface WorkerAnswer extends Partial<RawAnswer> {
  id: number;
  rows?: unknown[];
  rowCount?: number;
  error?: WorkerFailure;
}
/** `office`: runs the statement, or the transaction that it begins, as the role under row-level security and for that office. */
type Ask = (sql: string, params: readonly unknown[], office?: string) => Promise<Answer>;
type Answer = Pick<WorkerAnswer, "rows" | "rowCount">;
export interface EmbeddedClient extends SqlClient {
  query(sql: string, params?: readonly unknown[], office?: string): ReturnType<SqlClient["query"]>;
}
export interface EmbeddedPool extends SqlPool<EmbeddedClient> {
  listen(channel: string, heard: Heard): Listening;
}
interface Waiting {
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
}

const TURN_LIMIT_MS = 30_000;

/** `onLost` is called when the engine crashes; the pool cannot restart it. */
export async function openEmbeddedPool(
  directory?: string,
  onLost: (error: Error) => void = () => undefined,
): Promise<EmbeddedPool> {
  const worker = new Worker(new URL("./pgliteWorker.ts", import.meta.url), { workerData: { directory } });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let turn: Promise<void> = Promise.resolve();
  let ended: Error | undefined;
  let closing = false;

  const fail = (error: Error) => {
    ended = error;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  const listeners = new Map<string, Heard>();
  worker.on("message", (answer: WorkerAnswer | WorkerNotice) => {
    if ("channel" in answer) {
      listeners.get(answer.channel)?.(answer.payload);
      return;
    }
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error) one?.reject(databaseError(answer.error));
    else one?.resolve(answer);
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

  const read = readAnswers((channel, payload) => listeners.get(channel)?.(payload));
  const query: Ask = async (sql, params, office) =>
    read(sql, office, await ask({ kind: "query", id: nextId++, sql, params: [...params], office }));

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
    /** The embedded engine serves one process, so notifications come from the process itself, in order. */
    listen(channel, heard) {
      let up = false;
      listeners.set(channel, heard);
      query(`listen ${channel}`, []).then(
        () => (up = true),
        () => undefined,
      );
      return { up: () => up && !ended, close: async () => void listeners.delete(channel) };
    },
    async end() {
      closing = true;
      stopVacuum();
      if (ended) return;
      await turn;
      await ask({ kind: "close", id: nextId++ });
      await worker.terminate();
    },
    options: {},
  };
}

const VACUUM_EVERY_MS = 60_000;
/** Tables that autovacuum would choose: over 50 rows plus a tenth changed since; also large tables that were never analysed. */
const CHANGED = `select relid::regclass::text as name from pg_stat_user_tables join pg_class on oid = relid
  where n_mod_since_analyze > 50 + 0.1 * reltuples or (reltuples < 0 and pg_relation_size(relid) > 1000000)`;

/** Replaces autovacuum, which needs processes of its own: it removes dead rows and keeps the planner's statistics up to date. */
function vacuumRegularly(connect: () => Promise<EmbeddedClient>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const ask = async (statement: string) => {
    const client = await connect();
    return client.query(statement).finally(() => client.release());
  };
  const vacuum = async () => {
    // One table at a time, so that a call waits for one at most. The `;` sends it unprepared: prepared statements are kept.
    for (const { name } of (await ask(CHANGED)).rows) if (!stopped) await ask(`vacuum (analyze) ${name};`);
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

/** Caches the columns of each statement, which come with its first answer only. */
function readAnswers(said: (channel: string, payload: string) => void) {
  const columns = new Map<string, ReturnType<typeof readColumns>>();
  return (sql: string, office: string | undefined, answer: WorkerAnswer): Answer => {
    if (!answer.data) return answer;
    if (answer.anew) columns.clear();
    if (answer.description) columns.set(sql, readColumns(answer.description));
    // A `begin` returns no rows; any other statement of an office comes after the setting, whose answer is skipped.
    const skip = BEGINS.test(sql) ? Number.POSITIVE_INFINITY : Number(office !== undefined);
    return readAnswer(answer.data, { columns: columns.get(sql) ?? [], skip, said });
  };
}

function createSession(query: Ask, free: () => void) {
  let aborted = false;
  let released = false;
  const client = {
    processID: 1,
    async query(sql: string, params: readonly unknown[] = [], office?: string) {
      const command = (/^\s*(?:--.*\n\s*)*(\w+)/.exec(sql)?.[1] ?? "").toUpperCase();
      try {
        const { rows = [], rowCount = 0 } = await query(sql, params, office);
        const undone = aborted && command === "COMMIT";
        if (/^(BEGIN|START|COMMIT|ROLLBACK)$/.test(command)) aborted = false;
        return { command: undone ? "ROLLBACK" : findCommandTag(command, sql), rowCount, rows };
      } catch (error) {
        aborted = true;
        throw error;
      }
    },
    release() {
      if (released) return;
      released = true;
      free();
    },
  };
  return client as EmbeddedClient;
}

/** `with ... insert` counts as an insert: Kysely reads the number of changed rows from the command. */
function findCommandTag(command: string, sql: string): string {
  if (command !== "WITH") return command;
  return (/\b(insert|update|delete)\b/i.exec(sql)?.[1] ?? "SELECT").toUpperCase();
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
