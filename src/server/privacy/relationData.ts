// Selects the rows about one relation, table by table, for export and erasure. `personal-data.md` lists all tables. A test
// checks that no table is missing here.
import { sql } from "kysely";
import type { Selected } from "./rows.ts";

export interface RelationKey {
  relation: number;
  office: number;
}

export function selectRows({ relation, office }: RelationKey): Selected {
  const ofRelation = sql`t.relation_number = ${relation} and t.intermediary_number = ${office}`;
  const inOwn = (column: string, table: string, key = column) =>
    sql`${sql.ref(`t.${column}`)} in (select ${sql.ref(`t.${key}`)} from ${sql.table(table)} t where ${ofRelation})`;
  const request = sql`t.intermediary_number = ${office}
    and (t.relation_number = ${relation} or t.address_number = ${relation})`;
  const ofRequest = sql`t.request_id in (select t.request_id from requests t where ${request})`;
  return {
    relations: ofRelation,
    quotations: ofRelation,
    quotation_answers: inOwn("number", "quotations"),
    policies: ofRelation,
    damages: ofRelation,
    open_invoices: ofRelation,
    documents: ofRelation,
    document_contents: inOwn("id", "documents"),
    referrals: ofRelation,
    referral_events: inOwn("number", "referrals"),
    referral_files: inOwn("number", "referrals"),
    requests: request,
    request_steps: ofRequest,
    submissions: ofRequest,
    uploads: ofRequest,
    upload_contents: sql`t.upload_id in (select t.upload_id from uploads t where ${ofRequest})`,
    handover_events: ofRelation,
    handover_deliveries: inOwn("position", "handover_events"),
    handover_subjects: sql`exists (select from quotations t where ${ofRelation} and subject = 'quotation/' || t.number)
      or exists (select from policies t where ${ofRelation} and subject = 'policy/' || t.number)`,
    last_viewed: sql`(t.list, t.number) in (select 'relations', ${relation}::bigint
      union select 'quotations', t.number from quotations t where ${ofRelation}
      union select 'policies', t.number from policies t where ${ofRelation}
      union select 'damages', t.claim_id from damages t where ${ofRelation}
      union select 'open_invoices', t.offer_number from open_invoices t where ${ofRelation})`,
    // A mail has the number of its contract or referral in its subject.
    outbox: sql`exists (select from (select t.number from quotations t where ${ofRelation}
      union select t.number from policies t where ${ofRelation} union select t.number from referrals t where ${ofRelation}) c
      where position(c.number::text in t.subject) > 0)`,
  };
}
