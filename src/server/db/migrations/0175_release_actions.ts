// The release log, shared by all processes so that they offer the same release: actions to publish, roll back or withdraw, oldest
// first.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table release_actions (
    number bigint primary key generated always as identity,
    id text not null unique,
    action text not null,
    added_at timestamptz not null default now()
  )`.execute(db);
}
