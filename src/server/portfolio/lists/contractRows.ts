// The lists of quotations and policies: calls, columns, sorting, export, and the mapping from row to response.
import { sql } from "kysely";
import type { PolicyAnswer, QuotationAnswer } from "#api/wire/wireTypes.ts";
import { byColumn, byExpiry } from "./filters.ts";
import type { ListKind } from "./listRoutes.ts";
import type { Sorting } from "./order.ts";
import { amountsInCents, amountsInEuros, type Wording } from "./wording.ts";
import { statusLabel, translateWord, wordIn } from "./words.ts";

/** A quotation can be accepted until this many days after its date. */
export const VALID_DAYS = 120;

interface RowAmounts {
  insurer: string;
  one_off_total: number | null;
}
type ContractFields = Omit<PolicyAnswer, "company_name"> & RowAmounts;
type QuotationFields = Omit<QuotationAnswer, "company_name" | "status_label"> & RowAmounts;

const columns = sql`t.number, t.policy_number, t.relation_name, t.insured_name, t.relation_number, t.product, t.product_code,
  t.premium_total, t.premium_year, t.one_off_total, t.insurer, t.intermediary_number, t.start_date, t.end_date, t.contract_duration, t.debit_prolongation,
  t.insured_amount_per_claim, t.insured_amount_per_year, t.own_risk, t.premium, t.period, t.premium_period,
  t.insurance_tax, t.last_modified_description, t.last_modified_at,
  coalesce((select i.intermediary_name from intermediaries i where i.intermediary_number = t.intermediary_number), '')
    as intermediary_name`;

const sorted: Sorting["columns"] = {
  relation_name: "relation_order",
  product: { column: "product", read: wordIn },
  // Premiums of a quarter and of a year are compared by what they cost in a year.
  premium_total: "premium_year",
};

const product = byColumn("product", wordIn);

/** The last day on which an open quotation can be accepted. */
const validUntil = sql`case when t.status = 'O' then (t.date + ${sql.lit(VALID_DAYS)}::int)::date end`;

/** When the open draft of a quotation was last saved. */
const unsentChange = sql`(select max(r.saved_at) from requests r where r.intermediary_number = t.intermediary_number
  and r.address_number = t.relation_number and r.quotation_number = t.number and r.status = 'open')`;

export const quotationList = {
  path: "quotations",
  schema: "quotation",
  list: "quotations",
  key: "number",
  // A quotation that was converted and referred has a number of its own, but the broker knows that of the referral.
  foundBy: { table: "referrals", column: "quotation_number" },
  ofRelation: true,
  filters: {
    status: byColumn("status", (language, code) => statusLabel(language, "quotation", code)),
    product,
    expiry: byExpiry(validUntil),
  },
  sorting: {
    usual: "-date",
    columns: {
      ...sorted,
      valid_until: validUntil,
      status: { column: "status", read: (language, code) => statusLabel(language, "quotation", code) },
    },
  },
  columns: sql<QuotationFields>`${columns}, t.status, t.date,
    exists (select from quotation_answers a where a.number = t.number) as has_answers,
    ${validUntil} as valid_until, ${unsentChange} as unsent_change`,
  meta: ["current_page", "items_per_page", "total_items", "total_pages"],
  wire: wireQuotation,
  store: ({ status_label, has_answers, valid_until, unsent_change, ...one }: QuotationAnswer) => storeContract(one),
} satisfies ListKind<QuotationFields, QuotationAnswer>;

export const policyList = {
  path: "policies",
  schema: "policy",
  list: "policies",
  key: "number",
  ofRelation: true,
  filters: { product, expiry: byExpiry(sql`t.end_date`) },
  sum: "premium_year",
  sorting: { usual: "-start_date", columns: sorted },
  columns: sql<ContractFields>`${columns}`,
  success: true,
  meta: ["current_page", "per_page", "total", "total_pages"],
  wire: wireContract,
  store: storeContract<PolicyAnswer>,
} satisfies ListKind<ContractFields, PolicyAnswer>;

function wireContract<Row extends ContractFields>({ insurer, ...row }: Row, { language, provider }: Wording) {
  return {
    ...amountsInEuros("policy", row),
    product: wordIn(language, row.product),
    company_name: insurer.replaceAll("{provider}", provider),
    debit_prolongation: wordIn(language, row.debit_prolongation),
    last_modified_description: wordIn(language, row.last_modified_description),
    last_modified_at: row.last_modified_at ? new Date(row.last_modified_at).toISOString() : null,
  };
}

function storeContract<Answer extends PolicyAnswer>(answer: Answer) {
  const { company_name: insurer, intermediary_name, premium_year, last_modified_at, ...one } = answer;
  const amounts = amountsInCents("policy", { one_off_total: null, ...one });
  return { ...amounts, insurer, words_translated: translateWord(one.product) };
}

function wireQuotation(row: QuotationFields, wording: Wording): QuotationAnswer {
  const { unsent_change } = row;
  return {
    ...wireContract(row, wording),
    unsent_change: unsent_change ? new Date(unsent_change).toISOString() : null,
    status_label: statusLabel(wording.language, "quotation", row.status),
  };
}
