// Lists: the page meta comes under varying names (spec: portal 3), searches often unpaged (decisions 56), and a page past
// the end becomes the last page (decisions 57). After this file there is only ListPage.

import { pathSegment, type Query } from "../login/session.ts";
import { asWire, numberOrNull, type Wire } from "../wire/wire.ts";
import type { FoundRelation, ListFilter } from "../wire/wireTypes.ts";
import { call } from "./call.ts";
import { unclear } from "./errors.ts";

/** The value that is chosen for each filter of a list. */
export type Choices = Partial<Record<ListFilter["name"], string>>;

export interface ListPage<T> {
  rows: T[];
  page: number;
  pages: number;
  total: number;
  perPage: number;
  /** Ours: the sum of the list's column of amounts, over all its pages. */
  sum?: number;
  /** Ours: the filters that the list offers, where they were requested. */
  filters?: readonly ListFilter[];
  /** Ours: the relations of the rows, where they were requested. */
  relations?: readonly FoundRelation[];
}

export interface ListRequest {
  page?: number | undefined;
  limit: number;
  /** Trimmed search term. Absent or empty lists everything. */
  search?: string | undefined;
  relation?: number | undefined;
  /** Column of the wire, a minus before it: from last to first. Absent: the list's usual order. */
  sort?: string | undefined;
  /** Ours: only rows of these choices. The answer has the filters with their counts. Absent: a list without filters. */
  choices?: Choices | undefined;
  /** Ours: the answer has the relations of its rows. */
  withRelations?: true;
}

const readTotal = (meta: Wire, rows: number) => {
  const total = numberOrNull(meta, "total", "total_items");
  if (total !== null) return total;
  const count = numberOrNull(meta, "count");
  return count !== null && count > rows ? count : null;
};

/** A response with all rows is unpaged, whatever its meta contains. */
function isOnePage(meta: Wire, rows: number): boolean {
  const total = readTotal(meta, rows);
  if (total !== null) return rows < total;
  return numberOrNull(meta, "current_page", "total_pages", "last_page") !== null;
}

/** A response without a list is an error, not an empty list. */
function readRows(body: unknown, { data }: Wire): unknown[] {
  if (Array.isArray(body)) return body;
  if (Array.isArray(data)) return data;
  if (data === null) return [];
  throw unclear();
}

/** One page, whether the server paged or sent everything. */
export function toListPage<T>(
  body: unknown,
  adapt: (row: Wire) => T,
  request: { page: number; limit: number },
): ListPage<T> {
  const whole = asWire(body);
  const rows = readRows(body, whole).map((row) => adapt(asWire(row)));
  const meta = { ...whole, ...asWire(whole.meta) };
  const sum = numberOrNull(meta, "sum");
  const ours = {
    ...(sum !== null && { sum }),
    ...(Array.isArray(meta.filters) && { filters: meta.filters as ListFilter[] }),
    ...(Array.isArray(meta.relations) && { relations: meta.relations as FoundRelation[] }),
  };
  if (!isOnePage(meta, rows.length)) return { ...buildPage(rows, request.page, request.limit), ...ours };
  const perPage = numberOrNull(meta, "per_page", "items_per_page") ?? request.limit;
  const total = readTotal(meta, rows.length) ?? rows.length;
  const pages = numberOrNull(meta, "total_pages", "last_page") ?? Math.max(1, Math.ceil(total / Math.max(1, perPage)));
  const current = numberOrNull(meta, "current_page") ?? request.page;
  return { rows, page: current, pages: Math.max(1, pages), total, perPage, ...ours };
}

/** A page of rows that came all at once. */
function buildPage<T>(rows: T[], page: number, perPage: number): ListPage<T> {
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const shown = Math.min(Math.max(1, page), pages);
  return { rows: rows.slice((shown - 1) * perPage, shown * perPage), page: shown, pages, total: rows.length, perPage };
}

/**
 * What shows until a page is there: the page before it, of the same list. Another search term or relation is another list,
 * whose rows and numbers would be a false answer.
 */
export const pageBefore =
  (request: ListRequest) =>
  <T>(shown: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined => {
    const before = query?.queryKey.at(-1) as ListRequest | undefined;
    const same = before?.search === request.search && before?.relation === request.relation;
    return same ? shown : undefined;
  };

export interface ListPaths {
  list: string;
  search?: (term: string) => string;
  query?: Query;
}

export async function fetchList<T>(
  paths: ListPaths,
  adapt: (row: Wire) => T,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<ListPage<T>> {
  const term = request.search?.trim();
  const page = Math.max(1, request.page ?? 1);
  const path = term && paths.search ? paths.search(pathSegment(term)) : paths.list;
  const ask = async (number: number) => {
    const query = {
      ...paths.query,
      relation_id: request.relation,
      sort: request.sort,
      ...request.choices,
      with_filters: request.choices && true,
      with_relations: request.withRelations,
      page: number,
      limit: request.limit,
    };
    return toListPage(await call<unknown>("GET", path, { query, signal }), adapt, {
      page: number,
      limit: request.limit,
    });
  };
  const answer = await ask(page);
  return answer.rows.length === 0 && answer.total > 0 && answer.pages < page ? ask(answer.pages) : answer;
}
