// The portal as a process of its own, as it runs for brokers: started on a free port of this machine, asked for the
// processor time it used, and ended gently or by kill -9.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publish } from "#content/publish/publish.ts";
import { compiledSources } from "../../support/portal.ts";
import { TODAY } from "../../support/today.ts";

const root = join(import.meta.dirname, "../../..");

export interface PortalProcess {
  address: string;
  /** Seconds of processor time so far, or null where the system does not report it. */
  processorTime(): number | null;
  /**
   * Milliseconds that one of its threads, the one that waited most, was ready to run and had to wait for others. 0
   * where the system does not report it.
   */
  waitedForProcessor(): number;
  /** Resident memory in MB, or null where the system does not report it. */
  memory(): number | null;
  alive(): boolean;
  /** Answers its exit code. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

/** Makes a data directory with the published products in it, or a copy of one. The returned function removes it. */
export async function dataDirectory(name: string, model?: string): Promise<{ dataDir: string; remove(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), `${name}-`));
  if (model) cpSync(model, dataDir, { recursive: true });
  else await publish(join(root, "schemas"), join(dataDir, "products"));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

export interface StartOptions {
  /** Absent: the embedded database in the data directory. */
  databaseUrl?: string | undefined;
  /** Of the owner of its tables. */
  migrateUrl?: string | undefined;
  /** Beside those below. */
  settings?: Record<string, string>;
  /** Off: an empty portfolio beside what is in the database. */
  sampleData?: boolean;
  /** Flags of Node, such as --cpu-prof. */
  flags?: string[];
  /** Folder of an unpacked release archive. If absent, this checkout is used. */
  program?: string;
}

export async function startPortal(dataDir: string, options: StartOptions = {}): Promise<PortalProcess> {
  const settings = {
    DATA_DIR: dataDir,
    PORT: "0",
    APP_ENV: "test",
    TODAY,
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "1000000",
    SHUTDOWN_GRACE_MS: "60000",
  };
  const env = {
    PATH: process.env.PATH,
    ...(options.program ? {} : compiledSources()),
    ...settings,
    SAMPLE_DATA: options.sampleData === false ? "off" : "on",
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...(options.migrateUrl ? { DATABASE_MIGRATE_URL: options.migrateUrl } : {}),
    ...options.settings,
  };
  const program = options.program ?? root;
  const args = [...(options.flags ?? []), join(program, "src/server/cli.ts"), "start"];
  const node = options.program ? findNode(program) : join(root, "node_modules/.bin/node");
  const child = spawn(node, args, { env, cwd: dataDir, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const address = await readyAddress(child);
  return {
    address,
    processorTime: () => readProcessorTime(child.pid),
    waitedForProcessor: () => readWaitingTime(child.pid),
    memory: () => readMemory(child.pid),
    alive: () => child.exitCode === null && child.signalCode === null,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, "exit");
      child.kill(signal);
      const [code] = (await gone) as [number | null];
      return code;
    },
  };
}

/** The Node that came with a release archive. */
function findNode(program: string): string {
  const packages = join(program, "node_modules");
  const [name = ""] = readdirSync(packages).filter((folder) => folder.startsWith("node-linux-"));
  return join(packages, name, "bin/node");
}

async function readyAddress(child: ChildProcess): Promise<string> {
  const gone = once(child, "exit").then(([code]) => Promise.reject(new Error(`the portal ended with ${code}`)));
  gone.catch(() => undefined);
  const [message] = (await Promise.race([once(child, "message"), gone])) as [{ ready: string }];
  return message.ready;
}

function readProcessorTime(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return (user + system) / 100;
  } catch {
    return null;
  }
}

function readWaitingTime(pid: number | undefined): number {
  try {
    const tasks = `/proc/${pid}/task`;
    const waits = readdirSync(tasks).map((id) =>
      Number(readFileSync(`${tasks}/${id}/schedstat`, "utf8").split(" ")[1]),
    );
    return Math.max(0, ...waits) / 1e6;
  } catch {
    return 0;
  }
}

function readMemory(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes ? Number(kilobytes) / 1024 : null;
  } catch {
    return null;
  }
}
