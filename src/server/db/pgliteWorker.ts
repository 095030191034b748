// Runs the embedded PostgreSQL in its own thread, so that a slow query never stalls the event loop that serves people.
// It answers one message at a time and knows nothing but SQL.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import type { WorkerAnswer, WorkerQuestion } from "./embeddedPool.ts";
import { prepareStatements } from "./preparedStatements.ts";

const port = parentPort;
if (!port) throw new Error("pgliteWorker runs as a worker thread only");

// The same shapes as `pg` gives with the parsers of open.ts: int8 a number, date and numeric their text.
const parsers = { 20: Number, 1082: String, 1700: String };

// As much as one office's portal needs: the 128 MB that PostgreSQL takes are written at each start.
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];
const database = await PGlite.create({
  startParams,
  ...(workerData.directory ? { dataDir: workerData.directory as string } : {}),
  extensions: { pg_trgm },
  parsers,
});
const query = prepareStatements(database);

port.on("message", async (question: WorkerQuestion) => {
  try {
    if (question.kind === "close") {
      await database.close();
      port.postMessage({ id: question.id, rows: [], rowCount: 0 } satisfies WorkerAnswer);
      port.close();
      return;
    }
    const { sql, params, office } = question;
    const simple = office === undefined && params.length === 0 && sql.includes(";");
    const results = simple ? await database.exec(sql) : [await query(sql, params, office)];
    const rows = results.flatMap((result) => result?.rows ?? []);
    const rowCount = results.at(-1)?.affectedRows || rows.length;
    port.postMessage({ id: question.id, rows, rowCount } satisfies WorkerAnswer);
  } catch (error) {
    const { message, code, detail, constraint, table } = error as Record<string, string | undefined>;
    port.postMessage({
      id: question.id,
      error: { message: message ?? String(error), code, detail, constraint, table },
    } satisfies WorkerAnswer);
  }
});
port.postMessage({ id: 0, rows: [], rowCount: 0 } satisfies WorkerAnswer);
