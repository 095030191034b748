// Drops a column that is unused since tokens are encrypted (0210).
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop column id_token`.execute(db);
}
