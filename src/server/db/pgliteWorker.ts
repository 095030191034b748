// Runs the embedded PostgreSQL in a worker thread, so that a slow query never blocks the server's event loop.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type Results } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { WorkerAnswer, WorkerNotice, WorkerQuestion } from "./embeddedPool.ts";
import { isPreparable, prepareStatements, SETTING } from "./preparedStatements.ts";

/** Names of the error numbers that the engine's file system throws in place of errors. */
const FILE_FAILURES: Record<number, string> = {
  2: "EACCES",
  19: "EDQUOT",
  29: "EIO",
  51: "ENOSPC",
  63: "EPERM",
  69: "EROFS",
};
type Failed = Error & Record<"code" | "detail" | "constraint" | "table", string | undefined>;

function toError(failed: unknown): Failed {
  if (failed instanceof Error) return failed as Failed;
  const { errno, message } = Object(failed) as { errno?: number; message?: string };
  if (errno === undefined) return new Error(message ?? String(failed)) as Failed;
  const code = FILE_FAILURES[errno] ?? `file failure ${errno}`;
  return Object.assign(new Error(message ?? `The embedded database cannot use its folder (${code})`), {
    code,
  }) as Failed;
}

const port = parentPort;
if (!port) throw new Error("pgliteWorker runs as a worker thread only");

// As `columnTypes` of serverStatements.ts, so that both engines give the same values: int8 a number, date and numeric text.
const parsers = { 20: Number, 1082: String, 1700: String };

// Enough for a small portal. PostgreSQL's default of 128 MB would be written at each start.
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];
const database = await PGlite.create({
  startParams,
  ...(workerData.directory ? { dataDir: workerData.directory as string } : {}),
  extensions: { pg_trgm },
  parsers,
}).catch((failed: unknown) => {
  throw toError(failed);
});
const { execute, forget } = prepareStatements(database);
// Notifications from unprepared statements; those from prepared ones are in their answers.
database.onNotification((channel, payload) => port.postMessage({ channel, payload } satisfies WorkerNotice));

async function answer(question: WorkerQuestion): Promise<void> {
  const { id } = question;
  if (question.kind === "close") {
    await database.close();
    port?.postMessage({ id, rows: [], rowCount: 0 } satisfies WorkerAnswer);
    port?.close();
    return;
  }
  const { sql, params, office } = question;
  const simple = office === undefined && params.length === 0 && sql.includes(";");
  if (!simple && isPreparable(sql)) {
    const raw = await execute(sql, params, office);
    port?.postMessage({ id, ...raw } satisfies WorkerAnswer, [raw.data.buffer as ArrayBuffer]);
    return;
  }
  if (!simple) await forget();
  const results = simple ? await database.exec(sql) : [await queryOnce(sql, params, office)];
  const rows = results.flatMap((result) => result.rows);
  port?.postMessage({ id, rows, rowCount: results.at(-1)?.affectedRows || rows.length } satisfies WorkerAnswer);
}

async function queryOnce(sql: string, params: unknown[], office?: string): Promise<Results> {
  if (office === undefined) return database.query(sql, params);
  return database.transaction(async (all) => {
    await all.query(SETTING, [office]);
    return all.query(sql, params);
  });
}

port.on("message", (question: WorkerQuestion) => {
  answer(question).catch((failed: unknown) => {
    const { message, code, detail, constraint, table } = toError(failed);
    const error = { message, code, detail, constraint, table };
    port.postMessage({ id: question.id, error } satisfies WorkerAnswer);
  });
});
port.postMessage({ id: 0, rows: [], rowCount: 0 } satisfies WorkerAnswer);
