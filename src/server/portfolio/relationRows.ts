// Relations: their calls, and a row as the database has it and as it stands on the wire.
import { sql } from "kysely";
import type { RelationAnswer, RelationRowAnswer } from "#api/wireTypes.ts";
import type { RelationRow } from "../db/portfolioTables.ts";
import type { ListKind } from "./listRoutes.ts";

export type RelationFields = Omit<RelationRow, "search" | "company_order" | "city_order">;

export const relationList: ListKind<RelationFields, RelationAnswer> = {
  path: "relations",
  schema: "relation",
  list: "relations",
  key: "relation_number",
  sorting: {
    usual: "company",
    columns: { relation_number: "relation_number", company: "company_order", city: "city_order" },
  },
  recent: "t.active_on desc, t.relation_number desc",
  columns: sql<RelationFields>`t.relation_number, t.company, t.legalform, t.address, t.zipcode, t.city, t.country, t.email,
    t.email_financial, t.correspondence_preference, t.digital_policy, t.kvk_number, t.intermediary_number, t.active_on,
    t.revision`,
  meta: ["count", "current_page", "per_page", "total"],
  exported: {
    relation_number: "text",
    company: "text",
    address: "text",
    zipcode: "text",
    city: "text",
    country: "word",
    email: "text",
    email_financial: "text",
    correspondence_preference: "word",
    digital_policy: "yesNo",
    kvk_number: "text",
  },
  wire: wireRelation,
  brief: briefRelation,
  lastViewedByDefault: true,
  searchInFull: true,
};

/** Name and place: what a list shows without `detail=true`. */
function briefRelation(row: RelationFields): RelationRowAnswer {
  return {
    relation_number: row.relation_number,
    company: row.company,
    city: row.city,
    intermediary_number: row.intermediary_number,
  };
}

export function wireRelation(row: RelationFields): RelationAnswer {
  return {
    relation_number: row.relation_number,
    company: row.company,
    address: row.address,
    zipcode: row.zipcode,
    city: row.city,
    country: row.country,
    country_code: row.country,
    email: row.email,
    email_financial: row.email_financial,
    correspondence_preference: row.correspondence_preference,
    digital_policy: row.digital_policy,
    kvk_number: row.kvk_number,
    intermediary_number: row.intermediary_number,
    revision: row.revision,
  };
}
