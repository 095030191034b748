// Trigger that copies a relation's new name and city to all its rows. In databases that ran this before 0130 was written, it also
// created tables with counts per block of each list, which 0130 drops.
import { type Kysely, sql } from "kysely";

const statements = [
  `create function relation_renamed() returns trigger language plpgsql as $$
  begin
    update quotations set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update policies set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update damages set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update open_invoices set relation_name = new.company, relation_city = new.city
      where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    return null;
  end $$`,
  `create trigger relation_renamed after update of company, city on relations for each row
    when (old.company is distinct from new.company or old.city is distinct from new.city)
    execute function relation_renamed()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
