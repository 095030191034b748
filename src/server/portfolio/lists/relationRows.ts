// The list of relations: calls, columns, sorting, export, and the mapping from row to response.
import { sql } from "kysely";
import type { RelationAnswer, RelationRowAnswer } from "#api/wire/wireTypes.ts";
import type { ListKind } from "./listRoutes.ts";

export type RelationFields = Omit<Required<RelationAnswer>, "country_code">;

export const relationList = {
  path: "relations",
  schema: "relation",
  list: "relations",
  key: "relation_number",
  sorting: { usual: "company", columns: { company: "company_order", city: "city_order" } },
  recent: "t.active_on desc, t.relation_number desc",
  columns: sql<RelationFields>`t.relation_number, t.company, t.address, t.zipcode, t.city, t.country, t.email, t.email_financial,
    t.correspondence_preference, t.digital_policy, t.kvk_number, t.intermediary_number, t.revision`,
  meta: ["count", "current_page", "per_page", "total"],
  wire: wireRelation,
  brief: briefRelation,
  lastViewedByDefault: true,
  searchInFull: true,
  store: ({ country_code, ...one }: RelationAnswer) => one,
} satisfies ListKind<RelationFields, RelationAnswer>;

/** A row of the list without `detail=true`. */
function briefRelation({ relation_number, company, city, intermediary_number }: RelationFields): RelationRowAnswer {
  return { relation_number, company, city, intermediary_number };
}

export function wireRelation(row: RelationFields): Required<RelationAnswer> {
  return { ...row, country_code: row.country };
}
