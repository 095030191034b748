// Deletes quotations and policies with everything that was stored for them: referral, submission, answers and files, documents,
// events of the hand-over. One statement, so that nothing is half deleted. Damages and invoices have their own periods (purge.ts).
import { sql } from "kysely";
import type { Db } from "../db/open.ts";

interface Contracts {
  quotations: number[];
  policies: number[];
}

export async function removeContracts(db: Db, { quotations, policies }: Contracts): Promise<void> {
  const [some, others] = [quotations, policies].map((numbers) => `{${numbers.join()}}`);
  await sql`
    with referred as (select number, relation_number from referrals where quotation_number = any(${some}::bigint[])),
    gone as (
      select number, relation_number from quotations where number = any(${some}::bigint[])
      union all select number, relation_number from policies where number = any(${others}::bigint[])
      union all select * from referred
    ),
    said as (delete from referral_events where number in (select number from referred)),
    waiting as (delete from referral_files where number in (select number from referred) returning document_id),
    referral as (delete from referrals where number in (select number from referred)),
    sent as (
      select request_id from submissions where number in (select number::text from gone)
      union select r.request_id from requests r join submissions s using (request_id)
        where r.quotation_number = any(${some}::bigint[])
    ),
    submitted as (delete from submissions where request_id in (select request_id from sent)),
    request as (delete from requests where request_id in (select request_id from sent)),
    document as (delete from documents d where d.contract_number in (select number from gone)
      or d.id in (select document_id from waiting)
      or d.contract_number is null and exists (select from gone g
        where g.relation_number = d.relation_number and d.name like '%-' || g.number || '.pdf')),
    viewed as (delete from last_viewed v where v.list = 'quotations' and v.number = any(${some}::bigint[])
      or v.list = 'policies' and v.number = any(${others}::bigint[])),
    told as (select 'quotation/' || n as subject from unnest(${some}::bigint[]) n
      union all select 'policy/' || n from unnest(${others}::bigint[]) n),
    event as (delete from handover_events where subject in (select subject from told)),
    numbered as (delete from handover_subjects where subject in (select subject from told)),
    policy as (delete from policies where number = any(${others}::bigint[]))
    delete from quotations where number = any(${some}::bigint[])`.execute(db);
}
