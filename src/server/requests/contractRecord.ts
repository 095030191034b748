// Writes the quotation or policy that a request became into the portfolio.

import { findProductCode } from "#underwriting/tariff.ts";
import type { Db } from "../db/open.ts";
import type { Outcome } from "../documents/papers.ts";
import type { ContractRecord, QuotationStatus } from "../portfolioPort.ts";
import type { WizardContext } from "./context.ts";
import type { Agreed, Made } from "./outcome.ts";

const MODIFIED: Record<Outcome, string> = {
  quotation: "Offerte per e-mail verstuurd",
  policy: "Polis opgemaakt",
  referral: "Offerte voorgelegd aan een acceptant",
};

export async function writeContract(context: WizardContext, db: Db, facts: Agreed, made: Made): Promise<void> {
  const { portfolio } = context;
  const quotation = facts.open.place.quotation;
  const record = buildRecord(context, facts, made);
  if (made.outcome === "policy") {
    await portfolio.writePolicy(db, { ...record, policy_number: made.number });
    if (quotation) await portfolio.markConverted(db, facts.open.place.office, quotation.number, made.number);
    return;
  }
  const status: QuotationStatus = made.outcome === "referral" ? "B" : "O";
  const changed = made.outcome === "quotation" && quotation ? "Offerte gewijzigd" : record.last_modified_description;
  await portfolio.writeQuotation(db, {
    ...record,
    number: quotation?.number ?? made.number,
    status,
    last_modified_description: changed,
  });
}

function buildRecord(
  context: WizardContext,
  { open, evaluation, relation, day }: Agreed,
  { number, outcome, calculation }: Made,
): ContractRecord {
  const { product } = open;
  return {
    number,
    policy_number: null,
    relation_number: relation.relation_number,
    relation_name: relation.company,
    intermediary_number: open.place.office,
    product_key: product.key,
    product: context.products.entry(product.key)?.name.nl ?? product.key,
    product_code: findProductCode(evaluation.underwriting.tariff, product.back.professions, evaluation.answers),
    start_date: day,
    insured_amount_per_claim: calculation.insuredAmount,
    insured_amount_per_year: calculation.insuredAmountPerYear,
    own_risk: calculation.ownRisk,
    premium: calculation.annual,
    period: calculation.months,
    premium_period: calculation.perTerm,
    insurance_tax: calculation.tax,
    premium_total: calculation.total,
    status: "O",
    last_modified_description: MODIFIED[outcome],
    answers: evaluation.answers,
    release: product.release,
  };
}
