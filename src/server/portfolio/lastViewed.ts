// What somebody opened last, per list (decisions 72). What nobody opened follows, newest first. Only the newest hundred are
// kept, and nothing else is known about a visit.
import { sql } from "kysely";
import type { Db } from "../db/open.ts";
import { countRows, type ListDefinition, type ListRequest, PAGE_MAX, type Page } from "./lists.ts";
import { usualOrder } from "./order.ts";
import type { Viewer } from "./viewer.ts";

const LIMIT = 8;

export async function recordView(db: Db, viewer: Viewer, list: string, number: number): Promise<void> {
  await sql`insert into last_viewed (login_name, list, number) values (${viewer.login}, ${list}, ${number})
    on conflict (login_name, list, number) do update set viewed_at = clock_timestamp()`.execute(db);
  await sql`delete from last_viewed where login_name = ${viewer.login} and list = ${list} and viewed_at < (
    select viewed_at from last_viewed where login_name = ${viewer.login} and list = ${list}
    order by viewed_at desc offset ${PAGE_MAX - 1} limit 1)`.execute(db);
}

export async function readLastViewed<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  viewer: Viewer,
  request: Pick<ListRequest, "page" | "limit">,
): Promise<Page<Row>> {
  const limit = request.limit ?? LIMIT;
  const total = Math.min(PAGE_MAX, await countRows(db, definition.list, viewer.intermediary));
  const page = Math.min(request.page ?? 1, Math.max(1, Math.ceil(total / limit)));
  const key = sql.ref(`t.${definition.key}`);
  const table = sql.table(definition.list);
  const newest = definition.recent ? sql.raw(definition.recent) : usualOrder(definition);
  const { rows } = await sql<Row>`
    with seen as (
      select v.number, v.viewed_at from last_viewed v join ${table} t on ${key} = v.number
      where v.login_name = ${viewer.login} and v.list = ${definition.list} and t.intermediary_number = ${viewer.intermediary}
      order by v.viewed_at desc limit ${PAGE_MAX}
    ), others as (
      select ${key} as number, row_number() over (order by ${newest}) as place from ${table} t
      where t.intermediary_number = ${viewer.intermediary} and ${key} not in (select number from seen)
      order by ${newest} limit ${PAGE_MAX}
    ), both_kinds as (
      select number, viewed_at, 0::bigint as place from seen union all select number, null, place from others
    )
    select ${definition.columns} from both_kinds b join ${table} t on ${key} = b.number
    order by b.viewed_at desc nulls last, b.place offset ${(page - 1) * limit} limit ${Math.min(limit, total || 1)}`.execute(
    db,
  );
  return { rows, total, page, limit };
}
