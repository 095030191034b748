// Requests that an underwriter judges (ours): the underwriter's list, page and decisions; at a quotation, the broker's question
// and answer.
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { unclear } from "./errors.ts";
import { identity } from "./identity.ts";
import { itemQuery, listQuery, resourcePaths } from "./resource.ts";
import { asWire, flag, item, numberOrNull, text, textOrNull, texts, type Unread, type Wire } from "./wire.ts";
import type * as wire from "./wireTypes.ts";

export interface ReferralEvent {
  at: string;
  kind: wire.ReferralEvent["kind"];
  name: string;
  text: string | null;
  files: { id: number; name: string }[];
}

export interface Referral {
  number: number;
  status: string;
  statusLabel: string;
  product: string;
  relationName: string;
  office: string;
  sentAt: string | null;
  waitsSince: string | null;
  decidedBy: string | null;
}

export interface ReferralPage extends Referral {
  revision: number;
  policy: number | null;
  kvk: string | null;
  startDate: string | null;
  premiumTotal: number | null;
  period: number | null;
  insuredPerClaim: number | null;
  insuredPerYear: number | null;
  ownRisk: number | null;
  background: "hit" | "unknown" | null;
  wrongQuestions: { question: string; answer: boolean }[];
  reasons: string[];
  explanation: string | null;
  answers: { heading: string; rows: { label: string; value: string }[] }[];
  history: ReferralEvent[];
}

/** What a broker sees of it. */
export interface QuotationReferral {
  number: number;
  status: string;
  statusLabel: string;
  question: string | null;
  revision: number;
  history: ReferralEvent[];
}

const rows = (value: unknown): Wire[] => (Array.isArray(value) ? value.map(asWire) : []);

const kinds: readonly ReferralEvent["kind"][] = ["sent", "asked", "answered", "accepted", "declined"];

const toEvents = (value: unknown): ReferralEvent[] =>
  rows(value).flatMap((row) => {
    const kind = kinds.find((one) => one === row.kind);
    if (!kind) return [];
    const files = rows(row.files).flatMap((file) => {
      const id = numberOrNull(file, "id");
      return id === null ? [] : [{ id, name: text(file, "name") }];
    });
    return [{ kind, at: text(row, "at"), name: text(row, "name"), text: textOrNull(row, "text"), files }];
  });

export function toReferral(row: Unread<wire.ReferralRow>, asked?: number): Referral {
  return {
    number: identity(row, ["number"], asked),
    status: text(row, "status"),
    statusLabel: text(row, "status_label", "status"),
    product: text(row, "product"),
    relationName: text(row, "relation_name"),
    office: text(row, "intermediary_name"),
    sentAt: textOrNull(row, "sent_at"),
    waitsSince: textOrNull(row, "waits_since"),
    decidedBy: textOrNull(row, "decided_by"),
  };
}

function toReferralPage(row: Unread<wire.Referral>, asked?: number): ReferralPage {
  const { background } = row;
  return {
    ...toReferral(row, asked),
    revision: numberOrNull(row, "revision") ?? 1,
    policy: numberOrNull(row, "policy_number"),
    kvk: textOrNull(row, "kvk_number"),
    startDate: textOrNull(row, "start_date"),
    premiumTotal: numberOrNull(row, "premium_total"),
    period: numberOrNull(row, "period"),
    insuredPerClaim: numberOrNull(row, "insured_amount_per_claim"),
    insuredPerYear: numberOrNull(row, "insured_amount_per_year"),
    ownRisk: numberOrNull(row, "own_risk"),
    background: background === "hit" || background === "unknown" ? background : null,
    wrongQuestions: rows(row.wrong_questions).map((one) => ({
      question: text(one, "question"),
      answer: flag(one, "answer"),
    })),
    reasons: texts(row, "reasons"),
    explanation: textOrNull(row, "explanation"),
    answers: rows(row.answers).map((section) => ({
      heading: text(section, "heading"),
      rows: rows(section.rows).map((one) => ({ label: text(one, "label"), value: text(one, "value") })),
    })),
    history: toEvents(row.history),
  };
}

export const referralPaths = resourcePaths("referrals");
export const referralsQuery = listQuery("referrals", referralPaths, toReferral);
export const referralQuery = itemQuery("referrals", toReferralPage);
export const referralFile = (number: number, file: number): string => `/api/referrals/${number}/files/${file}`;

/** Answers the referral as it became. */
export async function decideReferral(number: number, decision: wire.ReferralDecision): Promise<ReferralPage> {
  return toReferralPage(item(await call("POST", `/api/referrals/${number}/decision`, { body: decision })), number);
}

const atQuotation = (quotation: number) => `/api/quotations/${quotation}/referral`;

function toQuotationReferral(body: unknown): QuotationReferral | null {
  const { data } = asWire(body);
  if (data === null) return null;
  const row: Unread<wire.QuotationReferral> = asWire(data);
  const number = numberOrNull(row, "number");
  if (number === null) throw unclear();
  return {
    number,
    status: text(row, "status"),
    statusLabel: text(row, "status_label", "status"),
    question: textOrNull(row, "question"),
    revision: numberOrNull(row, "revision") ?? 1,
    history: toEvents(row.history),
  };
}

/** Null: it was never with an underwriter. */
export const quotationReferralQuery = (quotation: number) =>
  queryOptions({
    queryKey: ["quotations", "referral", quotation],
    queryFn: async ({ signal }) => toQuotationReferral(await call("GET", atQuotation(quotation), { signal })),
    staleTime: 0,
  });

export async function replyToQuestion(quotation: number, reply: wire.ReferralReply): Promise<QuotationReferral | null> {
  return toQuotationReferral(await call("POST", atQuotation(quotation), { body: reply }));
}

/** Where the files of an answer go (uploads.ts). */
export const replyFilesPath = (quotation: number) => `${atQuotation(quotation)}/files`;
