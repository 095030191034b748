// Which release is on offer is one truth for all processes: what was published, taken back or withdrawn, oldest first.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table release_actions (
    number bigint primary key generated always as identity,
    id text not null unique,
    action text not null,
    added_at timestamptz not null default now()
  )`.execute(db);
}
