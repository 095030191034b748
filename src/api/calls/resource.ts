// What all resources share: the paths of their calls, and the queries of a list and of one item. Each has an
// adapter for its rows, unless only our back end has it (then rows are those of schemas/api). An item requested under a relation
// that does not own it is not found (decisions 84), even if the server ignores the relation.
import { queryOptions } from "@tanstack/react-query";
import { pathSegment } from "../login/session.ts";
import { asWire, item, type Wire } from "../wire/wire.ts";
import { call } from "./call.ts";
import { PortalError, unclear } from "./errors.ts";
import { fetchList, type ListPaths, type ListRequest, pageBefore } from "./lists.ts";

/** `requestedId`: the id that the item was requested by. Its answer need not repeat it. */
type Adapter<T, Id = number> = (row: Wire, requestedId?: Id) => T;
const asItIs = <T>(row: Wire) => row as T;

const resourcePaths = (name: string) => ({
  list: `/api/${name}/`,
  search: (term: string) => `/api/${name}/search/${term}`,
});

export const listQuery =
  <T>(name: string, paths: ListPaths, adapt: Adapter<T> = asItIs) =>
  (request: ListRequest) =>
    queryOptions({
      queryKey: [name, "list", request],
      queryFn: ({ signal }) => fetchList(paths, adapt, request, signal),
      placeholderData: pageBefore(request),
    });

/** An answer that names no owner cannot be judged, and is shown. */
function refuseForeign(record: unknown, relation: number | undefined): void {
  const { relation: read, relation_number: owner = read } = record as { relation?: unknown; relation_number?: unknown };
  if (relation !== undefined && owner && owner !== relation) throw new PortalError({ code: "not_found", status: 404 });
}

export const itemQuery =
  <T, Id extends number | string = number>(name: string, adapt: Adapter<T, Id> = asItIs) =>
  (id: Id, relation?: number) =>
    queryOptions({
      queryKey: [name, "one", id, relation],
      queryFn: async ({ signal }) => {
        const query = { relation_id: relation };
        const row = item(await call("GET", `/api/${name}/${pathSegment(id)}`, { query, signal }));
        if (Object.keys(row).length === 0) throw unclear();
        const record = adapt(row, id);
        refuseForeign(record, relation);
        return record;
      },
    });

/** The calls of a kind of thing. */
export const createCalls = <Row, One extends Row = Row>(
  name: string,
  adapt?: Adapter<Row>,
  overrides: Pick<ListPaths, "query"> & { list?: string } = {},
) => {
  const paths = { ...resourcePaths(name), ...overrides };
  return {
    /** The path of its list. Its export is below that path. */
    path: paths.list,
    list: listQuery<Row>(name, paths, adapt),
    one: itemQuery<One>(name, adapt as Adapter<One> | undefined),
  };
};

export type ListQuery<T> = ReturnType<typeof listQuery<T>>;

/** Rows of a call that is ours, as schemas/api has them: no other back end has it, and one without it has nothing to show. */
export const ownRowsQuery = <Row>(path: string, ...queryKey: string[]) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Row[]> => {
      try {
        const { data } = asWire(await call("GET", path, { signal }));
        return Array.isArray(data) ? data.filter((row) => row !== null && typeof row === "object") : [];
      } catch (error) {
        if (error instanceof PortalError && error.status === 404) return [];
        throw error;
      }
    },
    staleTime: 0,
  });
