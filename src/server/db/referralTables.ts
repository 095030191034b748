// The tables of referrals; their migration is 0191. Each row carries the office that it is about.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Language } from "#engine/types.ts";
import type { Calculation } from "#underwriting/calculate.ts";

type Json<T> = ColumnType<T, string, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A request that an underwriter judges; its answers are those of its quotation. */
export interface ReferralsTable {
  /** The reference number that the broker was given. */
  number: number;
  intermediary_number: number;
  quotation_number: number;
  relation_number: number;
  relation_name: string;
  office_name: string;
  /** Dutch, as in the portfolio. */
  product: string;
  words_translated: Generated<string>;
  /** Waits for the underwriter, asked the broker, has the broker's reply, became a policy, refused. */
  status: Generated<"W" | "V" | "R" | "P" | "A">;
  sent_at: ColumnType<Date, Date | string | undefined>;
  /** Since when the underwriter is to act; null: somebody else is, or nobody any more. */
  waits_since: Timestamp | null;
  sent_by: string;
  /** Of the mails to whoever sent it. */
  language: Language;
  /** What the background check said besides wrong answers: a match, or no answer. */
  background: "hit" | "unknown" | null;
  /** The price that the broker saw, in cents; null for samples. */
  calculation: Json<Calculation> | null;
  decided_by: string | null;
  policy_number: number | null;
  search: GeneratedAlways<string>;
  relation_order: GeneratedAlways<string>;
  office_order: GeneratedAlways<string>;
}

/** What was said about a referral, in order; it only grows. */
export interface ReferralEventsTable {
  event_id: Generated<number>;
  number: number;
  intermediary_number: number;
  at: Timestamp;
  kind: "sent" | "asked" | "answered" | "accepted" | "declined";
  login_name: string;
  full_name: string;
  text: string | null;
  /** Documents of the relation's archive. */
  files: Json<{ id: number; name: string }[]>;
}

/** A file for the next answer of a broker; its content is a document. */
interface ReferralFilesTable {
  file_id: string;
  number: number;
  intermediary_number: number;
  document_id: number;
  name: string;
  size: number;
  sha256: string;
  at: Generated<Date>;
}

export interface ReferralTables {
  referrals: ReferralsTable;
  referral_events: ReferralEventsTable;
  referral_files: ReferralFilesTable;
}
