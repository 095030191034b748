// Where a page of an office's list stands, from the block counts of migration 0101: exact totals, and a cost that does not
// grow with the page number. It reads no row of the list itself.
import { sql } from "kysely";
import type { Db } from "../db/open.ts";

export type ListName = "relations" | "quotations" | "policies" | "damages" | "open_invoices" | "documents";

export interface Place {
  total: number;
  /** The page that is answered: a page past the end is the last one (decisions 57). */
  page: number;
  /** The block in which the page starts, and how many of its rows come before it. */
  firstKey: string;
  skip: number;
}

export async function placeOf(db: Db, list: ListName, office: number, page: number, limit: number): Promise<Place> {
  const answer = await sql<{ total: number; page: number; first_key: string; skip: number }>`
    with counted as (
      select first_key, sum(n) as n from (
        select first_key, n from list_blocks where list = ${list} and intermediary_number = ${office}
        union all
        select coalesce((select b.first_key from list_blocks b
          where b.list = c.list and b.intermediary_number = c.intermediary_number and b.first_key <= c.rank_key
          order by b.first_key desc limit 1), ''), c.change
        from list_changes c where c.list = ${list} and c.intermediary_number = ${office}
      ) parts group by first_key
    ), placed as (
      select first_key, sum(n) over (order by first_key) - n as before, sum(n) over () as total from counted
    ), asked as (
      select coalesce(max(total), 0) as total,
        least(${page}::bigint, greatest(1, ceil(coalesce(max(total), 0) / ${limit}::numeric)))::bigint as page from placed
    )
    select asked.total::bigint as total, asked.page, coalesce(found.first_key, '') as first_key,
      ((asked.page - 1) * ${limit}::bigint - coalesce(found.before, 0))::bigint as skip
    from asked left join lateral (
      select first_key, before from placed where before <= (asked.page - 1) * ${limit}::bigint
      order by before desc, first_key desc limit 1
    ) found on true`.execute(db);
  const [row] = answer.rows;
  if (!row) throw new Error(`No place in ${list}`);
  return { total: row.total, page: row.page, firstKey: row.first_key, skip: row.skip };
}

export async function totalOf(db: Db, list: ListName, office: number): Promise<number> {
  return (await placeOf(db, list, office, 1, 1)).total;
}
