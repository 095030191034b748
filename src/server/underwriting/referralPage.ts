// One referral in full, in the reader's language: why it is here, what was answered, what it costs, what was said.
import type { Referral as ReferralPage } from "#api/wireTypes.ts";
import type { Language } from "#engine/types.ts";
import { euros } from "../portfolio/wording.ts";
import type { WizardContext } from "../requests/context.ts";
import { answerSections } from "../requests/contractContent.ts";
import { findInsured } from "../requests/insured.ts";
import { findReferral, readSent } from "./context.ts";
import { readHistory, wireHistory } from "./history.ts";
import { wireReferral } from "./referralRows.ts";

export async function readReferralPage(
  context: WizardContext,
  number: number,
  language: Language,
): Promise<ReferralPage> {
  const { db } = context;
  const referral = await findReferral(db, number);
  const { product, evaluation, quotation, day } = await readSent(context, db, referral, language);
  const history = await readHistory(db, number);
  const { acceptance, final, others } = evaluation.judgement;
  const contract = await db
    .selectFrom("quotations")
    .select(["premium_total", "period", "insured_amount_per_claim", "insured_amount_per_year", "own_risk"])
    .where("number", "=", quotation.number)
    .executeTakeFirstOrThrow();
  const { intermediary_number: office, relation_number } = referral;
  const relation = await context.portfolio.findRelation(db, office, relation_number);
  return {
    ...wireReferral(referral, language),
    quotation_number: quotation.number,
    policy_number: referral.policy_number,
    revision: history.length,
    kvk_number: relation ? findInsured(evaluation.answers, relation).kvk_number : null,
    start_date: day,
    premium_total: euros(contract.premium_total),
    period: contract.period,
    insured_amount_per_claim: euros(contract.insured_amount_per_claim),
    insured_amount_per_year: euros(contract.insured_amount_per_year),
    own_risk: euros(contract.own_risk),
    background: referral.background,
    wrong_questions: [...acceptance, ...final],
    reasons: others,
    explanation: history[0]?.text ?? null,
    answers: answerSections({ product, evaluation, language }).map(({ heading, rows }) => ({
      heading,
      rows: rows.map(([label, value]) => ({ label, value })),
    })),
    history: wireHistory(history, true),
  };
}
