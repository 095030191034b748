// What needs the broker's attention: open quotations about to expire, invoices with a reminder, requests that wait for an
// underwriter, and underwriters' questions.
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { AttentionRow } from "#api/wireTypes.ts";
import { describeAnswer } from "../apiSchemas.ts";
import { compileOnce } from "../db/compileOnce.ts";
import { VALID_DAYS } from "./contractRows.ts";
import { asText } from "./lists.ts";
import type { PortfolioContext } from "./viewer.ts";
import { wordIn } from "./words.ts";

/** An open quotation is listed so many days before its last valid day. */
const NOTICE_DAYS = 14;
const SHOWN_PER_KIND = 20;

export function addAttentionRoutes(app: FastifyInstance, context: PortfolioContext): void {
  app.get("/", { schema: describeAnswer("attention-list") }, async (request) => {
    const viewer = context.viewer(request);
    const found = await selectWaiting(context.db, { office: viewer.intermediary, today: context.clock.today() });
    const rows = JSON.parse(found[0]?.rows ?? "[]") as AttentionRow[];
    const data = rows.map((row) => ({
      ...row,
      product: wordIn(viewer.language, row.product),
      amount: row.amount === null ? null : row.amount / 100,
    }));
    return { data, meta: { count: data.length, total: data.length } };
  });
}

// The day is wrapped in a subselect so that PostgreSQL keeps a generic plan instead of planning anew for each value.
const selectWaiting = compileOnce((db, { office, today }: { office: number; today: string }) => {
  const waiting = sql`
    (select 'expiring' as kind, number, relation_number, relation_name, product, (date + ${VALID_DAYS}::int)::date as date,
        null as level, null::bigint as amount
      from quotations where intermediary_number = ${office} and status = 'O'
        and date between (select ${today}::date - ${VALID_DAYS}::int) and (select ${today}::date - ${VALID_DAYS - NOTICE_DAYS}::int)
      order by quotations.date limit ${SHOWN_PER_KIND})
    union all
    (select 'reminder', offer_number, relation_number, relation_name, oms_product_code, booking_date, status_code,
        total_open_amount
      from open_invoices where intermediary_number = ${office} and status_code in ('E', 'T')
      order by status_code desc, booking_date limit ${SHOWN_PER_KIND})
    union all
    (select case status when 'W' then 'question' else 'referral' end, number, relation_number, relation_name, product,
        quotations.date, null, null
      from quotations where intermediary_number = ${office} and status in ('B', 'W')
      order by quotations.date limit ${SHOWN_PER_KIND})`;
  return sql<{ rows: string }>`select ${asText(waiting)} as rows`.compile(db);
});
