// Requests that an underwriter judges (ours): the underwriter's list, page and decisions. At a quotation, the broker's
// question and answer.
import { queryOptions } from "@tanstack/react-query";
import { call } from "../calls/call.ts";
import { unclear } from "../calls/errors.ts";
import { createCalls } from "../calls/resource.ts";
import { asWire, item } from "../wire/wire.ts";
import type {
  QuotationReferral,
  QuotationReferralAnswer,
  Referral,
  ReferralDecision,
  ReferralReply,
  ReferralRow,
} from "../wire/wireTypes.ts";

export const referralCalls = createCalls<ReferralRow, Referral>("referrals");
export const referralFile = (number: number, file: number): string => `/api/referrals/${number}/files/${file}`;

/** Answers the referral as it became. */
export async function decideReferral(number: number, decision: ReferralDecision): Promise<Referral> {
  return item(await call("POST", `/api/referrals/${number}/decision`, { body: decision })) as unknown as Referral;
}

const atQuotation = (quotation: number) => `/api/quotations/${quotation}/referral`;

/** Null: it was never with an underwriter. */
function readReferral(body: unknown): QuotationReferral {
  const { data } = asWire(body) as Partial<QuotationReferralAnswer>;
  if (data === null) return null;
  if (typeof data?.number !== "number") throw unclear();
  // A back end may not say why.
  return { ...data, wrong_questions: data.wrong_questions ?? [], reasons: data.reasons ?? [] };
}

export const quotationReferralQuery = (quotation: number) =>
  queryOptions({
    queryKey: ["quotations", "referral", quotation],
    queryFn: async ({ signal }) => readReferral(await call("GET", atQuotation(quotation), { signal })),
    staleTime: 0,
  });

export async function replyToQuestion(quotation: number, reply: ReferralReply): Promise<QuotationReferral> {
  return readReferral(await call("POST", atQuotation(quotation), { body: reply }));
}

/** Where the files of an answer go (uploads.ts). */
export const replyFilesPath = (quotation: number) => `${atQuotation(quotation)}/files`;
