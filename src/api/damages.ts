// Damages: list, search, one. The number in the address is the claim_id (decisions 49).
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { fetchList, type ListRequest } from "./lists.ts";
import type { Damage } from "./shapes.ts";
import { flag, item, number, numberOrNull, text, textOrNull, type Wire } from "./wire.ts";

export function toDamage(row: Wire): Damage {
  return {
    id: number(row, "claim_id", "id"),
    title: text(row, "title"),
    reportDate: textOrNull(row, "report_date"),
    officeNumber: text(row, "claim_number_office"),
    policy: numberOrNull(row, "policy_number"),
    status: text(row, "desc_status_code", "status"),
    finished: flag(row, "finished"),
    relation: numberOrNull(row, "relation_number", "relation_id"),
    relationName: text(row, "relation_name"),
  };
}

export const damagePaths = { list: "/api/damages/", search: (term: string) => `/api/damages/search/${term}` };

export const damagesQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ["damages", "list", request],
    queryFn: ({ signal }) => fetchList(damagePaths, toDamage, request, signal),
    placeholderData: keepPreviousData,
  });

export const damageQuery = (id: number) =>
  queryOptions({
    queryKey: ["damages", "one", id],
    queryFn: async ({ signal }) => toDamage(item(await call("GET", `/api/damages/${id}`, { signal }))),
  });
