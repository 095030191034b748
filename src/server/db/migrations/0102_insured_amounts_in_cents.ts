// Converts insured amounts and own risk from euros, as the wizard wrote them, to cents, as all other amounts. Only rows written by
// the wizard change: a quotation with a release, and a policy with a submission of its number.
import { type Kysely, sql } from "kysely";

const inCents = sql`insured_amount_per_claim = insured_amount_per_claim * 100,
  insured_amount_per_year = insured_amount_per_year * 100, own_risk = own_risk * 100`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update quotations set ${inCents} where number in
    (select number from quotation_answers where release is not null)`.execute(db);
  await sql`update policies p set ${inCents} where exists (select from submissions s where s.number = p.number::text
    and s.action = 'insurance-policy' and s.intermediary_number = p.intermediary_number)`.execute(db);
}
