// The thread that checks contents of files, so that a large or hostile file holds up no other call.
import { Piscina } from "piscina";
import type { CheckedFile, ContentVerdict } from "./content/contentCheck.ts";

/**
 * Far longer than the check of any file takes, without its waiting for others. The thread is ended if its file is not
 * done by then.
 */
const LIMIT_MS = 20_000;
const IDLE_MS = 60_000;

interface CheckThread {
  /** @throws {Error} when the check fails or is not through in time. */
  check(file: CheckedFile, limitMs?: number): Promise<ContentVerdict>;
  close(): Promise<void>;
}

/**
 * Without a limit of memory for the thread: V8 may end the whole process at one, and how much a file may ask for is limited
 * already (`effort.ts`). The thread starts with the first file, and ends when there were none for a minute.
 */
export function createCheckThread(): CheckThread {
  const pool = new Piscina<CheckedFile, ContentVerdict>({
    filename: new URL("./content/contentCheck.ts", import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    // Nothing of the server's settings is needed there.
    env: {},
  });
  let before: Promise<unknown> = Promise.resolve();
  return {
    check(file, limitMs = LIMIT_MS) {
      const verdict = before.then(() => pool.run(file, { signal: AbortSignal.timeout(limitMs) }));
      before = verdict.catch(() => undefined);
      return verdict;
    },
    close: () => pool.destroy(),
  };
}
