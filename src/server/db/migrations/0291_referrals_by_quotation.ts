// Underwriters find a referral by the number of its quotation too, which a converted quotation keeps and the broker names.
import { type Kysely, sql } from "kysely";

const words = ["number", "quotation_number", "relation_name", "office_name", "product", "words_translated"];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table referrals drop column search`.execute(db);
  await sql`alter table referrals add column search text not null generated always as
    (portfolio_fold(left(' ' || ${sql.raw(words.join(" || ' ' || "))}, 500))) stored`.execute(db);
  await sql`create index referrals_by_words on referrals using gin (search gin_trgm_ops)`.execute(db);
}
