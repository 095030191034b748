// Quotations: list, search, one.
import { toContractShape } from "./contracts.ts";
import { itemQuery, listQuery, resourcePaths } from "./resource.ts";
import type { Quotation } from "./shapes.ts";
import { numberOrNull, text, textOrNull, type Unread } from "./wire.ts";
import type { QuotationAnswer } from "./wireTypes.ts";

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

export const quotationPaths = resourcePaths("quotations");
export const quotationsQuery = listQuery("quotations", quotationPaths, toQuotation);
export const quotationQuery = itemQuery("quotations", toQuotation);
