// The interface between the wizard's back end and the portfolio (relations, quotations, policies, documents), implemented by
// `portfolio/port.ts`. Numbers of another office are not found.
import type { JsonObject } from "#engine/schema/types.ts";
import type { Db } from "../db/open.ts";
import type { Kept } from "../files/fileStore.ts";

export interface RelationRecord {
  relation_number: number;
  company: string;
  legalform: string | null;
  /** Street and number on one line (decisions 20). */
  address: string;
  zipcode: string;
  city: string;
  email: string | null;
  email_financial: string | null;
  kvk_number: string | null;
  intermediary_number: number;
}

export type NewRelation = Omit<RelationRecord, "relation_number">;

/** O open, B with the underwriter, W question from the underwriter, P converted, V expired, A declined. */
export type QuotationStatus = "O" | "B" | "W" | "P" | "V" | "A";

/** Every contract is for a year. */
export const DURATION_MONTHS = 12;

/** Amounts in cents, days as yyyy-mm-dd. */
export interface ContractRecord {
  number: number;
  policy_number: number | null;
  relation_number: number;
  relation_name: string;
  /** The insured company, where its name is not that of the relation. */
  insured_name: string | null;
  intermediary_number: number;
  product_key: string;
  /** Dutch name, which the portfolio translates. */
  product: string;
  product_code: string;
  start_date: string;
  insured_amount_per_claim: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  /** Annual premium excluding tax. */
  premium: number;
  /** Months of a term, premium of a term excluding tax, its tax, and their sum. */
  period: number;
  premium_period: number;
  insurance_tax: number;
  premium_total: number;
  /** Charged once, with tax. */
  one_off_total: number | null;
  status: QuotationStatus;
  last_modified_description: string;
  /** Answers per step, with `release`, the release they were given for: editing and converting start from both. */
  answers: Record<string, JsonObject>;
  release: string;
}

interface QuotationChange {
  status: QuotationStatus;
  /** In Dutch. */
  last_modified_description: string;
  policy_number?: number;
}

export interface StoredQuotation {
  number: number;
  relation_number: number;
  intermediary_number: number;
  /** Null when the product code belongs to no product on offer. */
  product_key: string | null;
  status: QuotationStatus;
  policy_number: number | null;
  start_date: string | null;
  /** Day of the last change. */
  date: string;
  /** Months of a term, its price with tax, in cents, and what is charged once. */
  period: number;
  premium_total: number;
  one_off_total: number | null;
  /** Null for a quotation that was not made with the wizard. */
  answers: Record<string, JsonObject> | null;
  release: string | null;
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

/** `db` is a database or a running transaction: inside one, pass the transaction. */
export interface PortfolioPort {
  findRelation(db: Db, office: number, relation: number): Promise<RelationRecord | undefined>;
  findRelationByKvk(db: Db, office: number, kvk: string): Promise<RelationRecord | undefined>;
  /** Draws the number from the sequence `relation_numbers`. */
  createRelation(db: Db, relation: NewRelation): Promise<RelationRecord>;
  /** Deletes a relation to which only the given request refers. */
  removeUnusedRelation(db: Db, office: number, relation: number, request: string): Promise<void>;
  findQuotation(db: Db, office: number, quotation: number): Promise<StoredQuotation | undefined>;
  /** Locks the row until the transaction ends and returns the current status. */
  lockQuotation(db: Db, office: number, quotation: number): Promise<{ status: QuotationStatus } | undefined>;
  /** Inserts a quotation, or replaces an existing one of the same office, which keeps its number and gets today's date. */
  writeQuotation(db: Db, quotation: ContractRecord): Promise<void>;
  writePolicy(db: Db, policy: ContractRecord): Promise<void>;
  markConverted(db: Db, office: number, quotation: number, policy: number): Promise<void>;
  /** Sets the status, and the Dutch description of the last change. */
  setQuotationStatus(
    db: Db,
    quotation: Pick<StoredQuotation, "number" | "intermediary_number">,
    changed: QuotationChange,
  ): Promise<void>;
  /** Returns the id of the stored document. */
  storeDocument(db: Db, document: NewDocument): Promise<number>;
}
