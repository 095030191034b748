// What a client pays once, such as run-off bought in advance, stands with the premium of his quotation and policy. It was only on
// the paper before: rows of that time have none.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["quotations", "policies"])
    await sql`alter table ${sql.table(table)} add column one_off_total bigint`.execute(db);
}
