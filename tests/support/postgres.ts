// A temporary PostgreSQL on a free port that a test or a measurement may stop and start, or, for measuring, a new
// database on the server of DATABASE_URL. Never runs as root. Removed when it is closed.
import { execFileSync, type SpawnOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";

/** Shutdown modes of PostgreSQL: `immediate` is like a crash. */
export type StopMode = "fast" | "immediate";

export interface PostgresServer {
  url: string;
  stop(mode: StopMode): void;
  /** Returns when it accepts connections. */
  start(): void;
  /** What it wrote since it was made. */
  readLog(): string;
  remove(): void;
}

export interface MeasuringServer {
  /** For the owner of the database. */
  url: string;
  /** For the portal: a plain role, whom row-level security binds. */
  portalUrl: string;
  version: string;
  close(): Promise<void>;
}

/** The account `nobody` of Debian and most others, because PostgreSQL refuses to run as root. */
export const NOBODY = 65_534;
const PROGRAMS = ["initdb", "pg_ctl", "postgres"];

/** The newest of Debian's folders, else the first of PATH. */
export function findPostgres(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter).filter(Boolean),
  ];
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));
}

export interface MakingOptions {
  /** With fsync, which matters to measurements and not to tests. */
  durable?: boolean;
  /**
   * An empty cluster to copy, which is faster than making one. The first process that finds no cluster makes it here.
   */
  template?: string;
}

export async function makePostgres(programs: string, options: MakingOptions = {}): Promise<PostgresServer> {
  const { durable = false, template } = options;
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const data = join(folder, "data");
  const owner: SpawnOptions = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, cwd: folder } : { cwd: folder };
  if (owner.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...owner, stdio: "ignore" });
  const init = (cluster: string) =>
    run("initdb", "-D", cluster, "-U", "portal", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  if (template) {
    if (!existsSync(template)) keepTemplate(init, join(folder, "template"), template);
    execFileSync("cp", ["-a", template, data]);
  } else init(data);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "''",
    fsync: durable ? "on" : "off",
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const stop = (mode: StopMode) => void run("pg_ctl", "stop", "-D", data, "-m", mode, "-w");
  const log = join(folder, "log");
  const start = () => void run("pg_ctl", "start", "-D", data, "-w", "-l", log, "-o", flags.join(" "));
  start();
  return {
    url: `postgres://portal@127.0.0.1:${port}/postgres`,
    stop,
    start,
    readLog: () => readFileSync(log, "utf8"),
    remove() {
      if (existsSync(join(data, "postmaster.pid"))) stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gets its name only when it is complete. If two processes make one at once, the first stays. */
function keepTemplate(init: (cluster: string) => unknown, made: string, template: string): void {
  init(made);
  try {
    renameSync(made, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  }
}

export async function openMeasuringServer(): Promise<MeasuringServer | null> {
  if (process.env.DATABASE_URL) return ownDatabase(process.env.DATABASE_URL);
  const programs = findPostgres();
  if (!programs) return null;
  const server = await makePostgres(programs, { durable: true });
  return ownDatabase(server.url, server.remove);
}

async function ownDatabase(url: string, after?: () => void): Promise<MeasuringServer> {
  const name = `bench_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const version = String((await admin.query("show server_version")).rows[0].server_version);
  const password = randomUUID();
  await admin.query(`create role ${name} login password '${password}'`);
  return {
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    portalUrl: Object.assign(new URL(url), { pathname: `/${name}`, username: name, password }).href,
    version,
    async close() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`drop role ${name}`);
      await admin.end();
      after?.();
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
