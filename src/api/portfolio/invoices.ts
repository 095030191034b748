// Open invoices, known by their offer number. `relation` is optional (decisions 45).
import { identity } from "../calls/identity.ts";
import { createCalls } from "../calls/resource.ts";
import { numberOrNull, text, textOrNull, type Unread } from "../wire/wire.ts";
import type { InvoiceAnswer } from "../wire/wireTypes.ts";

export type OpenInvoice = ReturnType<typeof toOpenInvoice>;

export function toOpenInvoice(row: Unread<InvoiceAnswer>, requestedId?: number) {
  return {
    offer: identity(row, ["offer_number", "number"], requestedId),
    bookingDate: textOrNull(row, "booking_date"),
    /** Ours. */
    dueDate: textOrNull(row, "due_date"),
    /** E is the first reminder, T the second (decisions 48). */
    status: text(row, "status_code", "status"),
    open: numberOrNull(row, "total_open_amount", "total_outstanding_amount"),
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

export const invoiceCalls = createCalls("invoices", toOpenInvoice);
