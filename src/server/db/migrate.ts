// Migrates a database to the newest schema, even while brokers use it. Migrations are numbered files, each run in its own
// transaction by one process at a time. Refuses a database that is newer than this program or from before its baseline, or that ran
// a migration whose file was changed afterwards.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { nameCommand } from "../config/nameCommand.ts";
import { compareJobTables, migrateJobTables } from "./jobTables.ts";
import type { Database } from "./tables/schema.ts";

/** The first migration. Databases of development versions from before it have other ones and cannot be upgraded. */
const BASELINE = "0001_baseline";
const folder = new URL("./migrations/", import.meta.url);
/**
 * Brokers queue behind a migration that waits for a table lock. The limit is below PostgreSQL's deadlock check (1 s), which might
 * abort the call of a broker instead of the migration.
 */
const LOCK_LIMIT = "400ms";
/** Lock timeout, or a deadlock with a call: the migration is retried. */
const IN_THE_WAY = new Set(["55P03", "40P01"]);
const PAUSE_MS = 500;
const PATIENCE_MS = 600_000;
/** Key of the advisory lock: any number that no other lock uses. */
const ALONE = 7_304_128;

export type Migrations = Record<string, Migration>;
type AnyDb = Kysely<Database>;

/** The schema of the database does not fit this program. */
export class WrongSchema extends Error {}
export class OlderSchema extends WrongSchema {}

/**
 * Runs work that changes tables or grants in one process at a time. Others wait without a limit. Kysely's own lock is
 * taken too late: Kysely reads all columns before, which fails while another process drops one, and concurrent grants
 * fail too.
 */
export function runAlone<Result>(db: AnyDb, work: (db: AnyDb) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await connection.transaction().execute(async (waiting) => {
      await sql`set local statement_timeout = 0`.execute(waiting);
      await sql`select pg_advisory_lock(${sql.lit(ALONE)})`.execute(waiting);
    });
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(ALONE)})`.execute(connection);
    }
  });
}

interface MigrateOptions {
  /** When restoring a backup: the migrations that it had. No others run. */
  had?: string[] | undefined;
  /** Replaces the migrations in tests. */
  migrations?: Migrations;
}

export const migrate = (db: AnyDb, options: MigrateOptions = {}): Promise<string[]> =>
  runAlone(db, (connection) => migrateAlone(connection, options));

async function migrateAlone(db: AnyDb, { had = [], migrations }: MigrateOptions): Promise<string[]> {
  const available = migrations ?? (await getMigrations());
  const unknown = had.filter((name) => !Object.hasOwn(available, name));
  if (unknown.length > 0) throw unknownMigrations("backup", unknown, had.includes(BASELINE));
  await refuseSchema(db, { mayBeOlder: true, migrations: available });
  const wanted = Object.fromEntries(
    Object.entries(available).filter(([name]) => had.length === 0 || had.includes(name)),
  );
  const checksums = await computeChecksums(wanted);
  const done: string[] = [];
  for (let name = await migrateUp(db, wanted); name; name = await migrateUp(db, wanted)) {
    await keepChecksums(db, checksums);
    done.push(name);
  }
  await keepChecksums(db, checksums);
  if (await migrateJobTables(db)) done.push("tables of jobs");
  return done;
}

/** Runs the next migration. One that gets no lock in time pauses, so that brokers can go on, and is retried. */
async function migrateUp(db: AnyDb, migrations: Migrations): Promise<string | undefined> {
  const limited = Object.entries(migrations).map(([name, { up }]) => [name, { up: limitLocks(up) }]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(limited) } });
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (!error) return results?.[0]?.migrationName;
    if (!IN_THE_WAY.has((error as { code?: string }).code ?? "") || Date.now() > until) throw error;
    await sleep(PAUSE_MS);
  }
}

/** Limits the wait for locks, but not the statements: a migration may rewrite millions of rows. */
function limitLocks(up: Migration["up"]): Migration["up"] {
  return async (db) => {
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${LOCK_LIMIT}, true)`.execute(
      db,
    );
    await up(db);
  };
}

/** Computed over the SQL statements, so that comments and layout of the file may change. */
async function computeChecksum({ up }: Migration): Promise<string> {
  const hash = createHash("sha256");
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void hash.update(JSON.stringify([query.sql.replace(/\s+/g, " "), query.parameters])),
  });
  await up(recorder);
  return hash.digest("hex");
}

export async function computeChecksums(migrations: Migrations): Promise<Record<string, string>> {
  const entries = Object.entries(migrations).map(
    async ([name, migration]) => [name, await computeChecksum(migration)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** Stores missing checksums, also of migrations that ran before checksums existed. */
async function keepChecksums(db: AnyDb, checksums: Record<string, string>): Promise<void> {
  const done = sql.table(DEFAULT_MIGRATION_TABLE);
  const column = sql`select from pg_attribute where attrelid = ${DEFAULT_MIGRATION_TABLE}::regclass and attname = 'checksum'`;
  // Not `if not exists` alone, which would wait for every reader of the table.
  if ((await column.execute(db)).rows.length === 0)
    await sql`alter table ${done} add column if not exists checksum text`.execute(db);
  await sql`update ${done} set checksum = value from json_each_text(${JSON.stringify(checksums)}::json)
    where name = key and checksum is null`.execute(db);
}

/** Called before anything is changed: an older program would write data that a newer one cannot read. */
export async function refuseSchema(
  db: AnyDb,
  { mayBeOlder, migrations }: { mayBeOlder: boolean; migrations?: Migrations },
): Promise<void> {
  const checksums = await computeChecksums(migrations ?? (await getMigrations()));
  const done = await readDone(db);
  const unknown = done.map(({ name }) => name).filter((name) => !Object.hasOwn(checksums, name));
  const hasBaseline = done.some(({ name }) => name === BASELINE);
  if (unknown.length > 0) throw unknownMigrations("database", unknown, hasBaseline);
  const changed = done.filter(({ name, checksum }) => checksum && checksum !== checksums[name]);
  if (changed.length > 0)
    throw new WrongSchema(
      `The database ran ${list(changed)} as it was before it was changed: put its file back as it was released, and make a new migration of the change.`,
    );
  const jobs = await compareJobTables(db);
  if (jobs === "newer") throw unknownMigrations("database", ["newer tables of jobs"], true);
  const missing = Object.keys(checksums).filter((name) => !done.some((migration) => migration.name === name));
  if (jobs === "older") missing.push("tables of jobs");
  if (missing.length > 0 && !mayBeOlder)
    throw new OlderSchema(
      `The database lacks ${missing.join(", ")}: run "${nameCommand("migrate")}", or start once with MIGRATE_ON_START=on.`,
    );
}

function unknownMigrations(what: "database" | "backup", names: string[], isNewer: boolean): WrongSchema {
  const it = `The ${what} `;
  const has = `it has ${names.join(", ")}`;
  return new WrongSchema(
    isNewer
      ? `${it}is newer than this program: ${has}. ${what === "backup" ? "Restore it with" : "Start"} the newer program.`
      : `${it}was made by a development version from before the first release (${has}) and cannot be upgraded. ${what === "backup" ? "Nothing was restored." : "Nothing in it was changed: keep it if you need its data, and start with a new database (another DATABASE_URL, or another DATA_DIR for the embedded one)."}`,
  );
}

const list = (migrations: { name: string }[]) => migrations.map(({ name }) => name).join(", ");

async function readDone(db: AnyDb): Promise<{ name: string; checksum: string | null }[]> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  const tableQuery = sql<{ name: string | null }>`select to_regclass(${DEFAULT_MIGRATION_TABLE})::text as name`;
  if (!(await tableQuery.execute(db)).rows[0]?.name) return [];
  // Read through JSON, because an old database has no column `checksum`.
  const done = sql<{ name: string; checksum: string | null }>`select name, to_json(one) ->> 'checksum' as checksum
    from ${table} one order by name`;
  return (await done.execute(db)).rows;
}

export async function getMigrations(): Promise<Migrations> {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
    .sort();
  const migrations: Migrations = {};
  for (const name of names) {
    migrations[name.slice(0, -3)] = (await import(/* @vite-ignore */ new URL(name, folder).href)) as Migration;
  }
  return migrations;
}
