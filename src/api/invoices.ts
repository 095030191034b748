// Open invoices: list, search, one by offer number. `relation` is optional (decisions 45).
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { fetchList, type ListRequest } from "./lists.ts";
import type { OpenInvoice } from "./shapes.ts";
import { item, number, numberOrNull, text, textOrNull, type Wire } from "./wire.ts";

export function toOpenInvoice(row: Wire): OpenInvoice {
  return {
    offer: number(row, "offer_number", "number"),
    bookingDate: textOrNull(row, "booking_date"),
    status: text(row, "status_code", "status"),
    open: number(row, "total_open_amount", "total_outstanding_amount"),
    productCode: text(row, "oms_product_code"),
    startDate: textOrNull(row, "start_date"),
    endDate: textOrNull(row, "end_date"),
    collection: numberOrNull(row, "collection_amount"),
    noteDate: textOrNull(row, "note_date"),
    insurer: text(row, "company_name", "company"),
    employee: text(row, "employee_name"),
    periodFrom: textOrNull(row, "accounting_period_of"),
    periodTo: textOrNull(row, "accounting_period_to"),
    relation: numberOrNull(row, "relation_number", "relation_id"),
    relationName: text(row, "relation_name"),
    policy: numberOrNull(row, "policy_number"),
    insuranceType: text(row, "oms_insurance_type"),
    paid: numberOrNull(row, "payed", "paid"),
    interest: numberOrNull(row, "interest"),
    tax: numberOrNull(row, "insurance_tax"),
    grossPremium: numberOrNull(row, "total_gross_premium"),
    outstanding: numberOrNull(row, "total_outstanding_amount"),
  };
}

export const invoicePaths = { list: "/api/invoices/", search: (term: string) => `/api/invoices/search/${term}` };

export const invoicesQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ["invoices", "list", request],
    queryFn: ({ signal }) => fetchList(invoicePaths, toOpenInvoice, request, signal),
    placeholderData: keepPreviousData,
  });

export const invoiceQuery = (offer: number) =>
  queryOptions({
    queryKey: ["invoices", "one", offer],
    queryFn: async ({ signal }) => toOpenInvoice(item(await call("GET", `/api/invoices/${offer}`, { signal }))),
  });
