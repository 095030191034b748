// Retention: deletes data that is no longer needed. The periods are in settings.ts: as long as the purpose requires,
// and at least as long as the law demands. A run is limited, so that a large backlog does not slow brokers down. The
// next run continues.
import { type RawBuilder, sql } from "kysely";
import type { Clock } from "../config/clock.ts";
import type { Config } from "../config/config.ts";
import { writeAudit } from "../db/audit.ts";
import { findPurgeable, sealPurge, sealTrail } from "../db/auditSeals.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import { findInsurer } from "../handover/handover.ts";
import { readReceivers } from "../handover/queue.ts";
import { removeContracts } from "./removeContracts.ts";

const DAY_MS = 86_400_000;

interface PurgeOptions {
  clock: Pick<Clock, "now">;
  config: Pick<Config, "retention" | "session" | "sampleData" | "handover">;
  /** Deletes contents outside the database that no row points to. Returns how many. Skipped when absent. */
  sweepFiles?: (db: Db, now: Date) => Promise<number>;
  /** Rows per statement, and statements per kind in one run. */
  batch?: number;
  batches?: number;
}

interface PurgeTurn {
  db: Db;
  batch: number;
  /** Rows older than this moment are deleted. */
  before(what: keyof Config["retention"]): Date;
  sessionsBefore: Date;
  /** Names of the current receivers of the hand-over. */
  receivers: string[];
}

const count = async (db: Db, statement: RawBuilder<unknown>) => (await statement.execute(db)).rows.length;
/** For comparison with a date column. */
const day = (moment: Date) => moment.toISOString().slice(0, 10);

/** Deletes rows of a list and who last viewed them. `gone` selects their keys. `more` deletes other rows with them. */
const removeRows = (
  db: Db,
  { table, key }: { table: "relations" | "damages" | "open_invoices"; key: string },
  gone: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
) =>
  count(
    db,
    sql`with gone as materialized (${gone}), ${more}
      viewed as (delete from last_viewed where list = ${table} and number in (select ${sql.ref(key)} from gone))
      delete from ${sql.table(table)} where ${sql.ref(key)} in (select ${sql.ref(key)} from gone) returning ${sql.ref(key)}`,
  );

/** Run in this order: a policy is deleted with its quotation, and a relation only after all that belongs to it. */
const KINDS = {
  /** Requests that were never sent, with their steps and files. A request that is locked by a call is skipped. */
  requests: ({ db, batch, before }) =>
    count(
      db,
      sql`delete from requests where request_id in (
        select request_id from requests
        where status <> 'submitted'
          and not exists (select 1 from submissions s where s.request_id = requests.request_id)
          and coalesce(saved_at, created_at)
            < case when temporary then ${before("temporary")}::timestamptz else ${before("draft")}::timestamptz end
        limit ${batch} for update skip locked)
      returning request_id`,
    ),
  /**
   * Uploads of sent requests, and files for a reply to an underwriter when the question is gone. An upload stays while the
   * answers of a quotation name it and the archive does not have it.
   */
  async files({ db, batch, before }) {
    const sent = await count(
      db,
      sql`delete from uploads where upload_id in (
        select u.upload_id from uploads u join submissions s using (request_id) join requests r using (request_id)
        where s.sent_at < ${before("files")} and (exists (select from documents d where d.upload_id = u.upload_id)
          or not exists (select from quotation_answers a where a.number in (s.number::bigint, r.quotation_number)
            and position(u.upload_id::text in a.answers::text) > 0))
        limit ${batch})
      returning upload_id`,
    );
    const unanswered = await count(
      db,
      sql`delete from documents where id in (
        select f.document_id from referral_files f join referrals r on r.number = f.number
        where r.status <> 'V' limit ${batch}) returning id`,
    );
    return Math.max(sent, unanswered) === batch ? batch : sent + unanswered;
  },
  /**
   * Quotations that were not accepted, or were declined. One that waits for an underwriter is kept. One that became a
   * policy is deleted with that policy.
   */
  async quotations({ db, batch, before }) {
    const { rows } = await sql<{ number: number }>`select number from quotations q
      where (status in ('O', 'V') and date < ${day(before("quotation"))}::date
          or status = 'A' and date < ${day(before("declined"))}::date)
        and not exists (select from requests r where r.quotation_number = q.number and r.status = 'open')
      limit ${batch} for update skip locked`.execute(db);
    if (rows.length > 0) await removeContracts(db, { quotations: rows.map(({ number }) => number), policies: [] });
    return rows.length;
  },
  /** Policies that ended longer ago than the legal period, without damages or invoices that are open or more recent. */
  async policies({ db, batch, before }) {
    const last = day(before("policy"));
    const { rows } = await sql<{ number: number; quotations: number[] }>`select number,
        (select coalesce(json_agg(q.number), '[]') from quotations q
          where q.policy_number = p.number and q.intermediary_number = p.intermediary_number) as quotations
      from policies p where end_date < ${last}::date
        and not exists (select from damages d where d.policy_number = p.number
          and (not d.finished or d.report_date >= ${last}::date))
        and not exists (select from open_invoices i where i.policy_number = p.number
          and (i.total_outstanding_amount <> 0 or i.booking_date >= ${last}::date))
      limit ${batch} for update skip locked`.execute(db);
    const [policies, quotations] = [rows.map(({ number }) => number), rows.flatMap((row) => row.quotations)];
    if (rows.length > 0) await removeContracts(db, { quotations, policies });
    return rows.length;
  },
  damages: ({ db, batch, before }) =>
    removeRows(
      db,
      { table: "damages", key: "claim_id" },
      sql`select claim_id from damages d where finished and report_date < ${day(before("policy"))}::date
        and not exists (select from policies p where p.number = d.policy_number) limit ${batch}`,
    ),
  invoices: ({ db, batch, before }) =>
    removeRows(
      db,
      { table: "open_invoices", key: "offer_number" },
      sql`select offer_number from open_invoices i
        where total_outstanding_amount = 0 and booking_date < ${day(before("policy"))}::date
          and not exists (select from policies p where p.number = i.policy_number) limit ${batch}`,
    ),
  /** Inactive relations that have nothing left but old documents. */
  relations({ db, batch, before }) {
    const last = sql`${day(before("relation"))}::date`;
    const of = (table: string) =>
      sql`and not exists (select from ${sql.table(table)} o where o.relation_number = r.relation_number)`;
    const gone = sql`select relation_number from relations r where active_on < ${last}
      ${sql.join(["quotations", "policies", "damages", "open_invoices", "requests"].map(of), sql` `)}
      and not exists (select from requests q
        where q.address_number = r.relation_number and q.intermediary_number = r.intermediary_number)
      and not exists (select from documents d where d.relation_number = r.relation_number and d.upload_date >= ${last})
      limit ${batch} for update skip locked`;
    const papers = sql`papers as (delete from documents where relation_number in (select relation_number from gone)),`;
    return removeRows(db, { table: "relations", key: "relation_number" }, gone, papers);
  },
  /** Events of the hand-over, unless a delivery to a current receiver is waiting. */
  events: ({ db, batch, before, receivers }) =>
    count(
      db,
      sql`delete from handover_events where position in (
        select position from handover_events e where at < ${before("event")}
          and not exists (select from handover_deliveries d where d.position = e.position and d.state = 'waiting' and d.receiver = any(${receivers}))
        limit ${batch}) returning position`,
    ),
  /** Idempotency keys of old submissions: no retry comes that late. */
  keys: ({ db, batch, before }) =>
    count(
      db,
      sql`update submissions set idempotency_key = null where request_id in (
        select request_id from submissions where idempotency_key is not null and sent_at < ${before("key")} limit ${batch})
      returning request_id`,
    ),
  sessions: ({ db, batch, sessionsBefore }) =>
    count(
      db,
      sql`delete from sessions where id_hash in (
        select id_hash from sessions where created_at < ${sessionsBefore} limit ${batch}) returning id_hash`,
    ),
  mail: ({ db, batch, before }) =>
    count(
      db,
      sql`delete from outbox where mail_id in (
        select mail_id from outbox where sent_at < ${before("mail")}
          or state = 'given_up' and created_at < ${before("unsent_mail")} limit ${batch}) returning mail_id`,
    ),
} satisfies Record<string, (turn: PurgeTurn) => Promise<number>>;

type Kind = keyof typeof KINDS;
/** Not deleted with sample data, so that the sample portfolio stays the same. */
const SAMPLES: readonly Kind[] = ["quotations", "policies", "damages", "invoices", "relations"];
export type PurgeCounts = Record<Kind | "contents", number>;

const ago = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export async function purge(db: Db, options: PurgeOptions): Promise<PurgeCounts> {
  const { clock, config, sweepFiles, batch = 200, batches = 50 } = options;
  const now = clock.now();
  const turn: PurgeTurn = {
    db,
    batch,
    before: (what) => ago(now, config.retention[what]),
    sessionsBefore: ago(now, config.session.absoluteHours / 24),
    receivers: [...(await readReceivers(db, findInsurer(config))).keys()],
  };
  const purged = { contents: 0 } as PurgeCounts;
  for (const kind of Object.keys(KINDS) as Kind[]) {
    purged[kind] = 0;
    if (config.sampleData && SAMPLES.includes(kind)) continue;
    for (let round = 0; round < batches; round += 1) {
      const gone = await KINDS[kind](turn);
      purged[kind] += gone;
      if (gone < batch) break;
    }
  }
  purged.contents = (await sweepFiles?.(db, now)) ?? 0;
  const { sessions: _, ...told } = purged;
  const detail = Object.fromEntries(Object.entries(told).filter(([, rows]) => rows > 0));
  if (Object.keys(detail).length > 0) await writeAudit(db, { login: null, office: null, action: "retention", detail });
  return purged;
}

/** Deletes old blocks of the audit trail, which only the owner of the tables may do. Their seals stay. */
export async function purgeTrail(db: Db, { clock, config }: PurgeOptions, batch = 5_000): Promise<number> {
  const before = ago(clock.now(), config.retention.audit);
  await sealTrail(db);
  // Deletes nothing if there is no old block, but a role that may not delete is refused.
  const last = (await findPurgeable(db, before)) ?? { seal_id: 0, last_id: Number.MIN_SAFE_INTEGER };
  for (let total = 0; ; ) {
    const gone = await runTransaction(db, async (all) => {
      await sql`select set_config('portal.retention', 'on', true)`.execute(all);
      return count(
        all,
        sql`delete from audit where audit_id in (select audit_id from audit where audit_id <= ${last.last_id} limit ${batch})
        returning audit_id`,
      );
    });
    total += gone;
    if (gone === batch) continue;
    if (total > 0) await sealPurge(db, last.seal_id, before);
    return total;
  }
}
