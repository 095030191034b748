// What waits for the broker, and the open requests of the office that can be resumed. Both calls are ours: a back end
// without them answers 404, and then there is simply nothing to show.
import { queryOptions } from "@tanstack/react-query";
import { identity } from "./identity.ts";
import { rowsOrNone } from "./resource.ts";
import { numberOrNull, text, textOrNull, type Unread } from "./wire.ts";
import type { AttentionRow, OpenRequestRow } from "./wireTypes.ts";

export interface AttentionItem {
  kind: string;
  number: number;
  relation: number | null;
  relationName: string;
  product: string;
  date: string | null;
  /** `E` or `T` of a reminder. */
  level: string | null;
  amount: number | null;
}

export interface OpenRequest {
  product: string;
  intermediary: number | null;
  /** Null for a temporary request, which is found by its own number. */
  relation: number | null;
  temporary: number | null;
  quotation: number | null;
  relationName: string;
  step: string;
  savedAt: string | null;
}

function toAttentionItem(row: Unread<AttentionRow>): AttentionItem {
  return {
    kind: text(row, "kind"),
    number: identity(row, ["number"]),
    relation: numberOrNull(row, "relation_number"),
    relationName: text(row, "relation_name"),
    product: text(row, "product"),
    date: textOrNull(row, "date"),
    level: textOrNull(row, "level"),
    amount: numberOrNull(row, "amount"),
  };
}

function toOpenRequest(row: Unread<OpenRequestRow>): OpenRequest {
  const temporary = row.temporary === true;
  return {
    product: text(row, "product"),
    intermediary: numberOrNull(row, "intermediary_number"),
    relation: temporary ? null : numberOrNull(row, "relation_number"),
    temporary: temporary ? numberOrNull(row, "address_number") : null,
    quotation: numberOrNull(row, "quotation_number"),
    relationName: text(row, "relation_name"),
    step: text(row, "step"),
    savedAt: textOrNull(row, "saved_at"),
  };
}

export const attentionQuery = () =>
  queryOptions({
    queryKey: ["attention"],
    queryFn: ({ signal }) => rowsOrNone("/api/attention", toAttentionItem, signal),
    staleTime: 0,
  });

export const openRequestsQuery = () =>
  queryOptions({
    queryKey: ["requests", "open"],
    queryFn: ({ signal }) => rowsOrNone("/api/requests/open", toOpenRequest, signal),
    staleTime: 0,
  });
