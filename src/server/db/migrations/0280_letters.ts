// Search and order read every letter of Latin script without its accent and as one writes it on a plain keyboard: Şahin, Łódź and
// Sœurs are sahin, lodz and soeurs. 0100 knew the accents of western Europe alone, and a letter and its accent as one sign.
import { type Kysely, sql } from "kysely";

const fold = `create or replace function portfolio_fold(words text) returns text language sql immutable parallel safe as $$
    select replace(replace(replace(lower(translate(
      normalize(regexp_replace(normalize(words, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC),
      'ØøŁłĐđıŒÆẞ’', 'OoLlDdiœæß''')), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss')
  $$`;

/** The columns that the generated ones read. A row is written anew only where letters were left that the function may now know. */
const lists = {
  relations: ["company", "city"],
  quotations: ["relation_name"],
  policies: ["relation_name"],
  damages: ["relation_name"],
  open_invoices: ["relation_name"],
  documents: ["description"],
  referrals: ["relation_name", "office_name"],
};

export async function up(db: Kysely<unknown>): Promise<void> {
  // Reads all rows, which may be a million.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql.raw(fold).execute(db);
  for (const [list, names] of Object.entries(lists)) {
    const same = names.map((name) => `${name} = ${name}`).join(", ");
    await sql.raw(`update ${list} set ${same} where search ~ '[^\\x01-\\x7f]'`).execute(db);
  }
}
