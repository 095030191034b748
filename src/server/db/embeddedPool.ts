// A pool in the shape of `pg` around the embedded PostgreSQL, so that both engines share one Kysely dialect. There is one
// session: `connect()` waits for its turn, and gives up with a sentence instead of hanging for ever.
import { Worker } from "node:worker_threads";
import type { SqlClient, SqlPool } from "./scopedPool.ts";

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
export interface WorkerAnswer {
  id: number;
  rows?: unknown[];
  rowCount?: number;
  error?: WorkerFailure;
}
/** `office`: runs as the role that row-level security binds, for that office; also a statement that begins a transaction. */
type Ask = (sql: string, params: readonly unknown[], office?: string) => Promise<WorkerAnswer>;
interface EmbeddedClient extends SqlClient {
  query(sql: string, params?: readonly unknown[], office?: string): ReturnType<SqlClient["query"]>;
}
export type EmbeddedPool = SqlPool<EmbeddedClient>;
interface Waiting {
  resolve(answer: WorkerAnswer): void;
  reject(error: Error): void;
}

const TURN_LIMIT_MS = 30_000;

/** `onLost`: the engine died by itself, and nothing here can bring it back. */
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
  worker.on("message", (answer: WorkerAnswer) => {
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

  const query: Ask = (sql, params, office) => ask({ kind: "query", id: nextId++, sql, params: [...params], office });

  return {
    async connect() {
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
    },
    async end() {
      closing = true;
      if (ended) return;
      await turn;
      await ask({ kind: "close", id: nextId++ });
      await worker.terminate();
    },
    options: {},
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
