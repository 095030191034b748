// The id of the call that caused a mail, for the log lines about the mail.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column call_id text`.execute(db);
}
