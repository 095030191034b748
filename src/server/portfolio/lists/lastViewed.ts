// The items that a user opened last, per list (decisions 72), followed by the items never opened, newest first. Only the latest
// hundred views are kept, each with nothing but its time.
import { sql } from "kysely";
import type { Db } from "../../db/open.ts";
import type { Viewer } from "../viewer.ts";
import {
  asText,
  type ListDefinition,
  type ListRequest,
  PAGE_MAX,
  type Page,
  type PageRow,
  parsePage,
} from "./lists.ts";
import { usualOrder } from "./order.ts";

const LIMIT = 8;

export async function recordView(db: Db, { login }: Viewer, list: string, number: number): Promise<void> {
  const otherViews = sql`login_name = ${login} and list = ${list} and number <> ${number}`;
  // `viewed_at` is made later than all others: clocks may differ, and the embedded engine's clock counts whole milliseconds only.
  await sql`with gone as (delete from last_viewed where ${otherViews} and viewed_at < (
      select viewed_at from last_viewed where ${otherViews} order by viewed_at desc offset ${PAGE_MAX - 2} limit 1))
    insert into last_viewed (login_name, list, number, viewed_at) values (${login}, ${list}, ${number},
      greatest(clock_timestamp(), (select max(viewed_at) + interval '1 microsecond' from last_viewed where ${otherViews})))
    on conflict (login_name, list, number) do update set viewed_at = excluded.viewed_at`.execute(db);
}

export async function readLastViewed<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  { login, intermediary: office }: Viewer,
  request: Pick<ListRequest, "page" | "limit">,
): Promise<Page<Row>> {
  const { page = 1, limit = LIMIT } = request;
  const { list, columns, recent } = definition;
  const key = sql.ref(`t.${definition.key}`);
  const table = sql.table(list);
  const newest = recent ? sql.raw(recent) : usualOrder(definition);
  const rows = sql`select ${columns} from both_kinds b join ${table} t on ${key} = b.number
    where b.place > (placed.page - 1) * ${limit}::int and b.place <= least(placed.total, placed.page * ${limit}::int)
    order by b.place`;
  const result = await sql<PageRow>`
  with placed as (
    select total, least(${page}::bigint, greatest(1, ceil(total / ${limit}::numeric)))::int as page from (
      select count(*)::int as total from (
        select from ${table} t where t.intermediary_number = ${office} limit ${PAGE_MAX}
      ) first_ones
    ) counted
  ), seen as (
    select v.number, v.viewed_at from last_viewed v join ${table} t on ${key} = v.number
    where v.login_name = ${login} and v.list = ${list} and t.intermediary_number = ${office}
    order by v.viewed_at desc limit ${PAGE_MAX}
  ), others as (
    select ${key} as number, row_number() over (order by ${newest}) as place from ${table} t
    where t.intermediary_number = ${office} and ${key} not in (select number from seen)
    order by ${newest} limit (select page * ${limit}::int from placed)
  ), both_kinds as (
    select number, row_number() over (order by viewed_at desc nulls last, place)::int as place from (
      select number, viewed_at, 0::bigint as place from seen union all select number, null, place from others
    ) listed
  )
  select total, page, ${asText(rows)} as rows from placed`.execute(db);
  return parsePage(result.rows, limit);
}
