// Calls of this minute, counted by all processes together. Not worth a log: gone after a crash of the database.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_counts (
    caller text not null,
    minute bigint not null,
    calls integer not null,
    primary key (caller, minute)
  )`.execute(db);
}
