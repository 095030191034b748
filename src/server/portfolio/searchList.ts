// Searches one of the lists, within the office. A list of usual length is searched whole; a very long one in parts, so that
// a search costs the same however long it is.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";
import { keyOf, type ListDefinition, type ListRequest, PAGE_MAX, type Page, tableOf } from "./lists.ts";
import { totalOf } from "./rank.ts";
import { type SearchTerm, searchTerm } from "./search.ts";

/** A list up to this long is searched whole; nearly every office's is. */
const WHOLE = 10_000;
/** In a longer one: so many first rows are read in order, and so many finds are taken from the index. */
const FIRST_ROWS = 2_000;
const FINDS = 1_000;

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
