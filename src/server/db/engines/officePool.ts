// Sets the office (`portal.office`) for row-level security at the start of every transaction. A single statement becomes a
// transaction of its own, so that the setting ends with it and never stays on a pooled connection.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";

type Result = PostgresQueryResult<Record<string, unknown>>;

/** The part of a `pg` connection that the portal uses. A text without parameters may contain several statements. */
export interface SqlClient {
  processID?: number;
  query(sql: string, params?: readonly unknown[]): Promise<Result>;
  release(broken?: boolean): void;
}
/** The pool interface that Kysely needs. */
export interface SqlPool {
  connect(): Promise<SqlClient>;
  end(): Promise<void>;
  options: object;
}

const BEGINS = /^(begin|start transaction)\b/;
const ENDS = /^(commit|rollback)$/;

/**
 * Shares the connections of `pool` and does not close them. `settings` returns the statement that sets the office of
 * the current call. Without it the connections are shared as they are.
 */
export const sharePool = (pool: SqlPool, settings?: () => string): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    return (settings ? scopeClient(client, settings) : client) as PostgresPoolClient;
  },
  end: async () => undefined,
  options: pool.options,
});

function scopeClient(client: SqlClient, settings: () => string): SqlClient {
  let inTransaction = false;
  let isBroken = false;
  async function orRollBack<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await client.query("rollback").catch(() => (isBroken = true));
      throw error;
    }
  }
  const begin = (sql: string) => orRollBack(() => client.query(`${sql}; ${settings()}`));
  /** Sends all three without waiting. After a failure the commit rolls back. */
  async function runAlone(sql: string, params: readonly unknown[]): Promise<Result> {
    const sent = await Promise.allSettled([
      client.query(`begin; ${settings()}`),
      client.query(sql, params),
      client.query("commit"),
    ]);
    for (const outcome of sent) if (outcome.status === "rejected") throw outcome.reason;
    return (sent[1] as PromiseFulfilledResult<Result>).value;
  }
  return {
    ...(client.processID && { processID: client.processID }),
    async query(sql, params = []) {
      if (BEGINS.test(sql)) {
        const result = await begin(sql);
        inTransaction = true;
        return result;
      }
      if (!inTransaction) return runAlone(sql, params);
      const result = await client.query(sql, params);
      // After a failed commit the transaction stays open until the caller's rollback.
      if (ENDS.test(sql)) inTransaction = false;
      return result;
    },
    release: (broken) => client.release(broken || isBroken),
  };
}
