// Whom the sample background check finds (decisions 42): filled with the samples, empty elsewhere.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table watchlist (name text primary key, kvk text)`.execute(db);
}
