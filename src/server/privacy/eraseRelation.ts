// Erases the data of one relation (article 17 of the GDPR), except what the insurer must keep by law or what is not
// settled yet. The exceptions are returned with reason and date. Retention deletes them then (purge.ts).
import { sql } from "kysely";
import type { Clock } from "../config/clock.ts";
import type { Config } from "../config/config.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { type RelationKey, selectRows } from "./relationData.ts";
import { removeContracts } from "./removeContracts.ts";
import { countRows, eraseOrTryOut, type RowCounts, subtract } from "./rows.ts";

interface ErasureParts {
  db: Db;
  clock: Pick<Clock, "now">;
  config: Pick<Config, "retention">;
}

export type Reason = "law" | "open" | "undecided" | "of what is kept";

interface KeptRow {
  what: "policy" | "damage" | "invoice" | "quotation" | "document" | "relation";
  number: number;
  reason: Reason;
  /** Null when it is kept until it is settled or decided. */
  until: string | null;
}

export interface Erasure {
  /** Deleted rows by table. */
  erased: RowCounts;
  kept: KeptRow[];
}

export const eraseRelation = (parts: ErasureParts, relationKey: RelationKey, dryRun: boolean): Promise<Erasure> =>
  eraseOrTryOut(parts.db, dryRun, (db) => erase({ ...parts, db }, relationKey));

async function erase({ db, clock, config }: ErasureParts, relationKey: RelationKey): Promise<Erasure> {
  const { relation, office } = relationKey;
  const selected = selectRows(relationKey);
  const { rows: locked } = await sql`select from relations t where ${selected.relations} for update`.execute(db);
  if (locked.length === 0) throw new Error(`Office ${office} has no relation ${relation}.`);
  const before = await countRows(db, selected);
  const keptRows = await findKept(db, relationKey, {
    days: config.retention.policy,
    today: clock.now().toISOString().slice(0, 10),
  });
  const numbers = (what: KeptRow["what"]) =>
    `{${keptRows.filter((row) => row.what === what).map(({ number }) => number)}}`;
  const findUnkept = async (what: "quotation" | "policy", table: "quotations" | "policies") => {
    const { rows } = await sql<{ number: number }>`select t.number from ${sql.table(table)} t
      where ${selected[table]} and t.number <> all(${numbers(what)}::bigint[])`.execute(db);
    return rows.map(({ number }) => number);
  };
  const quotations = await findUnkept("quotation", "quotations");
  const policies = await findUnkept("policy", "policies");
  // Mails are found by the numbers of contracts and referrals, so they are deleted before those. A waiting mail about something that
  // is kept must still be sent.
  const referred = (quotationNumbers: number[]) => findReferralNumbers(db, quotationNumbers);
  const gone = `{${[...quotations, ...policies, ...(await referred(quotations))]}}`;
  await sql`delete from last_viewed t where ${selected.last_viewed}`.execute(db);
  await sql`delete from outbox t where ${selected.outbox} and (t.state <> 'waiting' or exists (
    select from unnest(${gone}::bigint[]) g where position(g::text in t.subject) > 0))`.execute(db);
  await sql`delete from uploads t where ${selected.uploads}`.execute(db);
  await removeContracts(db, { quotations, policies });
  const keptQuotations = keptRows.filter(({ what }) => what === "quotation").map(({ number }) => number);
  const stay = `{${[...keptRows.map(({ number }) => number), ...(await referred(keptQuotations))]}}`;
  await sql`delete from submissions t where ${selected.submissions} and t.number <> all(${stay}::text[])`.execute(db);
  await sql`delete from requests t where ${selected.requests}
    and not exists (select from submissions s where s.request_id = t.request_id)`.execute(db);
  await sql`delete from damages t where ${selected.damages} and t.claim_id <> all(${numbers("damage")}::bigint[])`.execute(
    db,
  );
  await sql`delete from open_invoices t where ${selected.open_invoices}
    and t.offer_number <> all(${numbers("invoice")}::bigint[])`.execute(db);
  await sql`delete from documents t where ${selected.documents} and t.id <> all(${numbers("document")}::bigint[])`.execute(
    db,
  );
  // Events that are not delivered yet must still arrive.
  await sql`delete from handover_events t where ${selected.handover_events} and t.spread
    and not exists (select from handover_deliveries d where d.position = t.position and d.state = 'waiting')`.execute(
    db,
  );
  if (keptRows.length === 0) await sql`delete from relations t where ${selected.relations}`.execute(db);
  else {
    const until = keptRows.some((row) => row.until === null)
      ? null
      : (keptRows
          .map((row) => row.until)
          .sort()
          .at(-1) ?? null);
    keptRows.push({ what: "relation", number: relation, reason: "of what is kept", until });
    await sql`update relations t set email = null, email_financial = null, correspondence_preference = 'Post',
      digital_policy = 'N', revision = revision + 1 where ${selected.relations}`.execute(db);
  }
  const erased = subtract(before, await countRows(db, selected));
  const detail = { erased, kept: keptRows.length };
  await writeAudit(db, { login: null, office, action: "relation erased", object: String(relation), detail });
  return { erased, kept: keptRows };
}

/** A referral of a quotation that is converted has a number of its own, which its submission and documents carry. */
async function findReferralNumbers(db: Db, quotations: number[]): Promise<number[]> {
  if (quotations.length === 0) return [];
  const rows = await db.selectFrom("referrals").select("number").where("quotation_number", "in", quotations).execute();
  return rows.map(({ number }) => number);
}

/** The legal retention period runs from the end of a policy, or from the date of a damage or invoice. */
async function findKept(
  db: Db,
  relationKey: RelationKey,
  { days, today }: { days: number; today: string },
): Promise<KeptRow[]> {
  const selected = selectRows(relationKey);
  const result = await sql<KeptRow>`
    with settled as (
      select 'damage' as what, t.claim_id as number, t.policy_number, t.finished as done, t.report_date as last
        from damages t where ${selected.damages}
      union all select 'invoice', t.offer_number, t.policy_number, t.total_outstanding_amount = 0, t.booking_date
        from open_invoices t where ${selected.open_invoices}
    ), policy as (
      select t.number, coalesce(bool_and(s.done), true) as done, greatest(t.end_date, max(s.last)) as last
        from policies t left join settled s on s.policy_number = t.number where ${selected.policies} group by t.number, t.end_date
    ), stays as (
      select 'policy' as what, p.number, p.done, p.last from policy p
      union all select s.what, s.number, s.done and coalesce(p.done, true), greatest(s.last, p.last)
        from settled s left join policy p on p.number = s.policy_number
    ), facts as (
      select what, number, done, case when done then (last + ${days}::int)::text end as until from stays where not done or last + ${days}::int >= ${today}::date
    ), contract as (
      select f.number, f.until, 'of what is kept' as reason from facts f where f.what = 'policy'
      union all select t.number, f.until, 'of what is kept' from quotations t join facts f on f.what = 'policy' and f.number = t.policy_number
        where ${selected.quotations}
      union all select t.number, null, 'undecided' from quotations t where ${selected.quotations} and t.status in ('B', 'W')
    ), contracts as (
      select * from contract
      union all select t.number, c.until, c.reason from referrals t join contract c on c.number = t.quotation_number
        where ${selected.referrals} and t.number <> t.quotation_number
    )
    select what, number, case when done then 'law' else 'open' end as reason, until from facts
    union all select 'quotation', t.number, c.reason, c.until
      from quotations t join contracts c using (number) where ${selected.quotations}
    union all select 'document', t.id, 'of what is kept', c.until
      from documents t join contracts c on c.number = t.contract_number where ${selected.documents}
    union all select 'document', t.id, 'of what is kept', (select max(until) from contracts)
      from documents t where ${selected.documents} and t.contract_number is null and exists (select from contracts)
    order by 1, 2`.execute(db);
  return result.rows;
}
