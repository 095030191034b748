// The insured company of a quotation, policy or referral, where its name is not that of the relation.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["quotations", "policies", "referrals"])
    await sql`alter table ${sql.table(table)} add column insured_name text`.execute(db);
}
