// Quotations and insurances (policies on the wire): what they share, and the calls of each.
import { identity } from "../calls/identity.ts";
import { createCalls } from "../calls/resource.ts";
import { numberOrNull, text, textOrNull, type Unread } from "../wire/wire.ts";
import type { PolicyAnswer, QuotationAnswer } from "../wire/wireTypes.ts";

export type Contract = ReturnType<typeof toContract>;

function toContract(row: Unread<PolicyAnswer>, requestedId?: number) {
  return {
    number: identity(row, ["number", "quotation_number", "policy_number"], requestedId),
    relation: numberOrNull(row, "relation_number", "relation_id"),
    relationName: text(row, "relation_name", "relation"),
    /** Ours: the insured company, where its name is not that of the relation. */
    insuredName: textOrNull(row, "insured_name"),
    product: text(row, "product", "product_name"),
    productCode: text(row, "product_code"),
    /** Per term, with tax and surcharge (decisions 71). */
    premiumTotal: numberOrNull(row, "premium_total", "total_premium"),
    /** Ours: what a year of terms costs. */
    premiumYear: numberOrNull(row, "premium_year"),
    /** Ours: charged once, with tax. */
    oneOffTotal: numberOrNull(row, "one_off_total"),
    insurer: text(row, "company_name", "company"),
    intermediary: numberOrNull(row, "intermediary_number"),
    intermediaryName: text(row, "intermediary_name"),
    startDate: textOrNull(row, "start_date"),
    endDate: textOrNull(row, "end_date"),
    /** Months. */
    duration: numberOrNull(row, "contract_duration"),
    collection: text(row, "debit_prolongation"),
    insuredPerClaim: numberOrNull(row, "insured_amount_per_claim"),
    insuredPerYear: numberOrNull(row, "insured_amount_per_year"),
    ownRisk: numberOrNull(row, "own_risk"),
    /** Per year, without tax. */
    premium: numberOrNull(row, "premium"),
    /** Months of one term. */
    period: numberOrNull(row, "period"),
    /** Per term, without tax. */
    premiumPeriod: numberOrNull(row, "premium_period"),
    tax: numberOrNull(row, "insurance_tax"),
    lastModified: text(row, "last_modified_description"),
    /** Ours. An instant. */
    lastModifiedAt: textOrNull(row, "last_modified_at"),
  };
}

export type Quotation = ReturnType<typeof toQuotation>;

export function toQuotation(row: Unread<QuotationAnswer>, requestedId?: number) {
  return {
    ...toContract(row, requestedId),
    status: text(row, "status", "status_code"),
    date: textOrNull(row, "date", "quotation_date"),
    /** Ours: the last valid day of an open one. */
    validUntil: textOrNull(row, "valid_until"),
    /** Ours: when a change that was not sent was last saved. */
    unsentChange: textOrNull(row, "unsent_change"),
    /** The policy that it became. */
    policy: numberOrNull(row, "policy_number"),
    /** Ours: false when the answers of its request are missing. Absent in other back ends. */
    ...(typeof row.has_answers === "boolean" && { hasAnswers: row.has_answers }),
  };
}

export const quotationCalls = createCalls("quotations", toQuotation);

export type Policy = ReturnType<typeof toPolicy>;

export function toPolicy(row: Unread<PolicyAnswer>, requestedId?: number) {
  return { ...toContract(row, requestedId), policy: identity(row, ["policy_number", "number"], requestedId) };
}

export const policyCalls = createCalls("policies", toPolicy);
