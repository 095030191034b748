// Transactions whose statements go together where nobody waits between them, and the last of them with what ends it. A message
// more or less is a tenth of what a save takes. Kysely's own transactions send one statement after the other.
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import type { Database } from "./schema.ts";
import type { Result, ScopedClient, ScopedPool } from "./scopedPool.ts";

/** Where the statements go that need nothing of Kysely any more (compileOnce.ts). */
interface Statements {
  query(sql: string, params: readonly unknown[]): Promise<Result>;
  /** Of a transaction: with the statement after it, which fails when it fails. */
  queryLater?(sql: string, params: readonly unknown[]): void;
  pool?: ScopedPool;
}
const statements = new WeakMap<object, Statements>();

/** Undefined: a transaction of Kysely's own. */
export const findStatements = (db: Kysely<Database>): Statements | undefined => statements.get(db);

export function createDb(pool: ScopedPool): Kysely<Database> {
  const db = createKysely(pool);
  statements.set(db, { query: pool.query, pool });
  return db;
}

const createKysely = (pool: object) =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: pool as PostgresPool }) });

const running = new WeakMap<ScopedClient, Kysely<Database>>();

/** One for each connection, which is given back by whoever took it. */
function findRunning(client: ScopedClient): Kysely<Database> {
  const known = running.get(client);
  if (known) return known;
  const lent = { ...client, release: () => undefined };
  const db = createKysely({ connect: async () => lent, end: async () => undefined, options: {} });
  statements.set(db, client);
  running.set(client, db);
  return db;
}

/** Inside of another transaction it is a part of that one. */
export async function runTransaction<T>(
  db: Kysely<Database>,
  work: (running: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { pool, queryLater } = statements.get(db) ?? {};
  if (db.isTransaction || queryLater) return work(db);
  // On a connection that somebody holds.
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
