// A PostgreSQL to measure on: a database of its own on the server of DATABASE_URL, or a server started in a temporary
// directory (never as root), or none. Whatever it made is gone when it is closed.
import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export interface MeasuringServer {
  url: string;
  version: string;
  close(): Promise<void>;
}

const PORT = 54_104;
/** The account `nobody` of Debian and most others; PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

export async function openMeasuringServer(): Promise<MeasuringServer | null> {
  if (process.env.DATABASE_URL) return ownDatabase(process.env.DATABASE_URL);
  const programs = findPrograms();
  return programs ? startServer(programs) : null;
}

async function ownDatabase(url: string, after?: () => Promise<void>): Promise<MeasuringServer> {
  const name = `bench_lists_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const version = String((await admin.query("show server_version")).rows[0].server_version);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    version,
    async close() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
      await after?.();
    },
  };
}

function findPrograms(): string | null {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((one) => join(debian, one, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((one) => existsSync(join(one, "initdb")) && existsSync(join(one, "postgres"))) ?? null;
}

async function startServer(programs: string): Promise<MeasuringServer> {
  const folder = mkdtempSync(join(tmpdir(), "bench-lists-"));
  const data = join(folder, "data");
  const owner: SpawnOptions = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, cwd: folder } : { cwd: folder };
  if (owner.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"], {
    ...owner,
    stdio: "ignore",
  });
  const settings = { port: PORT, listen_addresses: "127.0.0.1", unix_socket_directories: folder };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...flags], { ...owner, stdio: "ignore" });
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const stop = async () => {
    server.kill("SIGINT");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = `postgres://bench@127.0.0.1:${PORT}/postgres`;
    await reachable(url);
    return await ownDatabase(url, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
