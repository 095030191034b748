// The address says which page is shown: one past the end, which becomes the last page (decisions 57), is put right without
// a step in the history.
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { type ListState, listSearch } from "../kit/listState.ts";

export function usePageInAddress(shown: { page: number } | undefined, asked: ListState): void {
  const navigate = useNavigate();
  const page = shown?.page ?? asked.page;
  const { page: wanted, row, sort } = asked;
  useEffect(() => {
    if (page !== wanted) navigate(listSearch({ sort, page, row }) || "?", { replace: true, preventScrollReset: true });
  }, [page, wanted, row, sort, navigate]);
}
