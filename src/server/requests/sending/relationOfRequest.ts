// Finds or creates the relation of a temporary request (decisions 31, 65), by its chamber-of-commerce number and within the
// broker's own office only.
import { sql } from "kysely";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { writeAudit } from "../../db/audit.ts";
import type { Db } from "../../db/open.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { OpenRequest, WizardContext } from "../context.ts";

/** Undefined while the company's name or number is missing. */
export async function relationFor(
  context: WizardContext,
  db: Db,
  open: OpenRequest,
  steps: Map<string, { data: Answers }>,
): Promise<RelationRecord | undefined> {
  const allAnswers: JsonObject = Object.assign({}, ...[...steps.values()].map((step) => step.data));
  const text = (name: string) =>
    typeof allAnswers[name] === "string" && allAnswers[name] !== "" ? (allAnswers[name] as string) : null;
  const kvk = text("kvk");
  const company = text("company");
  if (!kvk || !company) return undefined;
  // The lock makes concurrent requests for the same new company share one relation.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`relation ${open.place.office} ${kvk}`}, 0))`.execute(db);
  await removeMade(context, db, open, kvk);
  const existing = await context.portfolio.findRelationByKvk(db, open.place.office, kvk);
  if (existing) return existing;
  const made = await context.portfolio.createRelation(db, {
    company,
    legalform: text("legalform"),
    address: [text("street"), text("housenumber")].filter(Boolean).join(" "),
    zipcode: text("postalcode") ?? "",
    city: text("city") ?? "",
    email: text("email_customer"),
    email_financial: allAnswers.finance_separate === true ? text("email_finance") : null,
    kvk_number: kvk,
    intermediary_number: open.place.office,
  });
  const { login_name: login, intermediary_number: office } = open.place.user;
  await writeAudit(db, { login, office, action: MADE, object: madeBy(open, made.relation_number) });
  return made;
}

const MADE = "make relation";
const madeBy = ({ draft }: OpenRequest, relation: number) => `${relation} for ${draft.request_id}`;

/** Removes the relation that this request created for an earlier number, unless it has been used since. */
async function removeMade({ portfolio }: WizardContext, db: Db, open: OpenRequest, kvk: string): Promise<void> {
  const { request_id, relation_number: number } = open.draft;
  if (number === null) return;
  const made = await db
    .selectFrom("audit")
    .select("audit_id")
    .where("action", "=", MADE)
    .where("object", "=", madeBy(open, number))
    .executeTakeFirst();
  if (!made) return;
  const relation = await portfolio.findRelation(db, open.place.office, number);
  if (relation && relation.kvk_number !== kvk)
    await portfolio.removeUnusedRelation(db, open.place.office, number, request_id);
}
