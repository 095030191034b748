// The state of the list in the current address, and the way to change its order.
import { useEffect, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ListState, listSearch, readListState } from "./listState.ts";

export function useListState(): ListState {
  const { search } = useLocation();
  return useMemo(() => readListState(new URLSearchParams(search)), [search]);
}

/** Another order begins at its first page. */
export function useChangeSort(): (sort: string | null) => void {
  const navigate = useNavigate();
  return (sort) => void navigate(listSearch({ sort }) || "?", { replace: true, preventScrollReset: true });
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
