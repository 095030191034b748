// Runs the embedded PostgreSQL in a worker thread, so that a slow query never blocks the server's event loop. Each message is the port
// of a connection. What a port receives and answers is PostgreSQL's own protocol.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** Names of the error numbers that the engine's file system throws in place of errors. */
const FILE_FAILURES: Record<number, string> = {
  2: "EACCES",
  19: "EDQUOT",
  29: "EIO",
  51: "ENOSPC",
  63: "EPERM",
  69: "EROFS",
};

function toError(failed: unknown): Error {
  if (failed instanceof Error) return failed;
  const { errno, message } = Object(failed) as { errno?: number; message?: string };
  if (errno === undefined) return new Error(message ?? String(failed));
  const code = FILE_FAILURES[errno] ?? `file failure ${errno}`;
  return Object.assign(new Error(message ?? `The embedded database cannot use its folder (${code})`), { code });
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

port.on("message", async (connection: MessagePort | "close") => {
  if (connection === "close") {
    await database.close();
    return port.close();
  }
  connection.on("message", (sent: Uint8Array) => {
    const answer = database.execProtocolRawSync(sent);
    connection.postMessage(answer, [answer.buffer as ArrayBuffer]);
  });
});
port.postMessage("ready");
