// Sessions that the database showed a moment ago, so that the calls of a page do not ask for the same row one after the other.
// Whatever changes one says so (migration 0260) and is heard here at once; while nothing could be heard the database is asked.
import type { Heard, Listening } from "../db/listening.ts";

/** So long at most where a connection broke and nobody noticed. */
const FRESH_MS = 5_000;
const MOST = 10_000;

export interface SessionMemory<Row> {
  /** By the hash of its cookie. `read` asks the database; `may` says of a row whether it may be kept. */
  find(id: string, read: () => Promise<Row | undefined>, may: (row: Row) => boolean): Promise<Row | undefined>;
  /** Without a hash: all of them. */
  forget(id?: string): void;
}

export function createSessionMemory<Row>(listen: (heard: Heard) => Listening): SessionMemory<Row> {
  const known = new Map<string, { row: Row; until: number }>();
  let changes = 0;
  function forget(id?: string): void {
    changes += 1;
    if (id) known.delete(id);
    else known.clear();
  }
  const listening = listen(forget);
  return {
    async find(id, read, may) {
      const kept = listening.up() ? known.get(id) : undefined;
      if (kept && performance.now() < kept.until) return kept.row;
      const before = changes;
      const row = await read();
      // What was said meanwhile may have been about this row.
      if (row && may(row) && listening.up() && changes === before) {
        if (known.size >= MOST) known.clear();
        known.set(id, { row, until: performance.now() + FRESH_MS });
      }
      return row;
    },
    forget,
  };
}
