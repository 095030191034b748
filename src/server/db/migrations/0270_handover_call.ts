// The id of the call that caused an event, for the log lines about its deliveries.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table handover_events add column call_id text`.execute(db);
}
