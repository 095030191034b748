// The thread that checks contents of files, so that a large or hostile file holds up no other call. Offices take turns, and
// within an office its users, so that one user's many files do not delay the others.
import { Piscina } from "piscina";
import type { CheckedFile, ContentVerdict } from "./content/contentCheck.ts";

/**
 * Longer than the check of an ordinary file takes, without its waiting for others. The thread is ended if its file is not
 * done by then, which is a refusal of the file.
 */
const LIMIT_MS = 10_000;
const IDLE_MS = 60_000;

/** Whose file it is. */
export interface FileOwner {
  office: number;
  user: string;
}

interface CheckThread {
  /** @throws {Error} when the check fails. */
  check(file: CheckedFile, owner: FileOwner, limitMs?: number): Promise<ContentVerdict>;
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
  const turns = createTurns();
  return {
    check: (file, { office, user }, limitMs = LIMIT_MS) =>
      turns.take([office, user], async () => {
        const signal = AbortSignal.timeout(limitMs);
        return pool.run(file, { signal }).catch((error: unknown) => {
          if (signal.aborted) return { refused: "file_unsafe.slow" } as const;
          throw error;
        });
      }),
    close: () => pool.destroy(),
  };
}

interface Waiting {
  owner: [office: number, user: string];
  start(): Promise<unknown>;
}

/** Runs one job at a time: of the office, and in it of the user, whose last turn is the longest ago. */
function createTurns() {
  const waiting: Waiting[] = [];
  const lastTurns = new Map<number | string, number>();
  let [turn, isBusy] = [0, false];
  const readTurns = ({ owner: [office, user] }: Waiting) =>
    [office, `${office} ${user}`].map((key) => lastTurns.get(key) ?? 0);
  const isBefore = (one: Waiting, other: Waiting): boolean => {
    const [[office = 0, user = 0], [otherOffice = 0, otherUser = 0]] = [readTurns(one), readTurns(other)];
    return office === otherOffice ? user < otherUser : office < otherOffice;
  };
  async function startNext(): Promise<void> {
    if (isBusy) return;
    const next = waiting.reduce<Waiting | undefined>(
      (first, one) => (first && !isBefore(one, first) ? first : one),
      undefined,
    );
    // An empty queue needs no memory of earlier turns.
    if (!next) return lastTurns.clear();
    waiting.splice(waiting.indexOf(next), 1);
    turn += 1;
    const [office, user] = next.owner;
    for (const key of [office, `${office} ${user}`]) lastTurns.set(key, turn);
    isBusy = true;
    await next.start().catch(() => undefined);
    isBusy = false;
    return startNext();
  }
  return {
    take<T>(owner: Waiting["owner"], job: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ owner, start: () => job().then(resolve, reject) });
        void startNext();
      });
    },
  };
}
