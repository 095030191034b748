// The tables of the job runner (pg-boss, schema version 46), as given by its `getConstructionPlans("jobs")`. They are stored here
// because a migration must not change: a newer schema of pg-boss needs a new migration, from `getMigrationPlans`. When a mail is
// due is now stored in its job, so that column of the outbox is dropped.
import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";

const plan = readFileSync(new URL("0200_jobs.sql", import.meta.url), "utf8");

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(plan).execute(db);
  await sql`drop index outbox_waiting`.execute(db);
  await sql`alter table outbox drop column next_attempt_at`.execute(db);
  await sql`create index outbox_waiting on outbox (created_at) where state = 'waiting'`.execute(db);
}
