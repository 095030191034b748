// What needs the broker's attention: underwriters' questions, their recent decisions that the user did not open since, open
// quotations about to expire, and invoices with a reminder.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { AttentionRow } from "#api/wire/wireTypes.ts";
import type { Db } from "../../db/open.ts";
import { describeAnswer } from "../../http/apiSchemas.ts";
import { VALID_DAYS } from "../lists/contractRows.ts";
import { PAYMENT_DAYS } from "../lists/invoiceRows.ts";
import { asText } from "../lists/lists.ts";
import { wordIn } from "../lists/words.ts";
import type { PortfolioContext, Viewer } from "../viewer.ts";

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
