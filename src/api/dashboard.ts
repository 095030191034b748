// Last viewed items of the dashboard: page 1, limit 8, in the server's order; relations without a query (decisions 72).
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { damagePaths, toDamage } from "./damages.ts";
import { fetchList, toListPage } from "./lists.ts";
import { policyPaths, toPolicy } from "./policies.ts";
import { quotationPaths, toQuotation } from "./quotations.ts";
import { toRelation } from "./relations.ts";

const request = { page: 1, limit: 8 };
const query = { last_viewed: true };

/** Always asked again when the dashboard opens: what was just viewed must be on it. */
const fresh = { staleTime: 0 };

export const lastViewedQuotations = () =>
  queryOptions({
    queryKey: ["quotations", "last-viewed"],
    queryFn: async ({ signal }) =>
      (await fetchList({ list: quotationPaths.list, query }, toQuotation, request, signal)).rows,
    ...fresh,
  });

export const lastViewedPolicies = () =>
  queryOptions({
    queryKey: ["policies", "last-viewed"],
    queryFn: async ({ signal }) => (await fetchList({ list: policyPaths.list, query }, toPolicy, request, signal)).rows,
    ...fresh,
  });

export const lastViewedDamages = () =>
  queryOptions({
    queryKey: ["damages", "last-viewed"],
    queryFn: async ({ signal }) => (await fetchList({ list: damagePaths.list, query }, toDamage, request, signal)).rows,
    ...fresh,
  });

export const lastViewedRelations = () =>
  queryOptions({
    queryKey: ["relations", "last-viewed"],
    queryFn: async ({ signal }) =>
      toListPage(await call("GET", "/api/relations", { signal }), toRelation, request).rows,
    ...fresh,
  });
