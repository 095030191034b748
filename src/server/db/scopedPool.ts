// A pool that sets the office (`portal.office`) in every transaction, single statements included, for row-level security. The
// setting is sent with the statement, so it costs no round trip, and ends with the transaction. Statements that a call makes in the
// same tick are sent in one batch: sending and reading a message takes longer than most statements.
import type { PostgresQueryResult } from "kysely";

export type Result = PostgresQueryResult<Record<string, unknown>>;
export interface Asked {
  sql: string;
  params: readonly unknown[];
}
export interface SqlClient {
  processID?: number;
  query(sql: string, params?: readonly unknown[]): Promise<Result>;
  release(broken?: boolean): void;
}
/** The pool interface that Kysely needs. */
export interface SqlPool<Client = SqlClient> {
  connect(): Promise<Client>;
  end(): Promise<void>;
  options: object;
}
export interface ScopedClient extends SqlClient {
  /** Inside a transaction: sent with the next statement, which fails when this one does. */
  queryLater(sql: string, params: readonly unknown[]): void;
}
export interface ScopedPool extends SqlPool<ScopedClient> {
  /** Sends a statement as a transaction of its own. */
  query(sql: string, params: readonly unknown[]): Promise<Result>;
}

/**
 * Sends statements, all or none, and returns the result of each. With an office they are a transaction with that setting, or begin
 * one; without an office they are part of an open transaction.
 */
export type Send<Client> = (client: Client, asked: readonly Asked[], office?: string) => Promise<Result[]>;

interface Scope {
  office(): string;
  /** Statements of the same call may be sent in one batch; undefined for no batching. */
  call(): object | undefined;
}

export const BEGINS = /^(begin|start transaction)\b/;
const ENDS = /^(commit|rollback)$/;
const NOTHING: Result = { command: "SELECT", rowCount: 0, rows: [] };

/** Shares the connections of `pool`; its `end` does not close them. */
export function scopePool<Client extends SqlClient>(
  pool: SqlPool<Client>,
  scope: Scope,
  send: Send<Client>,
): ScopedPool {
  // One object per connection, because Kysely caches its own wrapper by the connection object.
  const scoped = new WeakMap<Client, ScopedClient>();
  const connect = async () => {
    const client = await pool.connect();
    const known = scoped.get(client) ?? scopeClient(client, scope, send);
    scoped.set(client, known);
    return known;
  };

  const sendAlone = async (asked: readonly Asked[], office: string) => {
    const client = await pool.connect();
    try {
      return await send(client, asked, office);
    } finally {
      client.release();
    }
  };
  const gathered = new WeakMap<object, Gathered>();
  const query = (sql: string, params: readonly unknown[]) => {
    const call = scope.call();
    const asked = { sql, params };
    const office = scope.office();
    if (!call) return sendAlone([asked], office).then(([result = NOTHING]) => result);
    const known = gathered.get(call) ?? new Gathered();
    if (known.length === 0)
      process.nextTick(() => {
        gathered.delete(call);
        known.answer((all) => sendAlone(all, office));
      });
    gathered.set(call, known);
    return known.add(asked);
  };
  return { connect, query, end: async () => undefined, options: pool.options };
}

/** A batch of statements that wait to be sent together. */
class Gathered {
  readonly #asked: Asked[] = [];
  readonly #waiting: { resolve(result: Result): void; reject(error: unknown): void }[] = [];

  get length(): number {
    return this.#asked.length;
  }

  add(asked: Asked): Promise<Result> {
    this.#asked.push(asked);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async answer(send: (asked: readonly Asked[]) => Promise<Result[]>): Promise<void> {
    try {
      const results = await send(this.#asked);
      for (const [at, { resolve }] of this.#waiting.entries()) resolve(results[at] ?? NOTHING);
    } catch (error) {
      for (const { reject } of this.#waiting) reject(error);
    }
  }
}

function scopeClient<Client extends SqlClient>(client: Client, scope: Scope, send: Send<Client>): ScopedClient {
  let inTransaction = false;
  /** Set until the first statement, as a transaction without statements sends nothing. */
  let beginning: { sql: string; office: string } | undefined;
  let gathered = new Gathered();
  /** A statement is waiting for its result, so the batch is sent in the next tick. */
  let due = false;
  let sending = false;

  const sendGathered = async (asked: readonly Asked[]) => {
    const begins = beginning;
    beginning = undefined;
    if (!begins) return send(client, asked);
    const [, ...results] = await send(client, [{ sql: begins.sql, params: [] }, ...asked], begins.office);
    return results;
  };
  async function sendDue(): Promise<void> {
    if (sending || !due) return;
    [sending, due] = [true, false];
    const all = gathered;
    gathered = new Gathered();
    await all.answer(sendGathered);
    sending = false;
    await sendDue();
  }
  const gather = (sql: string, params: readonly unknown[]) => {
    if (!due) process.nextTick(() => void sendDue());
    due = true;
    return gathered.add({ sql, params });
  };
  const end = async (sql: string) => {
    const nothing = beginning && (sql === "rollback" || gathered.length === 0);
    if (nothing) {
      [beginning, due, inTransaction] = [undefined, false, false];
      gathered = new Gathered();
      return NOTHING;
    }
    // After a failed commit the transaction stays open until the caller's rollback.
    if (sql === "rollback") inTransaction = false;
    const result = await gather(sql, []);
    if (result.command !== sql.toUpperCase()) throw new Error("A statement of the transaction had failed");
    inTransaction = false;
    return result;
  };
  return {
    ...(client.processID && { processID: client.processID }),
    async query(sql, params = []) {
      if (inTransaction) return ENDS.test(sql) ? end(sql) : gather(sql, params);
      const office = scope.office();
      if (!BEGINS.test(sql)) return (await send(client, [{ sql, params }], office))[0] ?? NOTHING;
      inTransaction = true;
      beginning = { sql, office };
      return NOTHING;
    },
    queryLater(sql, params) {
      gathered.add({ sql, params }).catch(() => undefined);
    },
    release: (broken) => client.release(broken),
  };
}
