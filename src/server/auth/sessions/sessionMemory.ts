// Caches sessions for a few seconds, so that the calls of a page do not all read the same row. The database notifies
// all processes of changes (trigger says_session_changed). While this process cannot receive notifications the cache is
// not used.
import type { Heard, Listening } from "../../db/engines/listening.ts";

/** Limits how long a session is outdated when the connection for notifications broke unnoticed. */
const FRESH_MS = 5_000;
const MAX_SESSIONS = 10_000;

interface SessionMemory<Row> {
  /** `id`: hash of the cookie. `read` queries the database. `may` decides whether a row may be cached. */
  find(id: string, read: () => Promise<Row | undefined>, may: (row: Row) => boolean): Promise<Row | undefined>;
  /** Without an id all sessions are dropped. */
  forget(id?: string): void;
}

export function createSessionMemory<Row>(listen: (heard: Heard) => Listening): SessionMemory<Row> {
  const cache = new Map<string, { row: Row; until: number }>();
  let changes = 0;
  function forget(id?: string): void {
    changes += 1;
    if (id) cache.delete(id);
    else cache.clear();
  }
  const listening = listen(forget);
  return {
    async find(id, read, may) {
      const cached = listening.up() ? cache.get(id) : undefined;
      if (cached && performance.now() < cached.until) return cached.row;
      const before = changes;
      const row = await read();
      // A notification that came meanwhile may have been about this row.
      if (row && may(row) && listening.up() && changes === before) {
        if (cache.size >= MAX_SESSIONS) cache.clear();
        cache.set(id, { row, until: performance.now() + FRESH_MS });
      }
      return row;
    },
    forget,
  };
}
