// The companies that the sample background check matches (decisions 42); empty without sample data.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table watchlist (name text primary key, kvk text)`.execute(db);
}
