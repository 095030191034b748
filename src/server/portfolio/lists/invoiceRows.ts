// The list of open invoices: calls, columns, sorting, export, and the mapping from row to response, which is shorter in lists.
import { sql } from "kysely";
import type { InvoiceAnswer, InvoiceRowAnswer } from "#api/wire/wireTypes.ts";
import { byColumn } from "./filters.ts";
import type { ListKind } from "./listRoutes.ts";
import { amountsInCents, amountsInEuros, type Wording } from "./wording.ts";
import { statusLabel, translateWord, wordIn } from "./words.ts";

type InvoiceFields = Omit<InvoiceAnswer, "company_name" | "status"> & { insurer: string };

/** An invoice is due so many days after it was booked. */
export const PAYMENT_DAYS = 14;

/** By what the column shows: no reminder, whether partly paid or not, before the first and the second. */
const rankReminder = (code: string) => `${["E", "T"].indexOf(code) + 1}`;

export const invoiceList = {
  path: "invoices",
  schema: "invoice",
  list: "open_invoices",
  key: "offer_number",
  ofRelation: true,
  sum: "total_open_amount",
  filters: {
    status: byColumn("status_code", (language, code) => statusLabel(language, "open_invoice", code)),
    product: byColumn("oms_product_code", wordIn),
  },
  sorting: {
    usual: "-booking_date",
    columns: {
      status_code: { column: "status_code", read: (_language, code) => rankReminder(code) },
      oms_product_code: { column: "oms_product_code", read: wordIn },
      relation_name: "relation_order",
      due_date: "booking_date",
    },
  },
  columns: sql<InvoiceFields>`t.offer_number, t.booking_date, (t.booking_date + ${sql.lit(PAYMENT_DAYS)}::int)::date as due_date, t.status_code, t.total_open_amount,
    t.oms_product_code, t.start_date, t.end_date, t.collection_amount, t.note_date, t.insurer, t.employee_name,
    t.accounting_period_of, t.accounting_period_to, t.relation_number, t.relation_name, t.policy_number,
    t.oms_insurance_type, t.payed, t.interest, t.insurance_tax, t.total_gross_premium, t.total_outstanding_amount`,
  meta: ["count", "current_page", "per_page", "total", "total_pages"],
  wire: wireInvoice,
  brief: briefInvoice,
  store: storeInvoice,
} satisfies ListKind<InvoiceFields, InvoiceAnswer>;

function wireInvoice({ insurer, ...row }: InvoiceFields, { language, provider }: Wording) {
  return {
    ...amountsInEuros("invoice", row),
    status: statusLabel(language, "open_invoice", row.status_code),
    oms_product_code: wordIn(language, row.oms_product_code),
    oms_insurance_type: wordIn(language, row.oms_insurance_type),
    company_name: insurer.replaceAll("{provider}", provider),
  };
}

function storeInvoice({ company_name: insurer, status, due_date, ...one }: InvoiceAnswer) {
  const amounts = amountsInCents("invoice", one);
  return { ...amounts, insurer, words_translated: translateWord(one.oms_product_code) };
}

/** The members that the list and the panel next to it show (spec: portal 3). */
function briefInvoice(row: InvoiceFields, wording: Wording): InvoiceRowAnswer {
  const { offer_number, booking_date, due_date, status_code, status, total_open_amount, ...rest } = wireInvoice(
    row,
    wording,
  );
  const { oms_product_code, start_date, end_date, collection_amount, relation_number, relation_name } = rest;
  return {
    ...{ offer_number, booking_date, due_date, status_code, status, total_open_amount, oms_product_code },
    ...{ start_date, end_date, collection_amount, relation_number, relation_name },
  };
}
