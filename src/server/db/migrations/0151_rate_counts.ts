// Calls per caller and minute, counted by all processes together. Unlogged, as losing them in a database crash does no harm.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_counts (
    caller text not null,
    minute bigint not null,
    calls integer not null,
    primary key (caller, minute)
  )`.execute(db);
}
