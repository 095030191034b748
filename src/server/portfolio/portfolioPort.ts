// The interface between the wizard's back end and the portfolio (relations, quotations, policies, documents), implemented by
// `portfolio/port.ts`. Numbers of another office are not found.
import type { Selectable } from "kysely";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Db } from "../db/open.ts";
import type { PortfolioTables, QuotationStatus } from "../db/tables/portfolioTables.ts";
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

interface QuotationChange {
  status: QuotationStatus;
  /** In Dutch. */
  last_modified_description: string;
  policy_number?: number;
}

type StoredColumns =
  | "number"
  | "relation_number"
  | "intermediary_number"
  | "status"
  | "policy_number"
  | "date"
  | "period"
  | "premium_total"
  | "one_off_total";

export interface StoredQuotation extends Pick<QuotationRow, StoredColumns> {
  /** Null when the product code belongs to no product on offer. */
  product_key: string | null;
  start_date: string | null;
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
