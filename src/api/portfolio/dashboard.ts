// The work list of the dashboard (ours), and its last viewed items: page 1, limit 8, in the server's order. Relations without a
// query (decisions 72).
import { queryOptions } from "@tanstack/react-query";
import { call } from "../calls/call.ts";
import { fetchList, toListPage } from "../calls/lists.ts";
import { ownRowsQuery } from "../calls/resource.ts";
import type { Wire } from "../wire/wire.ts";
import type { AttentionRow, OpenRequestRow } from "../wire/wireTypes.ts";
import { policyCalls, quotationCalls, toPolicy, toQuotation } from "./contracts.ts";
import { damageCalls, toDamage } from "./damages.ts";
import { toRelation } from "./relations.ts";

export const openRequestsQuery = () => ownRowsQuery<OpenRequestRow>("/api/requests/open", "requests", "open");
export const attentionQuery = () => ownRowsQuery<AttentionRow>("/api/attention", "attention");

const request = { page: 1, limit: 8 };
const query = { last_viewed: true };

/** Always asked again when the dashboard opens: what was just viewed must be on it. */
const fresh = { staleTime: 0 };

const lastViewed =
  <T>(name: string, list: string, adapt: (row: Wire) => T) =>
  () =>
    queryOptions({
      queryKey: [name, "last-viewed"],
      queryFn: async ({ signal }) => (await fetchList({ list, query }, adapt, request, signal)).rows,
      ...fresh,
    });

export const lastViewedQuotations = lastViewed("quotations", quotationCalls.path, toQuotation);
export const lastViewedPolicies = lastViewed("policies", policyCalls.path, toPolicy);
export const lastViewedDamages = lastViewed("damages", damageCalls.path, toDamage);

export const lastViewedRelations = () =>
  queryOptions({
    queryKey: ["relations", "last-viewed"],
    queryFn: async ({ signal }) =>
      toListPage(await call("GET", "/api/relations", { signal }), toRelation, request).rows,
    ...fresh,
  });
