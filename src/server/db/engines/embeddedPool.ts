// The embedded PostgreSQL behind a pool of `pg`, as a server's (serverPool.ts): a connection is a stream to the thread of the engine
// (pgliteWorker.ts). The engine has one session, so the pool has one connection, for which callers wait their turn.
import { once } from "node:events";
import { Duplex } from "node:stream";
import { MessageChannel, Worker } from "node:worker_threads";
import type { PostgresQueryResult } from "kysely";
import pg from "pg";
import type { SqlClient, SqlPool } from "./officePool.ts";
import { openServerPool } from "./serverPool.ts";

const TURN_LIMIT_MS = 30_000;
/** Limits the memory for statements whose text depends on the number of their values. */
const MAX_NAMES = 400;
const CHANGES_TABLES = /\b(alter|create|drop) /i;

/** `onLost` is called when the engine crashes. The pool cannot restart it. */
export async function openEmbeddedPool(
  directory?: string,
  onLost: (error: Error) => void = () => undefined,
): Promise<SqlPool> {
  const worker = new Worker(new URL("./pgliteWorker.ts", import.meta.url), { workerData: { directory } });
  let ended: Error | undefined;
  let isOpen = false;
  worker.on("error", (error) => (ended = error));
  worker.on("exit", () => {
    ended ??= new Error("The embedded database has stopped");
    if (isOpen) onLost(ended);
  });
  const failed = once(worker, "exit").then(() => Promise.reject(ended));
  await Promise.race([once(worker, "message"), failed]);
  isOpen = true;

  const { pool } = openServerPool({
    url: "postgres://postgres@embedded/postgres",
    poolMax: 1,
    waitMs: TURN_LIMIT_MS,
    stream: () => openStream(worker, () => ended),
    // The session is that of the broken connection before, if there was one.
    onConnect: (client) => client.query("rollback; deallocate all"),
  });
  const names = new Map<string, string>();
  const connect = async () => nameStatements(await pool.connect(), names);
  const stopVacuum = vacuumRegularly(connect);
  return {
    connect,
    async end() {
      isOpen = false;
      stopVacuum();
      await pool.end();
      if (ended) return;
      worker.postMessage("close");
      await once(worker, "exit");
    },
    options: pool.options,
  };
}

/** Sends what is written in one turn as one message. */
function openStream(worker: Worker, findEnd: () => Error | undefined): Duplex {
  const { port1, port2 } = new MessageChannel();
  let written: Uint8Array[] = [];
  const send = () => {
    port1.postMessage(Buffer.concat(written));
    written = [];
  };
  const stream = new Duplex({
    read: () => undefined,
    write(chunk, _, done) {
      if (written.push(chunk) === 1) process.nextTick(send);
      done();
    },
    final(done) {
      stream.push(null);
      done();
    },
    destroy(error, done) {
      port1.close();
      done(error);
    },
  });
  port1.on("message", (answer: Uint8Array) => stream.push(answer));
  port1.on("close", () => stream.destroy(findEnd()));
  worker.postMessage(port2, [port2]);
  const connect = () => process.nextTick(() => stream.emit("connect"));
  const ignore = () => stream;
  return Object.assign(stream, { connect, setNoDelay: ignore, setKeepAlive: ignore, ref: ignore, unref: ignore });
}

/** The engine plans a named statement once instead of at each call: planning takes it longer than running most of them. */
function nameStatements(client: pg.PoolClient, names: Map<string, string>): SqlClient {
  const findName = (text: string) => {
    if (!names.has(text) && names.size < MAX_NAMES) names.set(text, `statement ${performance.now()}`);
    return names.get(text);
  };
  return {
    processID: 1,
    async query(text, parameters = []) {
      const values = [...parameters];
      const name = values.length > 0 ? findName(text) : undefined;
      // A planned statement refuses to run when the columns of its result have changed.
      if (CHANGES_TABLES.test(text)) names.clear();
      try {
        return (await client.query({ ...(name && { name }), text, values })) as PostgresQueryResult<never>;
      } catch (error) {
        // `pg` closes a statement of which it cannot send a value, and takes the name for that of an open one.
        if (!(error instanceof pg.DatabaseError)) names.delete(text);
        throw error;
      }
    },
    release: (broken) => client.release(broken),
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
