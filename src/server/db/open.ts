// Opens the database, and is the only place that knows the engine: PostgreSQL through DATABASE_URL, else the embedded engine in a
// locked directory, else (tests) in memory. Both return int8 as number, and date and numeric as text.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import pg from "pg";
import { lockDirectory } from "./engines/directoryLock.ts";
import { type SqlPool, sharePool } from "./engines/officePool.ts";
import { openServerPool, type ServerPool } from "./engines/serverPool.ts";
import { giveAllToOwner } from "./giveToOwner.ts";
import { migrate, refuseSchema, runAlone, WrongSchema } from "./migrate.ts";
import { ALL_OFFICES, findOffice, OFFICE_ROLE } from "./office.ts";
import type { Database } from "./tables/schema.ts";

export type Db = Kysely<Database>;
export interface DatabaseOptions {
  /** Address of PostgreSQL. Without it the embedded engine is used. */
  url?: string | undefined;
  /** Address with the role that owns the tables, for migrations. By default `url`. */
  migrateUrl?: string | undefined;
  poolMax?: number | undefined;
  statementTimeoutMs?: number | undefined;
  /** Directory of the embedded engine. Without it the data is in memory and lost on close. */
  directory?: string | undefined;
  /** `false`: an older schema is refused. `may be older`: only a newer one is. `by hand`: the caller migrates or checks. */
  migrate?: boolean | "may be older" | "by hand" | undefined;
  /** Called when the embedded engine has crashed: all later calls fail. */
  onLost?: ((error: Error) => void) | undefined;
}

export interface PoolCounts {
  total: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

export interface OpenDatabase {
  /** Sees the rows of all offices: for commands, jobs and the login. */
  db: Db;
  /** Sees the rows of the running call's office only (office.ts), and none outside a call. */
  officeDb: Db;
  embedded: boolean;
  /** For the job runner: `text` may hold several statements, outside a transaction of ours and without an office. */
  execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Connection counts of the pool. Absent for the embedded engine. */
  pool?: (() => PoolCounts) | undefined;
  close(): Promise<void>;
}

/** Stops a command that was started without its settings from creating an empty database in its working directory. */
export function refuseNoDatabase(directory: string): void {
  if (!existsSync(join(directory, "pg")))
    throw new WrongSchema(
      `There is no database in ${directory}: set DATABASE_URL, or DATA_DIR to the portal's folder. The first start makes the embedded one.`,
    );
}

export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const needsDatabase = options.migrate === false || options.migrate === "may be older";
  if (!options.url && options.directory && needsDatabase) refuseNoDatabase(options.directory);
  const unlock = !options.url && options.directory ? lockDirectory(options.directory) : undefined;
  try {
    const server = options.url ? openServerPool(options) : undefined;
    const pool = server ?? (await openEmbedded(options));
    const { db, officeDb } = server ? createServerDbs(server) : createEmbeddedDbs(pool as SqlPool);
    const close = async () => {
      await Promise.all([db.destroy(), officeDb.destroy()]);
      await (server?.pool ?? (pool as SqlPool)).end();
      // A command as root leaves files that the portal's user could not open.
      if (unlock && options.directory) await giveAllToOwner(options.directory);
      unlock?.();
    };
    await prepare(db, options).catch(async (error) => {
      await close();
      throw error;
    });
    const execute = server ? executeOnServer(server.pool) : executeEmbedded(pool as SqlPool);
    return {
      db,
      officeDb,
      execute,
      embedded: !server,
      pool: server && (() => countConnections(server.pool)),
      close,
    };
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/** Imports PGlite only when it is used. */
async function openEmbedded({ directory, onLost }: DatabaseOptions): Promise<SqlPool> {
  const { openEmbeddedPool } = await import("./engines/embeddedPool.ts");
  return openEmbeddedPool(directory && join(directory, "pg"), onLost);
}

const createDb = (pool: PostgresPool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

const setOffice = (office: string) => `select set_config('portal.office', ${pg.escapeLiteral(office)}, true)`;

function createServerDbs({ pool: { end, options }, takeConnection }: ServerPool) {
  const pool = { connect: takeConnection, end, options } as unknown as SqlPool;
  return {
    db: createDb(sharePool(pool, () => setOffice(ALL_OFFICES))),
    officeDb: createDb(sharePool(pool, () => setOffice(findOffice()))),
  };
}

/** The session is superuser, to which row-level security does not apply: an office's statements switch the role as well. */
const createEmbeddedDbs = (pool: SqlPool) => ({
  db: createDb(sharePool(pool)),
  officeDb: createDb(
    sharePool(pool, () => `${setOffice(findOffice())}, set_config('role', ${pg.escapeLiteral(OFFICE_ROLE)}, true)`),
  ),
});

const executeOnServer = (pool: pg.Pool) => async (text: string, values?: unknown[]) => {
  const results = [await pool.query(text, values)].flat() as pg.QueryResult[];
  return { rows: results.flatMap(({ rows }) => rows as unknown[]) };
};

/** Rolls back after an error: the engine's only session must not be left in a failed transaction. */
const executeEmbedded = (pool: SqlPool) => async (text: string, values?: unknown[]) => {
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
  if (mayMigrate === "may be older") return refuseSchema(db, { mayBeOlder: true });
  if (!mayMigrate) await refuseSchema(db, { mayBeOlder: false });
  else if (url) return migrateServer(db, migrateUrl ?? url);
  const done = mayMigrate ? await migrate(db) : [];
  if (!url && ((await makeOfficeRole(db)) || done.length > 0)) await grantToServer(db, OFFICE_ROLE);
}

/** Uses a connection without a statement timeout, as another process may be migrating for a long time. */
async function migrateServer(db: Db, url: string): Promise<void> {
  const server = openServerPool({ url, poolMax: 1, statementTimeoutMs: 0 });
  const { db: owner } = createServerDbs(server);
  try {
    const role = await readRole(db);
    await runAlone(owner, async (connection) => {
      await migrate(connection);
      if (role && role !== (await readRole(connection))) await grantToServer(connection, role);
    });
  } finally {
    await owner.destroy();
    await server.pool.end();
  }
}

const readRole = async (db: Db) => (await sql<{ role: string }>`select current_user as role`.execute(db)).rows[0]?.role;

const countConnections = ({ totalCount: total, idleCount: idle, waitingCount: waiting }: pg.Pool): PoolCounts => ({
  total,
  idle,
  waiting,
});

// Grants for the server's role in PostgreSQL when another role owns the tables: it may read and write all data, but not change
// tables or the record of migrations, and may only insert into the audit trail, its seals and the release log.

/** Creates the embedded engine's role for offices, as its session is superuser. Returns whether it had to be created. */
async function makeOfficeRole(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${OFFICE_ROLE}`.execute(db);
  if (rows.length === 0) await sql`create role ${sql.id(OFFICE_ROLE)} nologin`.execute(db);
  return rows.length === 0;
}

/** Run by the owner after every migration, so that new tables are granted too. */
async function grantToServer(owner: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(owner);
  const [schemas, server] = [sql.raw(`"${rows[0]?.schema ?? "public"}", jobs`), sql.id(role)];
  const statements = [
    sql`grant usage on schema ${schemas} to ${server}`,
    sql`grant select, insert, update, delete on all tables in schema ${schemas} to ${server}`,
    sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${server}`,
    sql`revoke update, delete on audit, audit_seals, release_actions from ${server}`,
    sql`grant usage, select on all sequences in schema ${schemas} to ${server}`,
  ];
  await owner.transaction().execute(async (all) => {
    for (const statement of statements) await statement.execute(all);
  });
}
