// Insurances (policies on the wire): list, search, one.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { toContractShape } from "./contracts.ts";
import { fetchList, type ListRequest } from "./lists.ts";
import type { Policy } from "./shapes.ts";
import { item, number, type Wire } from "./wire.ts";

export function toPolicy(row: Wire): Policy {
  return { ...toContractShape(row), policy: number(row, "policy_number", "number") };
}

export const policyPaths = { list: "/api/policies/", search: (term: string) => `/api/policies/search/${term}` };

export const policiesQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ["policies", "list", request],
    queryFn: ({ signal }) => fetchList(policyPaths, toPolicy, request, signal),
    placeholderData: keepPreviousData,
  });

export const policyQuery = (id: number) =>
  queryOptions({
    queryKey: ["policies", "one", id],
    queryFn: async ({ signal }) => toPolicy(item(await call("GET", `/api/policies/${id}`, { signal }))),
  });
