// A relation's new name is copied to its referrals too (0101): the underwriter finds and reads the name that the broker uses.
import { type Kysely, sql } from "kysely";

const LISTS = ["quotations", "policies", "damages", "open_invoices"];

const whose = "intermediary_number = new.intermediary_number and relation_number = new.relation_number";
const renamed = `create or replace function relation_renamed() returns trigger language plpgsql as $$
  begin
    ${LISTS.map((list) => `update ${list} set relation_name = new.company, relation_city = new.city where ${whose};`).join("\n    ")}
    update referrals set relation_name = new.company where ${whose};
    return null;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(renamed).execute(db);
  await sql`update referrals set relation_name = relations.company from relations
    where relations.intermediary_number = referrals.intermediary_number
      and relations.relation_number = referrals.relation_number
      and relations.company <> referrals.relation_name`.execute(db);
}
