// What needs the broker's attention: underwriters' questions, their recent decisions that the user did not open since, open
// quotations about to expire, and invoices with a reminder.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { AttentionRow } from "#api/wire/wireTypes.ts";
import type { Db } from "../db/open.ts";
import { apiValidator, describeAnswer, describeCall } from "../http/apiSchemas.ts";
import { PortalError } from "../http/errors/portalError.ts";
import { VALID_DAYS } from "./lists/contractRows.ts";
import { PAYMENT_DAYS } from "./lists/invoiceRows.ts";
import { asText } from "./lists/lists.ts";
import { wordIn } from "./lists/words.ts";
import type { PortfolioContext, Viewer } from "./viewer.ts";

/** An open quotation is listed so many days before its last valid day. */
const NOTICE_DAYS = 14;
const SHOWN_PER_KIND = 20;
/** A decision is news for so many days. */
const NEWS_DAYS = 14;

export function addAttentionRoutes(app: FastifyInstance, context: PortfolioContext): void {
  app.get("/", { schema: describeAnswer("attention-list") }, async (request) => {
    const viewer = context.viewer(request);
    const rows = await readWaiting(context.db, viewer, context.clock.today());
    const data = rows.map((row) => ({
      ...row,
      product: wordIn(viewer.language, row.product),
      amount: row.amount === null ? null : row.amount / 100,
    }));
    return { data, meta: { count: data.length, total: data.length } };
  });
}

async function readWaiting(db: Db, { intermediary: office, login }: Viewer, today: string): Promise<AttentionRow[]> {
  const waiting = sql`
    (select 'expiring' as kind, number, relation_number, relation_name, insured_name, product,
        (date + ${VALID_DAYS}::int)::date as date, null as level, premium_year as amount
      from quotations where intermediary_number = ${office} and status = 'O'
        and date between ${today}::date - ${VALID_DAYS}::int and ${today}::date - ${VALID_DAYS - NOTICE_DAYS}::int
      order by quotations.date limit ${SHOWN_PER_KIND})
    union all
    (select 'reminder', offer_number, relation_number, relation_name, null, oms_product_code,
        (booking_date + ${PAYMENT_DAYS}::int)::date, status_code, total_open_amount
      from open_invoices where intermediary_number = ${office} and status_code in ('E', 'T')
      order by status_code desc, booking_date limit ${SHOWN_PER_KIND})
    union all
    (select 'question', number, relation_number, relation_name, insured_name, product, quotations.date, null, premium_year
      from quotations where intermediary_number = ${office} and status = 'W'
      order by quotations.date limit ${SHOWN_PER_KIND})
    union all
    (select 'decided', r.quotation_number, r.relation_number, r.relation_name, r.insured_name, r.product, e.at::date,
        r.status, null
      from referrals r join referral_events e on e.number = r.number and e.kind in ('accepted', 'declined')
      where r.intermediary_number = ${office} and r.status in ('P', 'A')
        and e.at >= ${today}::date - ${NEWS_DAYS}::int
        and not exists (select from last_viewed v where v.login_name = ${login} and v.list = 'quotations'
          and v.number = r.quotation_number and v.viewed_at > e.at)
      order by e.at desc limit ${SHOWN_PER_KIND})`;
  const { rows } = await sql<{ rows: string }>`select ${asText(waiting)} as rows`.execute(db);
  return JSON.parse(rows[0]?.rows ?? "[]");
}

// The office's saved drafts that can be resumed, for the dashboard. Shows no answers of a draft.

const SHOWN = 50;

export function addOpenRequestRoutes(app: FastifyInstance, context: PortfolioContext): void {
  app.get("/open", { schema: describeAnswer("requests-open") }, async (request) => {
    const viewer = context.viewer(request);
    const rows = await selectOpen(context.db, viewer.intermediary);
    const data = rows.map(({ company, saved_step, saved_at, ...row }) => ({
      ...row,
      relation_name: company,
      step: saved_step,
      saved_at: saved_at?.toISOString() ?? null,
    }));
    return { data, meta: { count: data.length, total: data.length } };
  });
}

const selectOpen = (db: Db, office: number) =>
  db
    .selectFrom("requests as r")
    .leftJoin("relations as n", (join) =>
      join
        .onRef("n.relation_number", "=", "r.relation_number")
        .onRef("n.intermediary_number", "=", "r.intermediary_number"),
    )
    .select(["r.product", "r.intermediary_number", "r.address_number", "r.relation_number", "r.quotation_number"])
    .select(["r.temporary", "r.saved_step", "r.saved_at", "n.company"])
    .where("r.intermediary_number", "=", office)
    .where("r.status", "=", "open")
    .where("r.saved_at", "is not", null)
    .orderBy("r.saved_at", "desc")
    .limit(SHOWN)
    .execute();

// Counts events of the wizard, with consent only. Stores totals per day, kind of event, product, step and field: nothing per
// person and no single event. An event that does not fit the schema is not counted (decisions 59, 78).

interface UseEvent {
  name: string;
  at: string;
  details: { product?: string; flow?: string; step?: string; key?: string; action?: string; accepted?: string };
}

/** Rows per day. Further new combinations are dropped, so that no caller can fill the table. */
const KINDS_A_DAY = 5_000;
const EVENTS_MAX = 100;

export function addAnalyticsRoutes(app: FastifyInstance, context: PortfolioContext): void {
  const fits = apiValidator("analytics-events#/definitions/event");
  const schema = describeCall("analytics-events");
  app.post<{ Body: { events: unknown[] } }>("/events", { schema }, async (request) => {
    if (!context.viewer(request).consent) throw new PortalError("consent_required");
    const { events: sent } = request.body;
    const events = sent.slice(0, EVENTS_MAX).filter((event): event is UseEvent => fits(event));
    for (const [, { event, times }] of counted(events)) await count(context, event, times);
    return { success: true, accepted: events.length, refused: sent.length - events.length };
  });
}

function counted(events: UseEvent[]): Map<string, { event: UseEvent; times: number }> {
  const counts = new Map<string, { event: UseEvent; times: number }>();
  for (const event of events) {
    const key = JSON.stringify([event.name, event.details]);
    const counted = counts.get(key);
    if (counted) counted.times += 1;
    else counts.set(key, { event, times: 1 });
  }
  return counts;
}

async function count(context: PortfolioContext, { name, details }: UseEvent, times: number): Promise<void> {
  const { product = "", flow = "", step = "", key = "", action = "", accepted = "" } = details;
  const day = context.clock.today();
  await sql`insert into analytics_counts (day, event, product, flow, step, field, outcome, times)
    select ${day}::date, ${name}, ${product}, ${flow}, ${step}, ${key}, ${[action, accepted].filter(Boolean).join(" ")}, ${times}::bigint
    where (select count(*) from analytics_counts where day = ${day}::date) < ${KINDS_A_DAY}
    on conflict (day, event, product, flow, step, field, outcome) do update
      set times = analytics_counts.times + excluded.times`.execute(context.db);
}
