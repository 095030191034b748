// One page of a list for the address at hand: fetches it, fetches the next one ahead, and keeps the old rows in view
// while a new page is on its way, so that nothing jumps.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ListRequest } from "#api/lists.ts";
import type { ListQuery } from "#api/resource.ts";

export function useListPage<T>(query: ListQuery<T>, request: ListRequest) {
  const queries = useQueryClient();
  const result = useQuery(query(request));
  const { data } = result;
  const more = data !== undefined && !result.isPlaceholderData && data.page < data.pages;
  const { limit, search, relation, sort } = request;
  const next = (data?.page ?? 0) + 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query factory is a constant of the list
  useEffect(() => {
    if (more) void queries.prefetchQuery(query({ limit, search, relation, sort, page: next }));
  }, [more, next, limit, search, relation, sort, queries]);
  return result;
}
