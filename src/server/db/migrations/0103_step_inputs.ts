// What the answers of a step depended on when they were saved: the broker has to confirm a step whose inputs changed
// (decisions 26). Null for steps saved before.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_steps add column inputs jsonb`.execute(db);
}
