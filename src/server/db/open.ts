// The only place that knows which engine serves: PostgreSQL through DATABASE_URL, else the embedded one in a locked
// directory, else (tests) in memory. Both answer int8 as number and date/numeric as text.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { lockDirectory } from "./directoryLock.ts";
import type { EmbeddedClient, EmbeddedPool } from "./embeddedPool.ts";
import { type Heard, type Listening, listenOnServer } from "./listening.ts";
import { migrate, refuseSchema, runAlone, WrongSchema } from "./migrate.ts";
import { ALL_OFFICES, findCall, findOffice, OFFICE_ROLE } from "./office.ts";
import { grantToServer, makeOfficeRole } from "./roles.ts";
import type { Database } from "./schema.ts";
import { type Asked, type Result, scopePool } from "./scopedPool.ts";
import { columnTypes, sendToServer } from "./serverStatements.ts";
import { createDb } from "./transaction.ts";

export type Db = Kysely<Database>;
export interface DatabaseOptions {
  /** PostgreSQL address; absent: the embedded engine. */
  url?: string | undefined;
  /** Address of the owner of the tables, who migrates; absent: the same. */
  migrateUrl?: string | undefined;
  poolMax?: number | undefined;
  statementTimeoutMs?: number | undefined;
  /** Directory of the embedded engine; absent: in memory, gone when closed. */
  directory?: string | undefined;
  /** `false`: an older shape is refused. `by hand`: the caller sees to it. */
  migrate?: boolean | "by hand" | undefined;
  /** The embedded engine died: every call will fail from now on. */
  onLost?: ((error: Error) => void) | undefined;
}

export interface PoolCounts {
  total: number;
  idle: number;
  /** Calls that wait for one. */
  waiting: number;
}

export interface OpenDatabase {
  /** Every office's rows: for commands, jobs and the login, which work for none. */
  db: Db;
  /** Rows of the office that the running call works for (office.ts); without one, none. */
  officeDb: Db;
  embedded: boolean;
  /** Statements of the job runner, also several in one text; each by itself, for no office. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Hears what is said on a channel (`notify`), by this process and by others. */
  listen(channel: string, heard: Heard): Listening;
  /** Connections to the server; the embedded engine has none. */
  pool?: (() => PoolCounts) | undefined;
  close(): Promise<void>;
}

/** A command without its settings would make an empty database where it happens to stand, and work with that one. */
export function refuseNoDatabase(directory: string): void {
  if (!existsSync(join(directory, "pg")))
    throw new WrongSchema(
      `There is no database in ${directory}: set DATABASE_URL, or DATA_DIR to the portal's folder. The first start makes the embedded one.`,
    );
}

export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (!options.url && options.directory && options.migrate === false) refuseNoDatabase(options.directory);
  const unlock = !options.url && options.directory ? lockDirectory(options.directory) : undefined;
  try {
    const server = options.url ? openServerPool(options) : undefined;
    const pool = server ?? (await openEmbedded(options));
    const { db, officeDb } = server ? createServerDbs(server) : createEmbeddedDbs(pool as EmbeddedPool);
    const listenings: Listening[] = [];
    const listen: OpenDatabase["listen"] = (channel, heard) => {
      const made = options.url
        ? listenOnServer(options.url, channel, heard)
        : (pool as EmbeddedPool).listen(channel, heard);
      listenings.push(made);
      return made;
    };
    const close = async () => {
      await Promise.all(listenings.map((one) => one.close()));
      await Promise.all([db.destroy(), officeDb.destroy()]);
      await pool.end();
      unlock?.();
    };
    await prepare(db, options).catch(async (error) => {
      await close();
      throw error;
    });
    const execute = server ? executeOnServer(server) : executeEmbedded(pool as EmbeddedPool);
    return {
      db,
      officeDb,
      execute,
      listen,
      embedded: !server,
      pool: server && (() => countConnections(server)),
      close,
    };
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/** PGlite is loaded only where it is used. */
async function openEmbedded({ directory, onLost }: DatabaseOptions): Promise<EmbeddedPool> {
  const { openEmbeddedPool } = await import("./embeddedPool.ts");
  return openEmbeddedPool(directory && join(directory, "pg"), onLost);
}

const createServerDbs = (pool: pg.Pool) => ({
  db: createDb(scopePool(pool, { office: () => ALL_OFFICES, call: findCall }, sendToServer)),
  officeDb: createDb(scopePool(pool, { office: findOffice, call: findCall }, sendToServer)),
});

/** Statements that go together go one by one: there is one session, and no line to it. */
const createEmbeddedDbs = (pool: EmbeddedPool) => {
  const scope = { office: findOffice, call: () => undefined };
  return {
    // Who enters the engine owns it, and sees everything without being asked.
    db: createDb(scopePool(pool, scope, (client, asked) => sendEach(client, asked))),
    officeDb: createDb(scopePool(pool, scope, sendEach)),
  };
};

async function sendEach(client: EmbeddedClient, asked: readonly Asked[], office?: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, { sql: text, params }] of asked.entries())
    results.push(await client.query(text, params, at === 0 ? office : undefined));
  return results;
}

const executeOnServer = (pool: pg.Pool) => async (text: string, values?: unknown[]) => {
  const results = [await pool.query(text, values)].flat() as pg.QueryResult[];
  return { rows: results.flatMap(({ rows }) => rows as unknown[]) };
};

/** The engine has one session: a transaction that failed must not be left open in it. */
const executeEmbedded = (pool: EmbeddedPool) => async (text: string, values?: unknown[]) => {
  const client = await pool.connect();
  try {
    return await client.query(text, values);
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
};

async function prepare(db: Db, { url, migrateUrl, migrate: mayMigrate = true }: DatabaseOptions): Promise<void> {
  if (mayMigrate === "by hand") return;
  if (!mayMigrate) await refuseSchema(db, { mayBeOlder: false });
  else if (url) return migrateServer(db, migrateUrl ?? url);
  const done = mayMigrate ? await migrate(db) : [];
  if (!url && ((await makeOfficeRole(db)) || done.length > 0)) await grantToServer(db, OFFICE_ROLE);
}

/** By a connection without a time limit: another process may be migrating, for as long as that takes. */
async function migrateServer(db: Db, url: string): Promise<void> {
  const pool = openServerPool({ url, poolMax: 1, statementTimeoutMs: 0 });
  const { db: owner } = createServerDbs(pool);
  try {
    const server = await readRole(db);
    await runAlone(owner, async (one) => {
      await migrate(one);
      if (server && server !== (await readRole(one))) await grantToServer(one, server);
    });
  } finally {
    await owner.destroy();
    await pool.end();
  }
}

const readRole = async (db: Db) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;

const countConnections = ({ totalCount: total, idleCount: idle, waitingCount: waiting }: pg.Pool): PoolCounts => ({
  total,
  idle,
  waiting,
});

function openServerPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 5_000,
    connectionTimeoutMillis: 5_000,
    // They stay: to end one that rests, a timer would be set and cleared with each statement.
    idleTimeoutMillis: 0,
    keepAlive: true,
    types: columnTypes,
  });
  // A connection that breaks is replaced at the next call. Without a listener it would end the process: the pool listens
  // to those that nobody uses, and nobody to one that a call holds between two statements.
  pool.on("error", () => undefined);
  pool.on("connect", (connection) => connection.on("error", () => undefined));
  return pool;
}
