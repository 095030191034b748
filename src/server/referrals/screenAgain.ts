// Repeats the background check of a referral before it is accepted, for the subjects without a result: the service failed, or the
// referral is from before every request was checked. A hit that the underwriter has not seen stops the acceptance.
import type { Language } from "#engine/schema/types.ts";
import type { Finding } from "#underwriting/backgroundCheck.ts";
import { PortalError } from "../http/errors/portalError.ts";
import type { WizardContext } from "../requests/context.ts";
import { findResults, listSubjects, readScreened, screen, summarize } from "../requests/sending/screening.ts";
import { findReferral, readSent } from "./context.ts";
import { isDecided, type Referral } from "./referralRows.ts";

/** Stores the results. @throws {PortalError} for a new hit, which the page shows when it is read again. */
export async function screenAgain(context: WizardContext, number: number, language: Language): Promise<void> {
  const { db, portfolio } = context;
  const referral = await findReferral(db, number);
  if (isDecided(referral)) return;
  const { product, evaluation } = await readSent(context, db, referral, language);
  const relation = (await portfolio.findRelation(db, referral.intermediary_number, referral.relation_number)) ?? null;
  const subjects = listSubjects(evaluation, { relation, product });
  const known = readScreened(referral.screened);
  const findings = await screen(context, subjects, async (results) => findResults(results, subjects), new Map(known));
  await db
    .updateTable("referrals")
    .set({ background: summarize(findings), screened: JSON.stringify(findings) })
    .where("number", "=", number)
    .where("status", "not in", ["P", "A"])
    .execute();
  if (hasNewHit(referral, findings)) throw new PortalError("conflict.screening");
}

/** An earlier referral has its hit without the names. */
function hasNewHit({ background, screened }: Referral, findings: readonly Finding[]): boolean {
  const count = (all: readonly Finding[]) => all.filter(({ result }) => result === "hit").length;
  if (background === "hit" && screened.length === 0) return false;
  return count(findings) > count(screened);
}
