// To which relation a temporary request belongs (decisions 31, 65): the one of the own office with its chamber-of-commerce
// number, else a new one. Never a relation of another office.
import { sql } from "kysely";
import type { JsonObject } from "#engine/types.ts";
import type { Db } from "../db/open.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { OpenRequest, WizardContext } from "./context.ts";

/** Undefined while company data or the number are missing. */
export async function relationFor(
  context: WizardContext,
  db: Db,
  open: OpenRequest,
  steps: Map<string, { data: JsonObject }>,
): Promise<RelationRecord | undefined> {
  const given: JsonObject = Object.assign({}, ...[...steps.values()].map((step) => step.data));
  const text = (name: string) =>
    typeof given[name] === "string" && given[name] !== "" ? (given[name] as string) : null;
  const kvk = text("kvk");
  const company = text("company");
  if (!kvk || !company) return undefined;
  // Two requests for one new company at once make one relation.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`relation ${open.place.office} ${kvk}`}, 0))`.execute(db);
  const known = await context.portfolio.findRelationByKvk(db, open.place.office, kvk);
  if (known) return known;
  return context.portfolio.createRelation(db, {
    company,
    legalform: text("legalform"),
    address: [text("street"), text("housenumber")].filter(Boolean).join(" "),
    zipcode: text("postalcode") ?? "",
    city: text("city") ?? "",
    email: text("email_customer"),
    email_financial: given.finance_separate === true ? text("email_finance") : null,
    kvk_number: kvk,
    intermediary_number: open.place.office,
  });
}
