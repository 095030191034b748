// Quotations: list, search, one.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { toContractShape } from "./contracts.ts";
import { fetchList, type ListRequest } from "./lists.ts";
import type { Quotation } from "./shapes.ts";
import { item, numberOrNull, text, textOrNull, type Wire } from "./wire.ts";

export function toQuotation(row: Wire): Quotation {
  const quotation: Quotation = {
    ...toContractShape(row),
    status: text(row, "status", "status_code"),
    date: textOrNull(row, "date", "quotation_date"),
    policy: numberOrNull(row, "policy_number"),
  };
  if (typeof row.changeable === "boolean") quotation.changeable = row.changeable;
  return quotation;
}

export const quotationPaths = {
  list: "/api/quotations/",
  search: (term: string) => `/api/quotations/search/${term}`,
};

export const quotationsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ["quotations", "list", request],
    queryFn: ({ signal }) => fetchList(quotationPaths, toQuotation, request, signal),
    placeholderData: keepPreviousData,
  });

export const quotationQuery = (id: number) =>
  queryOptions({
    queryKey: ["quotations", "one", id],
    queryFn: async ({ signal }) => toQuotation(item(await call("GET", `/api/quotations/${id}`, { signal }))),
  });
