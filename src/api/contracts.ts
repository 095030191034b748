// Quotations and insurances (policies on the wire): what they share, and of each its list, search and one.
import { identity } from "./identity.ts";
import { createCalls } from "./resource.ts";
import type { Contract, Policy, Quotation } from "./shapes.ts";
import { numberOrNull, text, textOrNull, type Unread } from "./wire.ts";
import type { PolicyAnswer, QuotationAnswer } from "./wireTypes.ts";

function toContractShape(row: Unread<PolicyAnswer>, asked?: number): Contract {
  return {
    number: identity(row, ["number", "quotation_number", "policy_number"], asked),
    relation: numberOrNull(row, "relation_number", "relation_id"),
    relationName: text(row, "relation_name", "relation"),
    product: text(row, "product", "product_name"),
    productCode: text(row, "product_code"),
    premiumTotal: numberOrNull(row, "premium_total", "total_premium"),
    insurer: text(row, "company_name", "company"),
    intermediary: numberOrNull(row, "intermediary_number"),
    intermediaryName: text(row, "intermediary_name"),
    startDate: textOrNull(row, "start_date"),
    endDate: textOrNull(row, "end_date"),
    duration: numberOrNull(row, "contract_duration"),
    collection: text(row, "debit_prolongation"),
    insuredPerClaim: numberOrNull(row, "insured_amount_per_claim"),
    insuredPerYear: numberOrNull(row, "insured_amount_per_year"),
    ownRisk: numberOrNull(row, "own_risk"),
    premium: numberOrNull(row, "premium"),
    period: numberOrNull(row, "period"),
    premiumPeriod: numberOrNull(row, "premium_period"),
    tax: numberOrNull(row, "insurance_tax"),
    lastModified: text(row, "last_modified_description"),
  };
}

export function toQuotation(row: Unread<QuotationAnswer>, asked?: number): Quotation {
  const quotation: Quotation = {
    ...toContractShape(row, asked),
    status: text(row, "status", "status_code"),
    date: textOrNull(row, "date", "quotation_date"),
    policy: numberOrNull(row, "policy_number"),
  };
  if (typeof row.changeable === "boolean") quotation.changeable = row.changeable;
  return quotation;
}

export const quotationCalls = createCalls("quotations", toQuotation);

export function toPolicy(row: Unread<PolicyAnswer>, asked?: number): Policy {
  return { ...toContractShape(row, asked), policy: identity(row, ["policy_number", "number"], asked) };
}

export const policyCalls = createCalls("policies", toPolicy);
