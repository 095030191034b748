// The tables of the portfolio. Their migrations start at 0100. Amounts are in cents, days are `yyyy-mm-dd`. The
// generated columns are read only: `search` has the words that a row is found by, `…_order` a name in the form that it
// is sorted by.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { DamageAnswer, InvoiceAnswer, PolicyAnswer, RelationAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";

type Json<T> = ColumnType<T, string, string>;
type StampedTime = ColumnType<Date, Date | string | undefined, Date | string>;

interface ListedColumns {
  intermediary_number: number;
  search: GeneratedAlways<string>;
}

interface RelationColumns extends ListedColumns {
  relation_number: number;
  relation_order: GeneratedAlways<string>;
}

/** `address`: street and number on one line (decisions 20). */
interface RelationsTable
  extends ListedColumns,
    Omit<RelationAnswer, "intermediary_number" | "country_code" | "revision" | keyof RelationDefaults>,
    RelationDefaults {
  company_order: GeneratedAlways<string>;
  city_order: GeneratedAlways<string>;
  legalform: string | null;
  /** Day of the newest quotation, policy or change: the order of relations that the user never opened. */
  active_on: string;
  revision: Generated<number>;
}

/** Columns that have a value where none is given. */
interface RelationDefaults {
  country: Generated<RelationAnswer["country"]>;
  correspondence_preference: Generated<RelationAnswer["correspondence_preference"]>;
  digital_policy: Generated<RelationAnswer["digital_policy"]>;
}

/** Columns that quotations and policies share. A trigger keeps the relation's name up to date. */
interface ContractColumns extends RelationColumns {
  number: number;
  policy_number: number | null;
  relation_name: string;
  /** The insured company, where its name is not that of the relation. */
  insured_name: string | null;
  /** Dutch name, which the portfolio translates. */
  product: string;
  /** More words that a search finds: translations of its Dutch words, and the insured company. */
  words_translated: Generated<string>;
  product_code: string;
  insurer: Generated<string>;
  start_date: string;
  end_date: string;
  contract_duration: number;
  debit_prolongation: string;
  insured_amount_per_claim: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  /** Of a year, without tax. */
  premium: number;
  /** Months of a term, premium of a term without tax, its tax, and their sum. */
  period: PolicyAnswer["period"];
  premium_period: number;
  insurance_tax: number;
  premium_total: number;
  /** What a year costs, for sorting. */
  premium_year: GeneratedAlways<number>;
  /** Charged once, with tax. */
  one_off_total: number | null;
  last_modified_description: string;
  last_modified_at: ColumnType<Date | null, Date | undefined, Date>;
}

/** O open, B with the underwriter, W question from the underwriter, P converted, V expired, A declined. */
export type QuotationStatus = "O" | "B" | "W" | "P" | "V" | "A";

interface QuotationsTable extends ContractColumns {
  status: QuotationStatus;
  /** Day of the last change. */
  date: string;
}

type PoliciesTable = ContractColumns;

/** The wizard's answers for a quotation. A quotation without them cannot be changed or converted. */
interface QuotationAnswersTable {
  number: number;
  product_key: string;
  answers: Json<Record<string, JsonObject>>;
  release: string | null;
}

interface DamagesTable
  extends RelationColumns,
    Omit<DamageAnswer, "relation_number" | "relation_name" | "status_label"> {
  words_translated: Generated<string>;
  relation_name: string;
}

interface OpenInvoicesTable extends RelationColumns, Omit<InvoiceAnswer, "due_date" | "status" | "company_name"> {
  words_translated: Generated<string>;
  insurer: Generated<string>;
}

interface DocumentsTable extends ListedColumns {
  id: Generated<number>;
  relation_number: number;
  description: string;
  words_translated: Generated<string>;
  name: string;
  type: string;
  media_type: string;
  file_size: number;
  upload_date: string;
  /**
   * The quotation or policy that it belongs to and is deleted with. Null if it has none, or is older than this column.
   */
  contract_number: number | null;
  /** Name of its content outside the database, or null when the content is in `document_contents`. */
  location: string | null;
  /** The file of a request that it is a copy of: answers name that. Null for other documents. */
  upload_id: string | null;
}

interface DocumentContentsTable {
  id: number;
  content: Uint8Array;
}

interface LastViewedTable {
  login_name: string;
  list: string;
  number: number;
  viewed_at: StampedTime;
}

/** Usage counts per day. No column can identify a person. */
interface AnalyticsCountsTable {
  day: string;
  event: string;
  product: string;
  flow: string;
  step: string;
  field: string;
  outcome: string;
  times: number;
}

export interface PortfolioTables {
  relations: RelationsTable;
  quotations: QuotationsTable;
  quotation_answers: QuotationAnswersTable;
  policies: PoliciesTable;
  damages: DamagesTable;
  open_invoices: OpenInvoicesTable;
  documents: DocumentsTable;
  document_contents: DocumentContentsTable;
  last_viewed: LastViewedTable;
  analytics_counts: AnalyticsCountsTable;
}
