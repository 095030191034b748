// Brings a database to the newest shape. Migrations are numbered files, each in its own transaction, run under Kysely's
// lock; a database that knows a migration which this program does not know is refused.
import { readdirSync } from "node:fs";
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./schema.ts";

const folder = new URL("./migrations/", import.meta.url);

export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((one) => one.migrationName);
}

/** Names of migrations that the database has not had yet: readiness and production start depend on it. */
export async function pendingMigrations(db: Kysely<Database>): Promise<string[]> {
  const all = await migratorOf(db).getMigrations();
  return all.filter((one) => !one.executedAt).map((one) => one.name);
}

function migratorOf(db: Kysely<Database>): Migrator {
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
