// Reads lists from the database: a page, one row or all rows, optionally limited to a relation or a search. The queries are the
// same for all lists and always filter by office; each list maps its own rows to the response.
import { type RawBuilder, sql } from "kysely";
import { withoutUnseen } from "#engine/formats.ts";
import type { Language } from "#engine/types.ts";
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";
import { findOrder, isOfOffice, type OfOffice, type Order, type SortedList } from "./order.ts";

export interface ListDefinition<Row> extends SortedList {
  /** Order of the rows that the user never opened; by default the usual order of the list. */
  recent?: string;
  /** Columns to select; `t` is the list's table. */
  columns: RawBuilder<Row>;
  /** A table with numbers by which its rows are found too, and its column with the number of the list. */
  foundBy?: { table: string; column: string };
}

export interface ListRequest {
  office: OfOffice;
  language: Language;
  relation?: number | undefined;
  /** The search term; absent for the whole list. */
  search?: string | undefined;
  /** One of the list's sortable columns, with `-` in front for descending. */
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  limit: number;
}

export const PAGE_MAX = 100;
const PAGE_DEFAULT = 15;

/** A page number past the end gives the last page (decisions 57). */
export async function readPage<Row>(db: Db, definition: ListDefinition<Row>, request: ListRequest): Promise<Page<Row>> {
  const limit = request.limit ?? (request.search === undefined ? PAGE_DEFAULT : PAGE_MAX);
  return parsePage(await find<FoundPage>(db, definition, request, limit), limit);
}

/** A page as one database row, its rows as one JSON text: several times as fast as a value per column, in both engines. */
export interface FoundPage {
  total: number;
  page: number;
  rows: string;
}

export function parsePage<Row>([found]: FoundPage[], limit: number): Page<Row> {
  const { total, page, rows } = found ?? NOTHING;
  return { rows: JSON.parse(rows) as Row[], total, page, limit };
}

const NOTHING: FoundPage = { total: 0, page: 1, rows: "[]" };

/** The rows of a query as one JSON text, in the query's order. */
export const asText = (rows: RawBuilder<unknown>) =>
  sql<string>`(select coalesce(json_agg(one), '[]')::text from (${rows}) one)`;

export async function readOne<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  office: number,
  number: number,
): Promise<Row | undefined> {
  const read = compiledFor(definition, "one", () => buildOne(definition));
  return (await read(db, { office, number }))[0];
}

const buildOne = <Row>({ list, key, columns }: ListDefinition<Row>) =>
  compileOnce((db, { office, number }: { office: number; number: number }) =>
    sql<Row>`select ${columns} from ${sql.table(list)} t
      where ${sql.ref(`t.${key}`)} = ${number} and ${isOfOffice(office)}`.compile(db),
  );

const CHUNK = 500;

/** All matching rows in order, read in chunks so that an export of any length needs little memory. */
export async function* readAll<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  request: ListRequest,
): AsyncGenerator<Row[]> {
  const [found] = await find<{ numbers: number[] | null }>(db, definition, request);
  const numbers = found?.numbers ?? [];
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
  const patterns = request.search === undefined ? [] : searchPatterns(request.search);
  if (request.search !== undefined && patterns.length === 0) return [];
  const order = await findOrder(db, definition, request);
  const { office, relation, sort, page = 1 } = request;
  const shape = { everyOffice: office === null, everyRelation: relation === undefined, withRows: limit !== undefined };
  const build = () => buildFind<Found>(definition, order, shape);
  const key = `find ${[sort, ...Object.values(shape), patterns.length]}`;
  const send = order.ofWords ? build() : compiledFor(definition, key, build);
  return send(db, { office, relation, page, limit: limit ?? 0, patterns });
}

interface FindValues {
  office: OfOffice;
  relation: number | undefined;
  page: number;
  limit: number;
  patterns: string[];
}

const buildFind = <Found>(
  { list, key, columns, foundBy }: ListDefinition<unknown>,
  { by, join }: Order,
  { everyOffice, everyRelation, withRows }: { everyOffice: boolean; everyRelation: boolean; withRows: boolean },
) =>
  compileOnce((db, { office, relation, page, limit, patterns }: FindValues) => {
    const ofOffice = isOfOffice(everyOffice ? null : office);
    const number = sql.ref(`t.${key}`);
    // As an array it is asked once for all rows, and leaves both halves their index.
    const others = (pattern: string) =>
      foundBy
        ? sql`or ${number} = any(array(select ${sql.ref(`t.${foundBy.column}`)} from ${sql.table(foundBy.table)} t
            where ${ofOffice} and ' ' || t.number like ${pattern}))`
        : sql``;
    const conditions = [
      ofOffice,
      ...(everyRelation ? [] : [sql`t.relation_number = ${relation}`]),
      // In a subselect, so that a generic plan folds the pattern once and not for each row.
      ...patterns.map((pattern) => sql`(t.search like (select portfolio_fold(${pattern})) ${others(pattern)})`),
    ];
    const found = sql`select count(*)::int as total, array_agg(${number} order by ${by}) as numbers
      from ${sql.table(list)} t ${join} where ${sql.join(conditions, sql` and `)}`;
    if (!withRows) return sql<Found>`select to_json(numbers) as numbers from (${found}) found`.compile(db);
    const rows = sql`select ${columns}
      from unnest(placed.numbers[(placed.page - 1) * ${limit}::int + 1 : placed.page * ${limit}::int])
        with ordinality asked (number, place)
      join ${sql.table(list)} t on ${number} = asked.number and ${ofOffice} order by asked.place`;
    return sql<Found>`
    with found as (${found}), placed as (
      select total, numbers, least(${page}::bigint, greatest(1, ceil(total / ${limit}::numeric)))::int as page from found
    )
    select total, page, ${asText(rows)} as rows from placed`.compile(db);
  });

const compiled = new WeakMap<object, Map<string, unknown>>();

/** Caches a list's compiled statements; `key` names the variant. */
export function compiledFor<Statement>(definition: object, key: string, build: () => Statement): Statement {
  const known = compiled.get(definition) ?? new Map<string, unknown>();
  compiled.set(definition, known);
  if (!known.has(key)) known.set(key, build());
  return known.get(key) as Statement;
}

/** The rows with these numbers, in this order. The cast to bigint is needed: under row-level security a converting join uses no index. */
async function readRows<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  office: OfOffice,
  numbers: number[],
): Promise<Row[]> {
  if (numbers.length === 0) return [];
  const everyOffice = office === null;
  const read = compiledFor(definition, `read ${everyOffice}`, () => buildRead(definition, everyOffice));
  return read(db, { office, numbers: `{${numbers.join()}}` });
}

const buildRead = <Row>({ list, key, columns }: ListDefinition<Row>, everyOffice: boolean) =>
  compileOnce((db, { office, numbers }: { office: OfOffice; numbers: string }) =>
    sql<Row>`select ${columns}
    from unnest(${numbers}::bigint[]) with ordinality asked (number, place)
    join ${sql.table(list)} t on ${sql.ref(`t.${key}`)} = asked.number
    where ${isOfOffice(everyOffice ? null : office)} order by asked.place`.compile(db),
  );

/** Further words of a search are ignored. */
const MAX_WORDS = 6;

/**
 * LIKE patterns for a search term, one for each word, all of which must match; none for a blank term. Wildcards in the term are
 * escaped. A word with fewer than three letters or digits in a row matches only at the beginning of a word.
 */
const searchPatterns = (typed: string): string[] =>
  withoutUnseen(typed).normalize("NFC").split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(makePattern);

function makePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = runs.some((run) => run.length >= 3) || /[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
  return runs.length > 0 && !found ? `% ${literal}%` : `%${literal}%`;
}
