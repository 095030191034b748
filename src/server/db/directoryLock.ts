// One process at a time may open an embedded database directory: two of them lose each other's rows without an error.
// The lock names its process; a lock whose process is gone is taken over, one that is alive is never broken.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

interface Holder {
  pid: number;
  host: string;
  /** Tells two processes with the same number apart (after a restart of the machine or the container). */
  born: string;
}
const HEARTBEAT_MS = 5_000;
const SILENT_MS = 30_000;

export class DirectoryInUse extends Error {}

export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "in-use.lock");
  const me: Holder = { pid: process.pid, host: hostname(), born: bornOf(process.pid) };
  if (!create(path, me)) takeOver(path, me, directory);
  const beat = setInterval(() => touch(path), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(beat);
    if (sameHolder(read(path), me)) rmSync(path, { force: true });
  };
}

function create(path: string, holder: Holder): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, JSON.stringify(holder));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Two processes may find the same dead lock: a second file makes sure that only one of them replaces it. */
function takeOver(path: string, me: Holder, directory: string): void {
  const turn = `${path}.turn`;
  if (silentFor(turn) > SILENT_MS) rmSync(turn, { force: true });
  if (!create(turn, me)) throw inUse(directory);
  try {
    const holder = read(path);
    if (alive(holder, path)) throw inUse(directory, holder);
    rmSync(path, { force: true });
    if (!create(path, me)) throw inUse(directory);
  } finally {
    rmSync(turn, { force: true });
  }
}

function alive(holder: Holder | undefined, path: string): boolean {
  if (!holder) return silentFor(path) <= 2_000;
  if (holder.host !== hostname()) return silentFor(path) <= SILENT_MS;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return bornOf(holder.pid) === holder.born;
}

function inUse(directory: string, holder?: Holder): DirectoryInUse {
  const who = holder ? ` by process ${holder.pid}` : "";
  return new DirectoryInUse(
    `The data directory ${directory} is in use${who}. Stop that server first, or set DATA_DIR to another directory.`,
  );
}

function bornOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${boot}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return "";
  }
}

function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

const sameHolder = (a: Holder | undefined, b: Holder) => a?.pid === b.pid && a.host === b.host && a.born === b.born;

function silentFor(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // the directory is gone: nothing left to guard
  }
}
