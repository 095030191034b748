// The state of the list in the current address, and the way to change its order.
import { useMemo } from "react";
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
