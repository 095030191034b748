// The underwriters' list: the referrals of all offices, the longest wait first.
import { type Selectable, sql } from "kysely";
import type { ReferralRow } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import type { ReferralsTable } from "../db/tables/referralTables.ts";
import { byColumn } from "../portfolio/lists/filters.ts";
import type { ListKind } from "../portfolio/lists/listRoutes.ts";
import { statusLabel, wordIn } from "../portfolio/lists/words.ts";

export type Referral = Selectable<ReferralsTable>;
const DECIDED: Referral["status"][] = ["P", "A"];
export const isDecided = ({ status }: Referral): boolean => DECIDED.includes(status);
type ReferralFields = Pick<
  Referral,
  | "number"
  | "intermediary_number"
  | "relation_number"
  | "relation_name"
  | "insured_name"
  | "office_name"
  | "product"
  | "status"
  | "decided_by"
> & { sent_at: Date | string; waits_since: Date | string | null };

/** Which side acts next, if any. */
const state = sql`case t.status when 'V' then 'waiting' when 'P' then 'decided' when 'A' then 'decided' else 'to_do' end`;

export const referralList: ListKind<ReferralFields, ReferralRow> = {
  path: "referrals",
  schema: "referral",
  list: "referrals",
  key: "number",
  everyOffice: true,
  listOnly: true,
  ofRelation: true,
  filters: { state: { value: () => state }, product: byColumn("product", wordIn) },
  sorting: {
    usual: "waits_since",
    columns: {
      status: { column: "status", read: (language, code) => statusLabel(language, "referral", code) },
      product: { column: "product", read: wordIn },
      relation_name: "relation_order",
      intermediary_name: "office_order",
    },
  },
  columns: sql<ReferralFields>`t.number, t.intermediary_number, t.relation_number, t.relation_name, t.insured_name, t.office_name,
    t.product, t.status, t.decided_by, t.sent_at, t.waits_since`,
  meta: ["current_page", "per_page", "total", "total_pages"],
  wire: (row, { language }) => wireReferral(row, language),
};

const instant = (time: Date | string) => new Date(time).toISOString();

export const wireReferral = (row: ReferralFields, language: Language): ReferralRow => ({
  number: row.number,
  status: row.status,
  status_label: statusLabel(language, "referral", row.status),
  product: wordIn(language, row.product),
  relation_number: row.relation_number,
  relation_name: row.relation_name,
  insured_name: row.insured_name,
  intermediary_number: row.intermediary_number,
  intermediary_name: row.office_name,
  sent_at: instant(row.sent_at),
  waits_since: row.waits_since && instant(row.waits_since),
  decided_by: row.decided_by,
});
