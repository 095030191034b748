// Rate limit counters shared by the processes on one database. Calls are counted in memory, and once a second each process adds its
// counts to the database and reads the sums, so that no call waits. Without a database each process counts for itself.
import { createHash } from "node:crypto";
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import type { Db } from "../db/open.ts";

interface Count {
  /** Count of all processes, as last read. */
  shared: number;
  /** Count of this process since then. */
  own: number;
}
export interface SharedRates {
  /** For @fastify/rate-limit. */
  Store: FastifyRateLimitStoreCtor;
  /** Counts one more of this caller. Returns how many there are within the minute. */
  count(caller: string): number;
  share(): Promise<void>;
  start(): void;
  stop(): void;
}

const WINDOW_MS = 60_000;
const EVERY_MS = 1_000;
/** Beyond this number the oldest caller is dropped, to limit memory. */
const MAX_CALLERS = 10_000;

export function createSharedRates(db: Db, now: () => number = Date.now): SharedRates {
  let minute = 0;
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  function findCounts(): Map<string, Count> {
    const current = Math.floor(now() / WINDOW_MS);
    if (current !== minute) counts = new Map();
    minute = current;
    return counts;
  }

  function count(caller: string): number {
    const counts = findCounts();
    const callerCount = counts.get(caller) ?? { shared: 0, own: 0 };
    callerCount.own += 1;
    if (!counts.has(caller) && counts.size >= MAX_CALLERS) counts.delete(counts.keys().next().value ?? "");
    counts.set(caller, callerCount);
    return callerCount.shared + callerCount.own;
  }

  async function share(): Promise<void> {
    const counts = findCounts();
    const added = [...counts].filter(([, { own }]) => own > 0).map(([caller, { own }]) => ({ caller, calls: own }));
    if (added.length === 0) return;
    const hashed = new Map(added.map(({ caller }) => [computeHash(caller), caller]));
    const sent = added.map(({ caller, calls }) => ({ caller: computeHash(caller), calls }));
    const { rows } = await sql<{ caller: string; calls: number }>`
      with gone as (delete from rate_counts where minute < ${minute})
      insert into rate_counts (caller, minute, calls)
        select caller, ${minute}::bigint, calls from json_to_recordset(${JSON.stringify(sent)}::json) as one (caller text, calls int)
        order by caller
      on conflict (caller, minute) do update set calls = rate_counts.calls + excluded.calls
      returning caller, calls`.execute(db);
    const calls = new Map(added.map((entry) => [entry.caller, entry.calls]));
    for (const row of rows) {
      const caller = hashed.get(row.caller) ?? "";
      const callerCount = counts.get(caller);
      if (callerCount)
        Object.assign(callerCount, { shared: row.calls, own: callerCount.own - (calls.get(caller) ?? 0) });
    }
  }

  class Store implements FastifyRateLimitStore {
    incr(caller: string, done: Parameters<FastifyRateLimitStore["incr"]>[1]): void {
      done(null, { current: count(caller), ttl: WINDOW_MS - (now() % WINDOW_MS) });
    }
    child() {
      return this;
    }
  }
  const turn = async () => {
    await share().catch(() => undefined);
    timer = setTimeout(turn, EVERY_MS).unref();
  };
  return {
    Store,
    count,
    share,
    start() {
      timer = setTimeout(turn, EVERY_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Without a shared database there is one process only, which counts in memory. */
export function startRates(app: FastifyInstance, config: Config, db: Db): SharedRates {
  const rates = createSharedRates(db);
  if (!config.databaseUrl) return rates;
  app.addHook("onListen", async () => rates.start());
  app.addHook("onClose", async () => rates.stop());
  return rates;
}

const computeHash = (caller: string) => createHash("sha256").update(caller).digest("base64url").slice(0, 22);
