// The pool of connections to a PostgreSQL server. Settings of a session are made after connecting, because a pooler such as PgBouncer
// refuses most of them as startup parameters. Connections to a database that became read-only are replaced, because it may have been
// demoted to a standby while its name leads to the new primary.
import type { Duplex } from "node:stream";
import pg from "pg";
import { isReadOnly } from "../failures/failures.ts";

/** Value parsers for both engines: int8 as a number, date and numeric as text. */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(20, Number);
columnTypes.setTypeParser(1082, String);
columnTypes.setTypeParser(1700, String);

export interface ServerPoolOptions {
  url?: string | undefined;
  poolMax?: number | undefined;
  statementTimeoutMs?: number | undefined;
  /** How long a caller waits for a connection. */
  waitMs?: number | undefined;
  /** Carries the connection, in place of a socket to `url`. */
  stream?: (() => Duplex) | undefined;
  /** What a new connection does first, in place of the settings of a session. */
  onConnect?: ((client: pg.ClientBase) => Promise<unknown>) | undefined;
}

const CONNECT_MS = 5_000;
const DEFAULT_TIMEOUT_MS = 5_000;
/** Within this time after a replacement, further refusals are those of connections that are replaced already. */
const REPLACED_MS = 1_000;

/** A role or a server may have other values, with which dates and binary values would be read wrongly. */
const listSessionSettings = (statementTimeoutMs = DEFAULT_TIMEOUT_MS): Record<string, string> => ({
  statement_timeout: String(statementTimeoutMs),
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  row_security: "on",
  default_transaction_isolation: "read committed",
});

async function makeSettings(client: pg.ClientBase, settings: Record<string, string>): Promise<void> {
  const names = Object.keys(settings);
  const calls = names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`);
  const values = Object.entries(settings).flat();
  // The statement timeout is not set yet, so this call has a limit of its own.
  await client.query({ text: `select ${calls.join(", ")}`, values, query_timeout: CONNECT_MS } as pg.QueryConfig);
}

/** `takeConnection` never returns a connection from before the database was found read-only. */
export interface ServerPool {
  pool: pg.Pool;
  takeConnection(): Promise<pg.PoolClient>;
}

export function openServerPool(options: ServerPoolOptions): ServerPool {
  const { url, poolMax = 10, waitMs = CONNECT_MS, stream } = options;
  const settings = listSessionSettings(options.statementTimeoutMs);
  const pool = new pg.Pool({
    connectionString: url,
    ...(stream && { stream }),
    max: poolMax,
    connectionTimeoutMillis: waitMs,
    // Idle connections stay open: closing them would set and clear a timer for each statement.
    idleTimeoutMillis: 0,
    keepAlive: true,
    pipeline: true,
    types: columnTypes,
    onConnect: options.onConnect ?? ((client) => makeSettings(client, settings)),
  });
  let replacedAt = Number.NEGATIVE_INFINITY;
  const connectedAt = new WeakMap<object, number>();
  const noteRefusal = (error: Error) => {
    if (isReadOnly(error) && performance.now() - replacedAt > REPLACED_MS) replacedAt = performance.now();
  };
  // A broken connection is replaced at the next call. Without error listeners it would end the process: the pool handles errors of
  // idle connections only, not those of a connection that a call uses between two statements.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    connectedAt.set(client, performance.now());
    client.on("error", () => undefined);
    (client as unknown as { connection: pg.Connection }).connection.on("errorMessage", noteRefusal);
  });
  async function takeConnection(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if ((connectedAt.get(client) ?? 0) >= replacedAt) return client;
    client.release(true);
    return takeConnection();
  }
  return { pool, takeConnection };
}
