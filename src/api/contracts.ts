// Adapter for what a quotation and a policy share on the wire.

import { identity } from "./identity.ts";
import type { Contract } from "./shapes.ts";
import { numberOrNull, text, textOrNull, type Unread } from "./wire.ts";
import type { PolicyAnswer } from "./wireTypes.ts";

export function toContractShape(row: Unread<PolicyAnswer>, asked?: number): Contract {
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
