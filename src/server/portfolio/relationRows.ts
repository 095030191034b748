// A relation as the database has it and as it stands on the wire.
import { sql } from "kysely";
import type { RelationAnswer, RelationRowAnswer } from "#api/wireTypes.ts";
import type { RelationRow } from "../db/portfolioTables.ts";
import type { ListDefinition } from "./lists.ts";

export type RelationFields = Omit<RelationRow, "search" | "company_order" | "city_order">;

export const relationList: ListDefinition<RelationFields> = {
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
};

/** Name and place: what a list shows without `detail=true`. */
export function briefRelation(row: RelationFields): RelationRowAnswer {
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
