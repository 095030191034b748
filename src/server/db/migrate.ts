// Brings a database to the newest shape. Migrations are numbered files, each in its own transaction, run under Kysely's
// lock; a database that knows a migration which this program does not know is refused.
import { readdirSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import type { Database } from "./schema.ts";

const folder = new URL("./migrations/", import.meta.url);

/** `last`: for a backup that is restored, the newest migration that it had. */
export async function migrate(db: Kysely<Database>, last?: string): Promise<string[]> {
  if (last && !Object.hasOwn(await getMigrations(), last))
    throw new WrongSchema(`The backup is newer than this program: it has ${last}. Restore it with the newer program.`);
  const migrator = createMigrator(db);
  const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (error) throw error;
  return (results ?? []).map((one) => one.migrationName);
}

/** The database and this program do not belong together. */
export class WrongSchema extends Error {}
export class OlderSchema extends WrongSchema {}

/** For a start that may not migrate. */
export async function refuseOlderSchema(db: Kysely<Database>): Promise<void> {
  const all = await createMigrator(db).getMigrations();
  const missing = all.filter((one) => !one.executedAt).map((one) => one.name);
  if (missing.length > 0)
    throw new OlderSchema(
      `The database lacks ${missing.join(", ")}: run "portal migrate", or start once with MIGRATE_ON_START=on.`,
    );
}

/** Before anything is changed, and whether it may migrate or not: an older program would write what the newer cannot read. */
export async function refuseNewerSchema(db: Kysely<Database>): Promise<void> {
  const known = Object.keys(await getMigrations());
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const done = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  const newer = done.rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new WrongSchema(
      `The database is newer than this program: it has ${newer.join(", ")}. Start the newer program.`,
    );
}

function createMigrator(db: Kysely<Database>): Migrator {
  return new Migrator({ db, provider: { getMigrations } });
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
    .sort();
  const found: Record<string, Migration> = {};
  for (const name of names) {
    found[name.slice(0, -3)] = (await import(/* @vite-ignore */ new URL(name, folder).href)) as Migration;
  }
  return found;
}
