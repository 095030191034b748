// The list of damages: calls, columns, sorting, export, and the mapping from row to response. A damage belongs to the relation of
// its policy.
import { sql } from "kysely";
import type { DamageAnswer } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { byColumn } from "./filters.ts";
import type { ListKind } from "./listRoutes.ts";
import type { Wording } from "./wording.ts";
import { statusLabel, translateWord, wordIn } from "./words.ts";

const readStatus = (language: Language, code: string) => statusLabel(language, "damage", code);

type DamageFields = Omit<DamageAnswer, "status_label">;

export const damageList = {
  path: "damages",
  schema: "damage",
  list: "damages",
  key: "claim_id",
  ofRelation: true,
  filters: { status: byColumn("desc_status_code", readStatus) },
  sorting: {
    usual: "-report_date",
    columns: {
      title: { column: "title", read: wordIn },
      desc_status_code: { column: "desc_status_code", read: readStatus },
      relation_name: "relation_order",
    },
  },
  columns: sql<DamageFields>`t.claim_id, t.title, t.report_date, t.claim_number_office,
    t.policy_number, t.relation_number, t.relation_name, t.desc_status_code, t.finished`,
  success: true,
  meta: ["count", "current_page", "items_per_page", "total_items"],
  wire: wireDamage,
  store: ({ status_label, ...one }: DamageAnswer) => ({ ...one, words_translated: translateWord(one.title) }),
} satisfies ListKind<DamageFields, DamageAnswer>;

function wireDamage(row: DamageFields, { language }: Wording): DamageAnswer {
  return {
    ...row,
    title: wordIn(language, row.title),
    status_label: statusLabel(language, "damage", row.desc_status_code),
  };
}
