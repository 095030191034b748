// Hundreds of connections that send a byte a second and never finish, while brokers work: how long the server keeps them, and what
// the brokers notice of it.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ownTime } from "../../support/ownTime.ts";
import { Connection } from "./connection.ts";
import { dataDirectory, startPortal } from "./portalProcess.ts";

export interface SocketsReport {
  sockets: number;
  /** Milliseconds until the last was closed, by how it was slow. */
  closed: Record<string, number>;
  /** Calls of others meanwhile. */
  calls: number;
  /** Milliseconds of the slowest of them, without the portal's waiting for a processor that others had. */
  slowest: number;
  slowestWithWaiting: number;
}

const EVERY_MS = 1_000;
const GIVE_UP_MS = 60_000;
const post = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nhost: portal\r\ncontent-type: ${type}\r\ncontent-length: 900\r\n\r\n`;
/** The first bytes of each connection. After them one byte a second is sent. */
const SLOW: Record<string, string> = {
  "says nothing": "",
  "with its address": "GET /api/rel",
  "with its headers": "GET /api/relations HTTP/1.1\r\nhost: portal\r\nx-slow: ",
  "with a body": post("/csp-report", "application/csp-report"),
  "with a form": post("/auth/login", "application/x-www-form-urlencoded"),
  "in pieces": "POST /csp-report HTTP/1.1\r\nhost: portal\r\ntransfer-encoding: chunked\r\n\r\n2f\r\n",
};

export interface SocketsOptions {
  sockets: number;
  /** Absent: the embedded database. */
  databaseUrl?: string | undefined;
  model?: string;
}

export async function socketsRun(options: SocketsOptions): Promise<SocketsReport> {
  const { dataDir, remove } = await dataDirectory("sockets", options.model);
  const portal = await startPortal(dataDir, { databaseUrl: options.databaseUrl });
  try {
    const broker = await new Connection(portal.address).enter("v.voorbeeld");
    const port = Number(new URL(portal.address).port);
    const kinds = Object.entries(SLOW);
    const report: SocketsReport = { sockets: 0, closed: {}, calls: 0, slowest: 0, slowestWithWaiting: 0 };
    const all = Array.from({ length: options.sockets }, async (_, index) => {
      const [kind, begin] = kinds[index % kinds.length] as [string, string];
      const lasted = await hold(port, begin);
      report.sockets += 1;
      report.closed[kind] = Math.max(report.closed[kind] ?? 0, lasted);
    });
    const closed = Promise.all(all).then(() => true);
    while (report.sockets < options.sockets) {
      const begun = performance.now();
      const elapsed = await ownTime(portal, broker.ok("GET", "/api/relations?page=1&limit=7"));
      report.slowestWithWaiting = Math.max(report.slowestWithWaiting, performance.now() - begun);
      report.slowest = Math.max(report.slowest, elapsed);
      report.calls += 1;
      await Promise.race([closed, sleep(100)]);
    }
    broker.close();
    await portal.end("SIGTERM");
    return report;
  } finally {
    await portal.end("SIGKILL");
    remove();
  }
}

/** Milliseconds until the server closes it. */
function hold(port: number, begin: string): Promise<number> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const socket = connect(port, "127.0.0.1", () => {
      if (begin) socket.write(begin);
    });
    const writing = begin ? setInterval(() => socket.write("a"), EVERY_MS) : undefined;
    const late = setTimeout(() => socket.destroy(), GIVE_UP_MS);
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => {
      clearInterval(writing);
      clearTimeout(late);
      resolve(performance.now() - begun);
    });
  });
}
