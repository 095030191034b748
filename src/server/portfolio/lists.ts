// Reads the five lists: a page, one row, everything; a search has a file of its own. Every query carries the office, and it
// is the same for all lists; what a row looks like on the wire is said by the resource, not here.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";
import { type ListName, placeOf } from "./rank.ts";

export interface ListDefinition<Row> {
  list: ListName;
  /** Column of the number in the address. */
  key: string;
  /** Order of rows that nobody looked at yet; absent: the order of the list. */
  recent?: string;
  /** Columns of a row, `t` being the list. */
  columns: RawBuilder<Row>;
}

export interface ListRequest {
  office: number;
  relation?: number | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  limit: number;
  /** A search in a very long list that stopped counting: there are more than `total`. */
  more?: boolean;
}

export const PAGE_MAX = 100;
const PAGE_DEFAULT = 15;
export const tableOf = (list: ListName) => sql.table(list);
export const keyOf = (definition: { key: string }) => sql.ref(`t.${definition.key}`);

export async function readPage<Row>(db: Db, definition: ListDefinition<Row>, request: ListRequest): Promise<Page<Row>> {
  const limit = request.limit ?? PAGE_DEFAULT;
  if (request.relation !== undefined) return pageOfRelation(db, definition, request, request.relation, limit);
  const place = await placeOf(db, definition.list, request.office, request.page ?? 1, limit);
  const { rows } = await sql<Row>`select ${definition.columns} from ${tableOf(definition.list)} t
    where t.intermediary_number = ${request.office} and t.rank_key >= ${place.firstKey}
    order by t.rank_key offset ${place.skip} limit ${limit}`.execute(db);
  return { rows, total: place.total, page: place.page, limit };
}

/** A relation has few rows: counting them is cheap. */
async function pageOfRelation<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  { office, page = 1 }: ListRequest,
  relation: number,
  limit: number,
): Promise<Page<Row>> {
  const own = sql`t.intermediary_number = ${office} and t.relation_number = ${relation}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total
    from ${tableOf(definition.list)} t where ${own}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const shown = Math.min(page, Math.max(1, Math.ceil(total / limit)));
  const { rows } = await sql<Row>`select ${definition.columns} from ${tableOf(definition.list)} t
    where ${own} order by t.rank_key offset ${(shown - 1) * limit} limit ${limit}`.execute(db);
  return { rows, total, page: shown, limit };
}

export async function readOne<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  office: number,
  number: number,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select ${definition.columns} from ${tableOf(definition.list)} t
    where ${keyOf(definition)} = ${number} and t.intermediary_number = ${office}`.execute(db);
  return rows[0];
}

const CHUNK = 500;

/** Everything of a list in order, in chunks, so that an export of any length needs little memory. */
export async function* readAll<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  { office, relation }: ListRequest,
): AsyncGenerator<Row[]> {
  let after = "";
  const own = relation === undefined ? sql`` : sql`and t.relation_number = ${relation}`;
  for (;;) {
    const { rows } = await sql<Row & { rank_key: string }>`select ${definition.columns}, t.rank_key
      from ${tableOf(definition.list)} t where t.intermediary_number = ${office} ${own} and t.rank_key > ${after}
      order by t.rank_key limit ${CHUNK}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.rank_key;
  }
}
