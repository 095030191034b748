// Reads the lists: a page, one row, everything; whole, of one relation or searched. Every query carries the office, and it is
// the same for all lists; what a row looks like on the wire is said by the resource, not here.
import { type RawBuilder, sql } from "kysely";
import type { Language } from "#engine/types.ts";
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";
import { findOrder, isOfOffice, type OfOffice, type Order, type SortedList } from "./order.ts";

export interface ListDefinition<Row> extends SortedList {
  /** Order of rows that nobody looked at yet; absent: the usual order of the list. */
  recent?: string;
  /** Columns of a row, `t` being the list. */
  columns: RawBuilder<Row>;
}

export interface ListRequest {
  office: OfOffice;
  language: Language;
  relation?: number | undefined;
  /** What somebody typed; absent: the whole list. */
  search?: string | undefined;
  /** One of the list's columns, `-` before it: the other way round. */
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

/** A page past the end is the last one (decisions 57). */
export async function readPage<Row>(db: Db, definition: ListDefinition<Row>, request: ListRequest): Promise<Page<Row>> {
  const limit = request.limit ?? (request.search === undefined ? PAGE_DEFAULT : PAGE_MAX);
  const { total, page, numbers } = await findNumbers(db, definition, request, limit);
  return { rows: await readRows(db, definition, request.office, numbers), total, page, limit };
}

export async function readOne<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  office: number,
  number: number,
): Promise<Row | undefined> {
  return (await readRows(db, definition, office, [number]))[0];
}

const EVERYTHING = 2_147_483_647;
const CHUNK = 500;

/** Everything that was asked for in order, in chunks, so that an export of any length needs little memory. */
export async function* readAll<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  request: ListRequest,
): AsyncGenerator<Row[]> {
  const { numbers } = await findNumbers(db, definition, { ...request, page: 1 }, EVERYTHING);
  for (let from = 0; from < numbers.length; from += CHUNK)
    yield await readRows(db, definition, request.office, numbers.slice(from, from + CHUNK));
}

interface Found {
  total: number;
  page: number;
  numbers: number[];
}

/** Reads no row, only the index `<list>_by_office`: row-level security keeps LIKE from an index of words. */
async function findNumbers<Row>(
  db: Db,
  definition: ListDefinition<Row>,
  request: ListRequest,
  limit: number,
): Promise<Found> {
  const patterns = request.search === undefined ? [] : searchPatterns(request.search);
  if (request.search !== undefined && patterns.length === 0) return { total: 0, page: 1, numbers: [] };
  const order = await findOrder(db, definition, request);
  const { office, relation, sort, page = 1 } = request;
  const shape = { everyOffice: office === null, everyRelation: relation === undefined };
  const build = () => buildFind(definition, order, shape);
  const key = `find ${[sort, shape.everyOffice, shape.everyRelation, patterns.length]}`;
  const find = order.ofWords ? build() : compiledFor(definition, key, build);
  const [row] = await find(db, { office, relation, page, limit, patterns });
  return { total: row?.total ?? 0, page: row?.page ?? 1, numbers: row?.numbers ?? [] };
}

type FoundRow = Omit<Found, "numbers"> & { numbers: number[] | null };
interface FindValues {
  office: OfOffice;
  relation: number | undefined;
  page: number;
  limit: number;
  patterns: string[];
}

const buildFind = (
  { list, key }: ListDefinition<unknown>,
  { by, join }: Order,
  { everyOffice, everyRelation }: { everyOffice: boolean; everyRelation: boolean },
) =>
  compileOnce((db, { office, relation, page, limit, patterns }: FindValues) => {
    const conditions = [
      isOfOffice(everyOffice ? null : office),
      ...(everyRelation ? [] : [sql`t.relation_number = ${relation}`]),
      // Once, and not for each row: a plan that is kept knows no values.
      ...patterns.map((pattern) => sql`t.search like (select portfolio_fold(${pattern}))`),
    ];
    return sql<FoundRow>`
    with found as (
      select count(*)::int as total, array_agg(${sql.ref(`t.${key}`)} order by ${by}) as numbers
      from ${sql.table(list)} t ${join} where ${sql.join(conditions, sql` and `)}
    ), placed as (
      select total, numbers, least(${page}::bigint, greatest(1, ceil(total / ${limit}::numeric)))::int as page
      from found
    )
    select total, page, to_json(numbers[(page - 1) * ${limit}::int + 1 : page * ${limit}::int]) as numbers
    from placed`.compile(db);
  });

const compiled = new WeakMap<object, Map<string, unknown>>();

/** The statement of a list by what it looks like. */
function compiledFor<Statement>(definition: object, key: string, build: () => Statement): Statement {
  const known = compiled.get(definition) ?? new Map<string, unknown>();
  compiled.set(definition, known);
  if (!known.has(key)) known.set(key, build());
  return known.get(key) as Statement;
}

/** The rows of these numbers, in the same order. Row-level security lets no index serve a join that converts a value. */
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

/** How many rows an office has. */
export async function countRows(db: Db, list: string, office: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${sql.table(list)} t
    where t.intermediary_number = ${office}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Words of a search; more are not looked for. */
const MAX_WORDS = 6;

/**
 * From what somebody typed to LIKE patterns of at least three signs; none for a text without words. Every word must
 * occur; what is typed is literal, wildcards included. A word too short for the index is looked for at the beginning of words.
 */
const searchPatterns = (typed: string): string[] =>
  typed.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(makePattern);

function makePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = runs.some((run) => run.length >= 3) || /[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
  return runs.length > 0 && !found ? `% ${literal}%` : `%${literal}%`;
}
