// The tables of referrals. Their migration is 0191.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Language } from "#engine/schema/types.ts";
import type { CheckResult, Finding } from "#underwriting/backgroundCheck.ts";
import type { Calculation } from "#underwriting/calculate.ts";

type Json<T> = ColumnType<T, string, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A request for an underwriter to decide. Its answers are stored with its quotation. */
export interface ReferralsTable {
  /** The broker's reference number. */
  number: number;
  intermediary_number: number;
  quotation_number: number;
  relation_number: number;
  relation_name: string;
  insured_name: string | null;
  office_name: string;
  /** Dutch, as in the portfolio. */
  product: string;
  words_translated: Generated<string>;
  /** W waits for the underwriter, V question to the broker, R reply from the broker, P accepted as a policy, A declined. */
  status: Generated<"W" | "V" | "R" | "P" | "A">;
  sent_at: ColumnType<Date, Date | string | undefined>;
  /** Since when it waits for the underwriter, or null when it waits for the broker or is decided. */
  waits_since: Timestamp | null;
  sent_by: string;
  /** Language of the mails to the broker who sent it. */
  language: Language;
  /** Result of the background check, or null when it was not made. */
  background: CheckResult | null;
  /** The result for each company and person. Empty in a referral from before it was stored. */
  screened: ColumnType<Finding[], string | undefined, string>;
  /** The price that the broker saw, in cents, or null for samples. */
  calculation: Json<Calculation> | null;
  decided_by: string | null;
  policy_number: number | null;
  search: GeneratedAlways<string>;
  relation_order: GeneratedAlways<string>;
  office_order: GeneratedAlways<string>;
}

/** The history of a referral, to which rows are only added. */
interface ReferralEventsTable {
  event_id: Generated<number>;
  number: number;
  intermediary_number: number;
  at: Timestamp;
  kind: "sent" | "asked" | "answered" | "accepted" | "declined";
  login_name: string;
  full_name: string;
  text: string | null;
  /** Documents in the relation's archive. */
  files: Json<{ id: number; name: string }[]>;
}

/** A file for the broker's next reply. Its content is stored as a document. */
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
