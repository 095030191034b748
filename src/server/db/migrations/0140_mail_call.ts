// Which call a mail reports on, so that its line in the log has the id of that call.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column call_id text`.execute(db);
}
