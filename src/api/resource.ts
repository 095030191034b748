// What the resources have in common: the paths of their calls, and the queries of a list and of one thing. What a row
// means is said by the adapter of each.
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { fetchList, type ListPaths, type ListRequest, pageBefore } from "./lists.ts";
import { item, type Wire } from "./wire.ts";

type Adapter<T> = (row: Wire) => T;

export const resourcePaths = (name: string) => ({
  list: `/api/${name}/`,
  search: (term: string) => `/api/${name}/search/${term}`,
});

export const listQuery =
  <T>(name: string, paths: ListPaths, adapt: Adapter<T>) =>
  (request: ListRequest) =>
    queryOptions({
      queryKey: [name, "list", request],
      queryFn: ({ signal }) => fetchList(paths, adapt, request, signal),
      placeholderData: pageBefore(request),
    });

export const itemQuery =
  <T, Id extends number | string = number>(name: string, adapt: Adapter<T>) =>
  (id: Id) =>
    queryOptions({
      queryKey: [name, "one", id],
      queryFn: async ({ signal }) =>
        adapt(item(await call("GET", `/api/${name}/${encodeURIComponent(id)}`, { signal }))),
    });

export type ListQuery<T> = ReturnType<typeof listQuery<T>>;
