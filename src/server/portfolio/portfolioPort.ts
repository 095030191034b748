// What the wizard's back end and the portfolio (`portfolio/port.ts`) pass to each other: relations, contracts, documents.
import type { Selectable } from "kysely";
import type { JsonObject } from "#engine/schema/types.ts";
import type { PortfolioTables } from "../db/tables/portfolioTables.ts";
import type { Kept } from "../files/fileStore.ts";

export const relationColumns = [
  "relation_number",
  "company",
  "legalform",
  "address",
  "zipcode",
  "city",
  "email",
  "email_financial",
  "kvk_number",
  "intermediary_number",
] as const;

export type RelationRecord = Pick<Selectable<PortfolioTables["relations"]>, (typeof relationColumns)[number]>;
export type NewRelation = Omit<RelationRecord, "relation_number">;

/** Every contract is for a year. */
export const DURATION_MONTHS = 12;

type QuotationRow = Selectable<PortfolioTables["quotations"]>;

/** What the portfolio works out of a contract itself. */
type Derived =
  | "search"
  | "relation_order"
  | "premium_year"
  | "words_translated"
  | "insurer"
  | "end_date"
  | "contract_duration"
  | "debit_prolongation"
  | "date"
  | "last_modified_at";

export interface ContractRecord extends Omit<QuotationRow, Derived> {
  product_key: string;
  /** Answers per step, with `release`, the release they were given for: editing and converting start from both. */
  answers: Record<string, JsonObject>;
  release: string;
}

export interface NewDocument {
  relation_number: number;
  /** The quotation, policy or referral that it belongs to. */
  contract_number: number;
  intermediary_number: number;
  description: string;
  name: string;
  /** Short type as the document list shows it: pdf, png, ... */
  type: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  kept: Kept;
  /** The file of a request that it is a copy of. */
  upload_id?: string;
}
