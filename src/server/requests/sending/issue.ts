// Issues the quotation, policy or referral of a judged request: its number, contract and documents. Runs inside the submit's
// transaction, so nothing is visible outside before that commits.
import { isDeepStrictEqual } from "node:util";
import type { SubmitAnswer, SubmitSummary } from "#api/wire/wireTypes.ts";
import { explainsAnswers } from "#engine/schema/stepKinds.ts";
import { calculate, type Underwriting, unpricedAnswer } from "#underwriting/calculate.ts";
import { toEuros } from "#underwriting/decimal.ts";
import { askedAnswers } from "#underwriting/requestState.ts";
import { findAccepted } from "#underwriting/sending.ts";
import type { Db } from "../../db/open.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { WizardContext } from "../context.ts";
import type { Evaluation } from "../evaluate.ts";
import { DIGITAL, lastAgreed } from "../forms.ts";
import { keepFiles, sendDocument } from "./content/contractDocuments.ts";
import { writeContract } from "./content/contractRecord.ts";
import { nameInsured } from "./content/insured.ts";
import { findFindings, type Issue, nextNumber, type SubmissionResult, wrongAnswers } from "./outcome.ts";
import { findReferredQuotation, keepReferral, nameForClient } from "./referral.ts";

/** Names the answer that has no price, so that the broker can change it. */
function noPremium(underwriting: Underwriting): PortalError {
  const [step, field] = unpricedAnswer(underwriting)?.split(".") ?? [];
  const errors = step && field ? [{ step, pointer: `/${field}`, keyword: "unpriced", params: {} }] : [];
  return new PortalError("no_premium", { errors });
}

function findExplanation({ bundle }: LoadedProduct, evaluation: Evaluation): string | null {
  const answers = askedAnswers(evaluation);
  const texts = bundle.manifest.steps.filter(explainsAnswers).map((step) => answers[step.key]?.explanation);
  return (texts.find((text) => typeof text === "string") as string | undefined) ?? null;
}

/**
 * The summary on the outcome page, stored with the answer of the submit so that the page can be opened again (decisions 89).
 * Amounts are those of the written contract, in euros.
 */
function buildSummary(
  { open, evaluation, relation, day }: Issue,
  made: SubmissionResult,
  document: number,
): SubmitSummary {
  const { product, place } = open;
  const { calculation } = made;
  const insured = nameInsured(evaluation.answers, relation);
  return {
    company: relation.company,
    ...(insured && { insured_company: insured }),
    effective_date: day,
    insured_amount: calculation.insuredAmount === null ? null : toEuros(calculation.insuredAmount),
    own_risk: calculation.ownRisk === null ? null : toEuros(calculation.ownRisk),
    additional_coverages: calculation.additional.map(({ value }) =>
      product.text(place.language, `wizard.additional_coverage.${value}.name`),
    ),
    total_amount: toEuros(calculation.total),
    months: calculation.months,
    ...(calculation.oneOff && { one_off_total: toEuros(calculation.oneOff.total) }),
    document,
    ...(made.changed && { changed: true as const }),
    ...(made.outcome === "referral" && { quotation: findReferredQuotation(place, made) }),
  };
}

/** False for a quotation that is sent again as it was. Boxes that are not known from before count as they are. */
async function isChanged(db: Db, { open, evaluation, order, day }: Issue, total: number): Promise<boolean> {
  const { quotation, office } = open.place;
  if (!quotation) return false;
  const before = await lastAgreed(db, office, quotation.number);
  const read = (answers: unknown, start_date: unknown, premium_total: unknown) =>
    JSON.parse(JSON.stringify({ answers, start_date, premium_total }));
  return (
    !isDeepStrictEqual(
      read(quotation.answers, quotation.start_date, quotation.premium_total),
      read(evaluation.answers, day, total),
    ) || DIGITAL.some((name) => before && (before[name] === true) !== (order.body[name] === true))
  );
}

export async function issue(context: WizardContext, db: Db, facts: Issue): Promise<SubmitAnswer> {
  const { open, evaluation, relation, order } = facts;
  const calculation = calculate({ ...evaluation.underwriting, day: facts.day });
  if (!calculation) throw noPremium(evaluation.underwriting);
  const findings = findFindings(facts);
  const accepted = findAccepted(order.action, evaluation.judgement.wrong, findings);
  const outcome = order.action === "quotation" ? "quotation" : accepted === "accepted" ? "policy" : "referral";
  const quotation = open.place.quotation;
  const number = outcome === "quotation" && quotation ? quotation.number : await nextNumber(db, outcome);
  const keptFiles = await keepFiles(context, db, facts, number);
  const files = nameForClient(keptFiles);
  const changed = outcome === "quotation" && (await isChanged(db, facts, calculation.total));
  const made: SubmissionResult = { outcome, number, calculation, files, changed };
  await writeContract(context, db, facts, made);
  const document = await sendDocument(context, db, facts, made);
  const explanation = findExplanation(open.product, evaluation);
  if (outcome === "referral") await keepReferral(context, db, facts, { made, findings, explanation, files: keptFiles });
  return {
    success: true,
    errors: [],
    type: order.action,
    number: String(number),
    accepted,
    explanation,
    ...wrongAnswers(evaluation.judgement),
    relation_number: relation.relation_number,
    files,
    summary: buildSummary(facts, made, document),
  };
}
