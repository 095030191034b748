// Transactions that batch statements whose results nobody awaits in between, and send the last batch with the commit. A round trip
// takes a tenth of the time of a save; Kysely's own transactions make one for each statement.
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import type { Database } from "./schema.ts";
import type { Result, ScopedClient, ScopedPool } from "./scopedPool.ts";

/** Sends compiled statements without going through Kysely (compileOnce.ts). */
interface Statements {
  query(sql: string, params: readonly unknown[]): Promise<Result>;
  /** In a transaction: sent with the next statement, which fails when this one does. */
  queryLater?(sql: string, params: readonly unknown[]): void;
  pool?: ScopedPool;
}
const statements = new WeakMap<object, Statements>();

/** Undefined for a transaction of Kysely's own. */
export const findStatements = (db: Kysely<Database>): Statements | undefined => statements.get(db);

export function createDb(pool: ScopedPool): Kysely<Database> {
  const db = createKysely(pool);
  statements.set(db, { query: pool.query, pool });
  return db;
}

const createKysely = (pool: object) =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as PostgresPool }) });

const running = new WeakMap<ScopedClient, Kysely<Database>>();

/** The transaction's Kysely, made once for each connection. Releasing the connection is left to `runTransaction`. */
function findRunning(client: ScopedClient): Kysely<Database> {
  const known = running.get(client);
  if (known) return known;
  const lent = { ...client, release: () => undefined };
  const db = createKysely({ connect: async () => lent, end: async () => undefined, options: {} });
  statements.set(db, client);
  running.set(client, db);
  return db;
}

/** Inside another transaction, `work` becomes part of that one. */
export async function runTransaction<T>(
  db: Kysely<Database>,
  work: (running: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { pool, queryLater } = statements.get(db) ?? {};
  if (db.isTransaction || queryLater) return work(db);
  // `db` is bound to one connection, such as that of `runAlone`.
  if (!pool) return db.transaction().execute(work);
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    const result = await work(findRunning(client));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}
