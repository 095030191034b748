// The tables of the job runner (pg-boss, schema version 46) as its `getConstructionPlans("jobs")` gives them, stored here
// because a migration never changes: a newer version of pg-boss is a migration of what its `getMigrationPlans` gives.
// The job of a mail says when it is due, so the mail itself does no longer.
import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";

const plan = readFileSync(new URL("0200_jobs.sql", import.meta.url), "utf8");

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(plan).execute(db);
  await sql`drop index outbox_waiting`.execute(db);
  await sql`alter table outbox drop column next_attempt_at`.execute(db);
  await sql`create index outbox_waiting on outbox (created_at) where state = 'waiting'`.execute(db);
}
