// What somebody opened last, per list (decisions 72). What nobody opened follows, newest first. Only the newest hundred are
// kept, and nothing else is known about a visit.
import { sql } from "kysely";
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";
import {
  buildPage,
  compiledFor,
  type ListDefinition,
  type ListRequest,
  PAGE_MAX,
  type Page,
  type PlacedRow,
} from "./lists.ts";
import { usualOrder } from "./order.ts";
import type { Viewer } from "./viewer.ts";

const LIMIT = 8;

export async function recordView(db: Db, { login }: Viewer, list: string, number: number): Promise<void> {
  await insertView(db, { login, list, number, others: PAGE_MAX - 2 });
}

const insertView = compileOnce((db, values: { login: string; list: string; number: number; others: number }) => {
  const { login, list, number, others } = values;
  const own = sql`login_name = ${login} and list = ${list} and number <> ${number}`;
  return sql`with gone as (delete from last_viewed where ${own} and viewed_at < (
      select viewed_at from last_viewed where ${own} order by viewed_at desc offset ${others} limit 1))
    insert into last_viewed (login_name, list, number) values (${login}, ${list}, ${number})
    on conflict (login_name, list, number) do update set viewed_at = clock_timestamp()`.compile(db);
});

export async function readLastViewed<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  { login, intermediary: office }: Viewer,
  request: Pick<ListRequest, "page" | "limit">,
): Promise<Page<Row>> {
  const { page = 1, limit = LIMIT } = request;
  const read = compiledFor(definition, "last viewed", () => buildRead(definition));
  return buildPage(await read(db, { login, office, page, limit }), limit);
}

const buildRead = <Row>(definition: ListDefinition<Row>) =>
  compileOnce((db, { login, office, page, limit }: { login: string; office: number; page: number; limit: number }) => {
    const { list, columns, recent } = definition;
    const key = sql.ref(`t.${definition.key}`);
    const table = sql.table(list);
    const newest = recent ? sql.raw(recent) : usualOrder(definition);
    return sql<PlacedRow & Row>`
    with placed as (
      select total, least(${page}::bigint, greatest(1, ceil(total / ${limit}::numeric)))::int as page from (
        select least(${PAGE_MAX}, count(*))::int as total from ${table} t where t.intermediary_number = ${office}
      ) counted
    ), seen as (
      select v.number, v.viewed_at from last_viewed v join ${table} t on ${key} = v.number
      where v.login_name = ${login} and v.list = ${list} and t.intermediary_number = ${office}
      order by v.viewed_at desc limit ${PAGE_MAX}
    ), others as (
      select ${key} as number, row_number() over (order by ${newest}) as place from ${table} t
      where t.intermediary_number = ${office} and ${key} not in (select number from seen)
      order by ${newest} limit ${PAGE_MAX}
    ), both_kinds as (
      select number, row_number() over (order by viewed_at desc nulls last, place)::int as place from (
        select number, viewed_at, 0::bigint as place from seen union all select number, null, place from others
      ) listed
    )
    select placed.total as page_total, placed.page as page_number, b.place as page_place, ${columns}
    from placed left join both_kinds b on b.place <= placed.total
      and b.place > (placed.page - 1) * ${limit}::int and b.place <= placed.page * ${limit}::int
    left join ${table} t on ${key} = b.number order by b.place`.compile(db);
  });
