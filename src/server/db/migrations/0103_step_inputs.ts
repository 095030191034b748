// What the answers of a step were made with: a step whose inputs changed is not completed by itself (decisions 26).
// Empty for what was saved before.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table request_steps add column inputs jsonb`.execute(db);
}
