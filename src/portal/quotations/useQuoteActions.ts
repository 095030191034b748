// What may be done with a quotation now, and if not why (decisions 74). Where its product is not one of ours there is
// nothing to do but look.
import { useQuery } from "@tanstack/react-query";
import { productIndexQuery, productOfCode } from "#api/productIndex.ts";
import { profileQuery } from "#api/profile.ts";
import type { Quotation } from "#api/shapes.ts";
import type { MessageId } from "#widgets/text.ts";
import { usePaths } from "../kit/usePortal.ts";

interface QuoteActions {
  change: string;
  convert: string;
  /** The wizard's view of all answers. */
  check: string;
  /** A new request for the same relation, filled with this quotation's answers. */
  copy: string;
  /** Why changing is not possible; absent when it is. */
  noChange?: MessageId;
  noConvert?: MessageId;
}

type Reasons = Pick<QuoteActions, "noChange" | "noConvert">;

export function reasons({ status, changeable }: Pick<Quotation, "status" | "changeable">): Reasons {
  const both = (why: MessageId): Reasons => ({ noChange: why, noConvert: why });
  if (status === "P") return both("portal.quote.is_converted");
  if (status && status !== "O") return both("portal.quote.not_open");
  return changeable === false ? both("portal.quote.no_answers") : {};
}

export function useQuoteActions(quotation: Quotation): QuoteActions | null {
  const to = usePaths();
  const { data: index } = useQuery(productIndexQuery());
  const { data: profile } = useQuery(profileQuery());
  const product = index && productOfCode(index, quotation.productCode);
  // All of it is the own office's: that is the office of a quotation that names none.
  const intermediary = quotation.intermediary || profile?.intermediary;
  if (!product || !quotation.relation || !intermediary) return null;
  const address = {
    product: product.key,
    intermediary,
    relation: quotation.relation,
    quotation: quotation.number,
  };
  const convert = to.wizard({ ...address, policy: true, anew: true });
  return {
    change: to.wizard({ ...address, anew: true }),
    convert,
    check: `${convert}&check`,
    copy: `${to.wizard({ ...address, quotation: undefined })}?copy=${quotation.number}`,
    ...reasons(quotation),
  };
}
