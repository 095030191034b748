// A pool whose every transaction says for which office it works (`portal.office`), single statements included. The setting
// travels with the statement, so that it costs no round trip, and ends with the transaction.
import type { PostgresQueryResult } from "kysely";

export type Result = PostgresQueryResult<Record<string, unknown>>;
export interface SqlClient {
  processID?: number;
  query(sql: string, params?: readonly unknown[]): Promise<Result>;
  release(broken?: boolean): void;
}
/** What Kysely asks of a pool. */
export interface SqlPool<Client = SqlClient> {
  connect(): Promise<Client>;
  end(): Promise<void>;
  options: object;
}
/** By what Kysely made of them. */
export const pools = new WeakMap<object, SqlPool>();

/** Sends a statement in a transaction with this setting, or one that begins it; without a setting one inside of it. */
export type Send<Client> = (
  client: Client,
  sql: string,
  params: readonly unknown[],
  office?: string,
) => Promise<Result>;

export const BEGINS = /^(begin|start transaction)\b/;
export const ENDS = /^(commit|rollback)$/;

/** Shares the connections of `pool`; ending it ends nothing. */
export function scopePool<Client extends SqlClient>(
  pool: SqlPool<Client>,
  findOffice: () => string,
  send: Send<Client>,
): SqlPool {
  const scopeClient = (client: Client): SqlClient => {
    let inTransaction = false;
    const query = async (sql: string, params: readonly unknown[] = []): Promise<Result> => {
      if (inTransaction) {
        if (ENDS.test(sql)) inTransaction = false;
        return send(client, sql, params);
      }
      const result = await send(client, sql, params, findOffice());
      inTransaction = BEGINS.test(sql);
      return result;
    };
    return {
      ...(client.processID && { processID: client.processID }),
      query,
      release: (broken) => client.release(broken),
    };
  };
  // One for each connection: Kysely, too, makes what it needs of a connection once.
  const scoped = new WeakMap<Client, SqlClient>();
  const connect = async () => {
    const client = await pool.connect();
    const known = scoped.get(client) ?? scopeClient(client);
    scoped.set(client, known);
    return known;
  };
  return { connect, end: async () => undefined, options: pool.options };
}
