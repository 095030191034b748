// The part of a list's state that is in its address, so that a list can be shared, reloaded and returned to: page, order, filters
// and selected row. The search term is in the path (spec: portal 2).
import { useEffect, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Choices } from "#api/calls/lists.ts";

const FILTERS = ["status", "product", "expiry", "state"] as const satisfies (keyof Choices)[];

export interface ListState {
  page: number;
  /** Key of the selected row. Null selects the first. */
  row: string | null;
  /** The column that the list is sorted by, with a minus for descending. Null for the usual order. */
  sort: string | null;
  choices: Choices;
}

export function readListState(search: URLSearchParams): ListState {
  const page = Number(search.get("page") ?? "1");
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    row: search.get("row"),
    sort: search.get("sort"),
    choices: Object.fromEntries(FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))),
  };
}

/** The query of an address for this state: empty for page 1 in the usual order without a row and without filters. */
export function listSearch({ sort, choices = {}, page, row }: Partial<ListState>): string {
  const search = new URLSearchParams();
  for (const name of FILTERS) if (choices[name]) search.set(name, choices[name]);
  if (sort) search.set("sort", sort);
  if (page && page > 1) search.set("page", String(page));
  if (row) search.set("row", row);
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** The selected row: the one named in the address, else the first (spec: portal 4). */
export function selectedRow<T>(rows: readonly T[], key: (row: T) => string, wanted: string | null): T | undefined {
  return rows.find((row) => key(row) === wanted) ?? rows[0];
}

/** The row that an arrow, Home or End leads to. Null if there is none. */
export function nextIndex(key: string, index: number, count: number): number | null {
  const goals: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 };
  const goal = goals[key];
  return goal === undefined || goal < 0 || goal >= count || goal === index ? null : goal;
}

/** The numbers that a pager shows: at most five, around the current page. */
export function pagesShown(page: number, pages: number, most = 5): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - most + 1));
  return Array.from({ length: Math.min(most, pages) }, (_, index) => first + index);
}

/** The order after a press on a column head: first to last, then the other way round. */
export const turnedSort = (sort: string | null, column: string): string => (sort === column ? `-${column}` : column);

/** The value of `aria-sort` for the head of a column. */
export function sortDirection(sort: string | null, column: string | undefined): "ascending" | "descending" | undefined {
  if (column === undefined || sort?.replace("-", "") !== column) return undefined;
  return sort.startsWith("-") ? "descending" : "ascending";
}

export function useListState(): ListState {
  const { search } = useLocation();
  return useMemo(() => readListState(new URLSearchParams(search)), [search]);
}

/** The link of a list to another page, order, row or choice of its own. The rest stays. A new order begins at page 1. */
export function useListLink(): (change: Partial<ListState>) => string {
  const { sort, choices } = useListState();
  return (change) => listSearch({ sort, choices, ...change }) || "?";
}

/**
 * Corrects the address once the list is known, without a step in the history: a page past the end is the last page (decisions 57),
 * and a page that is not a number is the first.
 */
export function useCorrectAddress(shown: { page: number } | undefined): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const page = shown?.page;
  useEffect(() => {
    if (page === undefined) return;
    const right = listSearch({ ...readListState(new URLSearchParams(search)), page });
    if (right !== search) navigate(right || "?", { replace: true, preventScrollReset: true });
  }, [page, search, navigate]);
}
