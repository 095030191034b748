// Lock file for the directory of the embedded database: two processes that open it silently lose each other's rows. The lock names
// its process. The lock of a dead process is taken over, that of a running process never.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

interface LockHolder {
  pid: number;
  host: string;
  /** Start time. Distinguishes two processes with the same pid after a restart of the machine or the container. */
  born: string;
}
const HEARTBEAT_MS = 5_000;
const SILENT_MS = 30_000;

export class DirectoryInUseError extends Error {}

/** `write` can be replaced in tests. Returns the function that releases the lock. */
export function lockDirectory(directory: string, write: typeof writeSync = writeSync): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "in-use.lock");
  const me: LockHolder = { pid: process.pid, host: hostname(), born: readStartTime(process.pid) };
  const create = (file: string) => createLock(file, me, write);
  if (!create(path)) takeOver(path, directory, create);
  const beat = setInterval(() => touch(path), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(beat);
    if (sameHolder(read(path), me)) rmSync(path, { force: true });
  };
}

/**
 * Returns false when the file exists. A lock that cannot be written (full disk) is removed again, as no process holds
 * it.
 */
function createLock(path: string, holder: LockHolder, write: typeof writeSync): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    write(file, JSON.stringify(holder));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/** Replaces a dead lock. Two processes may find the same one, so a second lock file lets only one of them replace it. */
function takeOver(path: string, directory: string, create: (file: string) => boolean): void {
  const turn = `${path}.turn`;
  if (silentFor(turn) > SILENT_MS) rmSync(turn, { force: true });
  if (!create(turn)) throw inUse(directory);
  try {
    const holder = read(path);
    if (alive(holder, path)) throw inUse(directory, holder);
    rmSync(path, { force: true });
    if (!create(path)) throw inUse(directory);
  } finally {
    rmSync(turn, { force: true });
  }
}

function alive(holder: LockHolder | undefined, path: string): boolean {
  if (!holder) return silentFor(path) <= 2_000;
  if (holder.host !== hostname()) return silentFor(path) <= SILENT_MS;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return readStartTime(holder.pid) === holder.born;
}

function inUse(directory: string, holder?: LockHolder): DirectoryInUseError {
  const who = holder ? ` by process ${holder.pid}` : "";
  return new DirectoryInUseError(
    `The data directory ${directory} is in use${who}. Stop that server first, or set DATA_DIR to another directory.`,
  );
}

function readStartTime(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie has ended, and waits for its parent to ask how.
    return state === "Z" ? "" : `${boot}/${fields[18]}`;
  } catch {
    return "";
  }
}

function read(path: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LockHolder;
  } catch {
    return undefined;
  }
}

const sameHolder = (a: LockHolder | undefined, b: LockHolder) =>
  a?.pid === b.pid && a.host === b.host && a.born === b.born;

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
    // The directory was removed, so there is nothing left to lock.
  }
}
