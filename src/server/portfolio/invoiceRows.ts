// Open invoices: their calls, and a row as the database has it and as it stands on the wire, short in lists and whole as a single item.
import { sql } from "kysely";
import type { InvoiceAnswer, InvoiceRowAnswer } from "#api/wireTypes.ts";
import type { OpenInvoiceRow } from "../db/portfolioTables.ts";
import type { ListKind } from "./listRoutes.ts";
import { euros, type Wording } from "./wording.ts";
import { statusLabel, wordIn } from "./words.ts";

type InvoiceFields = Omit<OpenInvoiceRow, "search" | "relation_order" | "words_translated" | "relation_city">;

export const invoiceList: ListKind<InvoiceFields, InvoiceAnswer> = {
  path: "invoices",
  schema: "invoice",
  list: "open_invoices",
  key: "offer_number",
  sorting: {
    usual: "-booking_date",
    columns: {
      offer_number: "offer_number",
      booking_date: "booking_date",
      status_code: "status_code",
      total_open_amount: "total_open_amount",
      oms_product_code: { column: "oms_product_code", read: wordIn },
      relation_name: "relation_order",
    },
  },
  columns: sql<InvoiceFields>`t.offer_number, t.intermediary_number, t.booking_date, t.status_code, t.total_open_amount,
    t.oms_product_code, t.start_date, t.end_date, t.collection_amount, t.note_date, t.insurer, t.employee_name,
    t.accounting_period_of, t.accounting_period_to, t.relation_number, t.relation_name, t.policy_number,
    t.oms_insurance_type, t.payed, t.interest, t.insurance_tax, t.total_gross_premium, t.total_outstanding_amount`,
  meta: ["count", "current_page", "per_page", "total", "total_pages"],
  exported: {
    offer_number: "text",
    booking_date: "day",
    note_date: "day",
    status: "text",
    relation_number: "text",
    relation_name: "text",
    policy_number: "text",
    oms_product_code: "text",
    oms_insurance_type: "text",
    start_date: "day",
    end_date: "day",
    accounting_period_of: "day",
    accounting_period_to: "day",
    total_gross_premium: "amount",
    insurance_tax: "amount",
    collection_amount: "amount",
    interest: "amount",
    payed: "amount",
    total_open_amount: "amount",
    employee_name: "text",
  },
  wire: wireInvoice,
  brief: briefInvoice,
};

/** What the list and the panel next to it show (spec: portal 3). */
function briefInvoice(row: InvoiceFields, { language }: Wording): InvoiceRowAnswer {
  return {
    offer_number: row.offer_number,
    booking_date: row.booking_date,
    status_code: row.status_code,
    status: statusLabel(language, "open_invoice", row.status_code),
    total_open_amount: euros(row.total_open_amount),
    oms_product_code: wordIn(language, row.oms_product_code),
    start_date: row.start_date,
    end_date: row.end_date,
    collection_amount: euros(row.collection_amount),
    relation_number: row.relation_number,
    relation_name: row.relation_name,
  };
}

function wireInvoice(row: InvoiceFields, wording: Wording): InvoiceAnswer {
  return {
    ...briefInvoice(row, wording),
    note_date: row.note_date,
    company_name: row.insurer.replaceAll("{provider}", wording.provider),
    employee_name: row.employee_name,
    accounting_period_of: row.accounting_period_of,
    accounting_period_to: row.accounting_period_to,
    policy_number: row.policy_number,
    oms_insurance_type: wordIn(wording.language, row.oms_insurance_type),
    payed: euros(row.payed),
    interest: euros(row.interest),
    insurance_tax: euros(row.insurance_tax),
    total_gross_premium: euros(row.total_gross_premium),
    total_outstanding_amount: euros(row.total_outstanding_amount),
  };
}
