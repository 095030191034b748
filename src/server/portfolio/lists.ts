// Reads the five lists: a page, a search, one row, the last viewed, everything. Every query carries the office, and it is
// the same for all lists; what a row looks like on the wire is said by the resource, not here.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";
import { type ListName, placeOf, totalOf } from "./rank.ts";
import { type SearchTerm, searchTerm } from "./search.ts";

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
/** A list up to this long is searched whole; nearly every office's is. */
const WHOLE = 10_000;
/** In a longer one: so many first rows are read in order, and so many finds are taken from the index. */
const FIRST_ROWS = 2_000;
const FINDS = 1_000;

const tableOf = (list: ListName) => sql.table(list);
const keyOf = (definition: { key: string }) => sql.ref(`t.${definition.key}`);

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

interface Finds {
  total: number;
  page: number;
  keys: number[];
  more?: boolean;
}

export async function readSearch<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  request: ListRequest,
  typed: string,
): Promise<Page<Row>> {
  const limit = request.limit ?? PAGE_MAX;
  const term = searchTerm(typed);
  if (!term) return { rows: [], total: 0, page: 1, limit };
  const finds = await findsOf(db, definition, { ...request, page: request.page ?? 1, limit }, term);
  const rows = await rowsOf(db, definition, request.office, finds.keys);
  return { rows, total: finds.total, page: finds.page, limit, ...(finds.more ? { more: true } : {}) };
}

/**
 * A list of usual length is searched whole. In a very long one its first rows answer what many rows contain, in order; only
 * a rarer word is left to the index, which then has little to find.
 */
async function findsOf<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  request: PageRequest,
  term: SearchTerm,
): Promise<Finds> {
  const whole = request.relation !== undefined || (await totalOf(db, definition.list, request.office)) <= WHOLE;
  if (whole) return findsIn(db, request, matching(definition, request, term, WHOLE));
  const first = await findsIn(db, request, firstRows(definition, request, term));
  if (first.total >= PAGE_MAX || !term.indexed) return { ...first, more: true };
  const rare = await findsIn(db, request, matching(definition, request, term, FINDS));
  return { ...rare, more: rare.total >= FINDS };
}

type Query = RawBuilder<unknown>;
type PageRequest = ListRequest & { page: number; limit: number };

const matches = (term: SearchTerm): Query =>
  sql.join(
    term.patterns.map((pattern) => sql`t.search like portfolio_fold(${pattern})`),
    sql` and `,
  );

const candidates = <Row>(definition: ListDefinition<Row>, office: number): Query =>
  sql`select ${keyOf(definition)} as key, t.rank_key, t.search from ${tableOf(definition.list)} t
    where t.intermediary_number = ${office}`;

function firstRows<Row>(definition: ListDefinition<Row>, request: ListRequest, term: SearchTerm): Query {
  return sql`select * from (${candidates(definition, request.office)} order by t.rank_key limit ${FIRST_ROWS}) t
    where ${matches(term)}`;
}

function matching<Row>(definition: ListDefinition<Row>, request: ListRequest, term: SearchTerm, most: number): Query {
  const relation = request.relation === undefined ? sql`` : sql`and t.relation_number = ${request.relation}`;
  return sql`${candidates(definition, request.office)} ${relation} and ${matches(term)} limit ${most}`;
}

async function findsIn(db: Db, { page, limit }: PageRequest, finds: Query): Promise<Finds> {
  const answer = await sql<{ total: number; page: number; keys: number[] | null }>`
    with found as (
      select count(*)::int as total, array_agg(f.key order by f.rank_key) as keys from (${finds}) f
    ), placed as (
      select total, keys, least(${page}::bigint, greatest(1, ceil(total / ${limit}::numeric)))::int as page from found
    )
    select total, page, to_json(keys[(page - 1) * ${limit}::int + 1 : page * ${limit}::int]) as keys
    from placed`.execute(db);
  const row = answer.rows[0];
  return { total: row?.total ?? 0, page: row?.page ?? 1, keys: row?.keys ?? [] };
}

async function rowsOf<Row>(db: Db, definition: ListDefinition<Row>, office: number, keys: number[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Row>`select ${definition.columns} from ${tableOf(definition.list)} t
    where t.intermediary_number = ${office} and ${keyOf(definition)} in (${sql.join(keys)})
    order by t.rank_key`.execute(db);
  return rows;
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
