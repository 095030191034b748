// A request that was copied from a quotation keeps its number, so that the wizard can name it and show its earlier answers.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table requests add column copied_quotation bigint`.execute(db);
}
