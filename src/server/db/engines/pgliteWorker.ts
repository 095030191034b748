// Runs the embedded PostgreSQL in a worker thread, so that a slow query never blocks the server's event loop.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { TextRow, WorkerAnswer, WorkerQuestion } from "./embeddedPool.ts";

/** Names of the error numbers that the engine's file system throws in place of errors. */
const FILE_FAILURES: Record<number, string> = {
  2: "EACCES",
  19: "EDQUOT",
  29: "EIO",
  51: "ENOSPC",
  63: "EPERM",
  69: "EROFS",
};
type QueryError = Error & Record<"code" | "detail" | "constraint" | "table", string | undefined>;

function toError(failed: unknown): QueryError {
  if (failed instanceof Error) return failed as QueryError;
  const { errno, message } = Object(failed) as { errno?: number; message?: string };
  if (errno === undefined) return new Error(message ?? String(failed)) as QueryError;
  const code = FILE_FAILURES[errno] ?? `file failure ${errno}`;
  return Object.assign(new Error(message ?? `The embedded database cannot use its folder (${code})`), {
    code,
  }) as QueryError;
}

const port = parentPort;
if (!port) throw new Error("pgliteWorker runs as a worker thread only");

// Enough for a small portal. PostgreSQL's default of 128 MB would be written at each start.
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];
const database = await PGlite.create({
  startParams,
  ...(workerData.directory ? { dataDir: workerData.directory as string } : {}),
  extensions: { pg_trgm },
}).catch((failed: unknown) => {
  throw toError(failed);
});

// Leaves values as text: the pool parses them as it does those of a PostgreSQL server. Changed in the engine, because parsers that
// are passed with a statement are merged with its own for each statement, which takes longer than most statements.
for (const type of Object.keys(database.parsers)) database.parsers[Number(type)] = (text: string) => text;
const AS_ROWS = { rowMode: "array" as const };

async function answer(question: WorkerQuestion): Promise<WorkerAnswer> {
  const { id } = question;
  if ("close" in question) {
    await database.close();
    return { id };
  }
  const { sql, params } = question;
  const several = params.length === 0 && sql.includes(";");
  const results = several ? await database.exec(sql, AS_ROWS) : [await database.query(sql, params, AS_ROWS)];
  const sent = results.map(({ fields: columns, rows, affectedRows: affected = 0 }) => ({
    columns: columns.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    rows: rows as unknown as TextRow[],
    affected,
  }));
  return { id, results: sent };
}

const describeFailure = (id: number, failed: unknown): WorkerAnswer => {
  const { message, code, detail, constraint, table } = toError(failed);
  return { id, error: { message, code, detail, constraint, table } };
};

port.on("message", async (question: WorkerQuestion) => {
  port.postMessage(await answer(question).catch((failed) => describeFailure(question.id, failed)));
  if ("close" in question) port.close();
});
port.postMessage({ id: 0 } satisfies WorkerAnswer);
