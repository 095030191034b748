// Reads lists from the database: a page, one row or all rows, optionally limited to a relation or a search. The queries
// are the same for all lists and always filter by office. Each list maps its own rows to the response.
import { type RawBuilder, sql } from "kysely";
import type { Language } from "#engine/schema/types.ts";
import type { Db } from "../../db/open.ts";
import { type Choices, countChoices, type Filters, matchChoices, readChoices } from "./filters.ts";
import { findOrder, isOfOffice, type OfficeScope, type SortedList } from "./order.ts";
import { matchWord, type SearchTarget, searchPatterns } from "./search.ts";

export interface ListDefinition<Row> extends SortedList, SearchTarget {
  /** Order of the rows that the user never opened. By default the usual order of the list. */
  recent?: string;
  /** Columns to select, where `t` is the list's table. */
  columns: RawBuilder<Row>;
  filters?: Filters;
  /** A column of amounts, of which a page has the sum of all its list. */
  sum?: string;
}

export interface ListRequest {
  office: OfficeScope;
  language: Language;
  relation?: number | undefined;
  /** The search term. Absent for the whole list. */
  search?: string | undefined;
  /** One of the list's sortable columns, with `-` in front for descending. */
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  choices?: Choices;
  /** The calendar day in Europe/Amsterdam, for filters by day. */
  today?: string;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  limit: number;
  /** Of all rows of the list, in cents. */
  sum?: number;
}

export const PAGE_MAX = 100;
const PAGE_DEFAULT = 15;

/** A page number past the end gives the last page (decisions 57). */
export async function readPage<Row>(db: Db, definition: ListDefinition<Row>, request: ListRequest): Promise<Page<Row>> {
  const limit = request.limit ?? (request.search === undefined ? PAGE_DEFAULT : PAGE_MAX);
  return parsePage(await find<PageRow>(db, definition, request, limit), limit);
}

/** A page as one database row, its rows as one JSON text: several times as fast as a value per column, in both engines. */
export interface PageRow {
  total: number;
  page: number;
  rows: string;
  sum?: number;
}

export function parsePage<Row>([foundPage]: PageRow[], limit: number): Page<Row> {
  const { rows, ...facts } = foundPage ?? NOTHING;
  return { rows: JSON.parse(rows) as Row[], limit, ...facts };
}

const NOTHING: PageRow = { total: 0, page: 1, rows: "[]" };

/** The rows of a query as one JSON text, in the query's order. */
export const asText = (rows: RawBuilder<unknown>) =>
  sql<string>`(select coalesce(json_agg(one), '[]')::text from (${rows}) one)`;

export async function readOne<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  office: number,
  number: number,
): Promise<Row | undefined> {
  const { list, key, columns } = definition;
  const result = await sql<Row>`select ${columns} from ${sql.table(list)} t
    where ${sql.ref(`t.${key}`)} = ${number} and ${isOfOffice(office)}`.execute(db);
  return result.rows[0];
}

const CHUNK = 500;

/** All matching rows in order, read in chunks so that an export of any length needs little memory. */
export async function* readAll<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  request: ListRequest,
): AsyncGenerator<Row[]> {
  const [row] = await find<{ numbers: number[] | null }>(db, definition, request);
  const numbers = row?.numbers ?? [];
  for (let from = 0; from < numbers.length; from += CHUNK)
    yield await readRows(db, definition, request.office, numbers.slice(from, from + CHUNK));
}

/**
 * The rows of a page, or without a limit the numbers of all matches. The search scans the index `<list>_by_office`: under row-level
 * security LIKE cannot use the trigram index.
 */
async function find<Found>(
  db: Db,
  definition: ListDefinition<unknown>,
  request: ListRequest,
  limit?: number,
): Promise<Found[]> {
  const matched = matchRows(definition, request);
  if (!matched) return [];
  const { by, join } = await findOrder(db, definition, request);
  const { list, key, columns, filters, sum } = definition;
  const { office, page = 1, today } = request;
  const number = sql.ref(`t.${key}`);
  const conditions = [
    ...matched.place,
    ...matched.words,
    ...matchChoices({ filters, ...readChoices(filters, request.choices), today }),
  ];
  // Cents are exact in a double, which every driver reads as a number.
  const summed = sum ? sql`, coalesce(sum(${sql.ref(`t.${sum}`)}), 0)::float8 as sum` : sql``;
  const numbersQuery = sql`select count(*)::int as total ${summed}, array_agg(${number} order by ${by}) as numbers
    from ${sql.table(list)} t ${join} where ${sql.join(conditions, sql` and `)}`;
  if (limit === undefined)
    return (await sql<Found>`select to_json(numbers) as numbers from (${numbersQuery}) found`.execute(db)).rows;
  const rows = sql`select ${columns}
    from unnest(placed.numbers[(placed.page - 1) * ${limit}::int + 1 : placed.page * ${limit}::int])
      with ordinality asked (number, place)
    join ${sql.table(list)} t on ${number} = asked.number and ${isOfOffice(office)} order by asked.place`;
  const read = sql<Found>`
  with found as (${numbersQuery}), placed as (
    select ${sum ? sql`sum, ` : sql``} total, numbers, least(${page}::bigint, greatest(1, ceil(total / ${limit}::numeric)))::int as page from found
  )
  select ${sum ? sql`sum, ` : sql``} total, page, ${asText(rows)} as rows from placed`;
  return (await read.execute(db)).rows;
}

/** The conditions for the rows of an office and a relation, and of a search, or undefined for a search without a word. */
function matchRows(definition: ListDefinition<unknown>, { office, relation, search }: ListRequest) {
  const searched = search === undefined ? [] : searchPatterns(search, definition.list);
  if (search !== undefined && searched.length === 0) return undefined;
  const ofOffice = isOfOffice(office);
  return {
    place: [ofOffice, ...(relation === undefined ? [] : [sql`t.relation_number = ${relation}`])],
    words: searched.map((word) => matchWord(definition, word, { ofOffice, everyOffice: office === null })),
  };
}

/** How many rows each choice of each filter has, within the office, relation and search of the request. */
export async function countFilters(db: Db, definition: ListDefinition<unknown>, request: ListRequest) {
  const { list, filters } = definition;
  const matched = matchRows(definition, request);
  if (!filters || !matched) return [];
  const place = sql.join(matched.place, sql` and `);
  const words = sql.join([sql`true`, ...matched.words], sql` and `);
  const chosen = { filters, ...readChoices(filters, request.choices), today: request.today };
  const counts = countChoices(
    chosen,
    words,
    (columns) => sql`select ${columns} from ${sql.table(list)} t where ${place}`,
  );
  return (await counts.execute(db)).rows;
}

/** The rows with these numbers, in this order. The cast to bigint is needed: under row-level security a converting join uses no index. */
async function readRows<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  office: OfficeScope,
  numbers: number[],
): Promise<Row[]> {
  if (numbers.length === 0) return [];
  const { list, key, columns } = definition;
  const result = await sql<Row>`select ${columns}
    from unnest(${`{${numbers.join()}}`}::bigint[]) with ordinality asked (number, place)
    join ${sql.table(list)} t on ${sql.ref(`t.${key}`)} = asked.number
    where ${isOfOffice(office)} order by asked.place`.execute(db);
  return result.rows;
}
