// Which call an event tells of, so that its line in the log has the id of that call.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table handover_events add column call_id text`.execute(db);
}
