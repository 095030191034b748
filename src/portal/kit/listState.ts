// The part of a list's state that is in its address, so that a list can be shared, reloaded and returned to: page, order and
// selected row. The search term is in the path (spec: portal 2).
import { useEffect, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

interface ListState {
  page: number;
  /** Key of the selected row; null selects the first. */
  row: string | null;
  /** The column that the list is sorted by, `-` before it: from last to first; null: its usual order. */
  sort: string | null;
}

export function readListState(search: URLSearchParams): ListState {
  const page = Number(search.get("page") ?? "1");
  return { page: Number.isSafeInteger(page) && page > 0 ? page : 1, row: search.get("row"), sort: search.get("sort") };
}

/** The query of an address for this state; page 1, the usual order and no row leave nothing behind. */
export function listSearch(state: Partial<ListState>): string {
  const search = new URLSearchParams();
  if (state.sort) search.set("sort", state.sort);
  if (state.page && state.page > 1) search.set("page", String(state.page));
  if (state.row) search.set("row", state.row);
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** The selected row: the one named in the address, else the first (spec: portal 4). */
export function selectedRow<T>(rows: readonly T[], key: (row: T) => string, wanted: string | null): T | undefined {
  return rows.find((row) => key(row) === wanted) ?? rows[0];
}

/** Where an arrow, Home or End goes from a row; null when it stays. */
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

/** As the head of a column says it to assistive technology. */
export function sortDirection(sort: string | null, column: string | undefined): "ascending" | "descending" | undefined {
  if (column === undefined || sort?.replace("-", "") !== column) return undefined;
  return sort.startsWith("-") ? "descending" : "ascending";
}

export function useListState(): ListState {
  const { search } = useLocation();
  return useMemo(() => readListState(new URLSearchParams(search)), [search]);
}

/** A page past the end, which becomes the last page (decisions 57), is put right without a step in the history. */
export function usePageInAddress(shown: { page: number } | undefined, asked: ListState): void {
  const navigate = useNavigate();
  const page = shown?.page ?? asked.page;
  const { page: wanted, row, sort } = asked;
  useEffect(() => {
    if (page !== wanted) navigate(listSearch({ sort, page, row }) || "?", { replace: true, preventScrollReset: true });
  }, [page, wanted, row, sort, navigate]);
}
