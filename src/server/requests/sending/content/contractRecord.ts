// Writes the quotation or policy of a request to the portfolio, and emits the handover events for the provider's systems.
import type { HandoverCase } from "#api/wire/wireTypes.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import { findProductCode } from "#underwriting/tariff.ts";
import type { Db } from "../../../db/open.ts";
import type { QuotationStatus } from "../../../db/tables/portfolioTables.ts";
import type { Outcome } from "../../../documents/papers.ts";
import { describeContract, type EventType, listKeys, nameByStandard } from "../../../handover/events.ts";
import { type ContractRecord, DURATION_MONTHS } from "../../../portfolio/portfolioPort.ts";
import type { WizardContext } from "../../context.ts";
import { readFileKeys, readFileNames, withFileNames } from "../../drafts/namedFiles.ts";
import type { ContractInput, SubmissionResult } from "../outcome.ts";
import { nameInsured } from "./insured.ts";

const TYPES: Record<Outcome, EventType> = {
  quotation: "portal.quotation.made",
  policy: "portal.policy.issued",
  referral: "portal.request.referred",
};
const STATUS = { quotation: "O", policy: "P", referral: "B" } as const;

const MODIFIED: Record<Outcome, string> = {
  quotation: "Offerte per e-mail verstuurd",
  policy: "Polis opgemaakt",
  referral: "Offerte voorgelegd aan een acceptant",
};

export async function writeContract(
  context: WizardContext,
  db: Db,
  facts: ContractInput,
  made: SubmissionResult,
): Promise<void> {
  const { place, product } = facts.open;
  const record = buildRecord(context, facts, made);
  const fileNames = await readFileNames(db, place.office, product, record.answers);
  const answers = withFileNames(product, record.answers, fileNames);
  const { handover } = product.back;
  const keys = listKeys(handover, record.answers, await readFileKeys(db, place.office, product, record.answers));
  const written = { made, record, answers, keys, place, handover };
  await store(context, db, written);
  await recordIssue(context, db, written);
}

interface WrittenContract {
  made: SubmissionResult;
  record: ContractRecord;
  /** As other systems get them. */
  answers: RequestAnswers;
  keys: ReturnType<typeof listKeys>;
  place: ContractInput["open"]["place"];
  /** The product's handover settings. */
  handover: JsonObject | undefined;
}

async function store({ portfolio }: WizardContext, db: Db, { made, record, place }: WrittenContract): Promise<void> {
  const { quotation, office } = place;
  if (made.outcome === "policy") {
    await portfolio.writePolicy(db, { ...record, policy_number: made.number });
    if (quotation) await portfolio.markConverted(db, office, quotation.number, made.number);
    return;
  }
  const status: QuotationStatus = STATUS[made.outcome];
  await portfolio.writeQuotation(db, {
    ...record,
    number: quotation?.number ?? made.number,
    status,
    last_modified_description: made.changed ? "Offerte gewijzigd" : record.last_modified_description,
  });
}

async function recordIssue({ clock, handover }: WizardContext, db: Db, written: WrittenContract): Promise<void> {
  const { made, record, place } = written;
  const { office, quotation } = place;
  const policy = made.outcome === "policy";
  const handoverCase: HandoverCase = {
    product: record.product_key,
    product_code: record.product_code,
    release: record.release,
    relation_number: record.relation_number,
    quotation_number: quotation?.number ?? (policy ? null : made.number),
    policy_number: policy ? made.number : null,
    referral_number: made.outcome === "referral" ? made.number : (made.referral ?? null),
    status: STATUS[made.outcome],
  };
  const about = { at: clock.now(), office };
  const contract = describeContract(record, DURATION_MONTHS);
  const standard = nameByStandard(written.handover, { case: handoverCase, contract, answers: written.answers });
  // When an underwriter accepted the request, there is an event of its own for it.
  if (policy && quotation && !made.referral)
    await handover.recordEvent(db, "portal.quotation.converted", { ...about, data: { case: handoverCase } });
  const type = made.outcome === "quotation" && quotation ? "portal.quotation.changed" : TYPES[made.outcome];
  await handover.recordEvent(db, type, {
    ...about,
    data: { case: handoverCase, contract, ...standard, ...written.keys },
  });
}

function buildRecord(
  context: WizardContext,
  { open, evaluation, relation, day }: ContractInput,
  { number, outcome, calculation }: SubmissionResult,
): ContractRecord {
  const { product } = open;
  return {
    number,
    policy_number: null,
    relation_number: relation.relation_number,
    relation_name: relation.company,
    insured_name: nameInsured(evaluation.answers, relation),
    intermediary_number: open.place.office,
    product_key: product.key,
    product: context.products.entry(product.key)?.name.nl ?? product.key,
    product_code: findProductCode(
      evaluation.underwriting.tariff,
      product.back.professions,
      evaluation.underwriting.answers,
    ),
    start_date: day,
    insured_amount_per_claim: calculation.insuredAmount,
    insured_amount_per_year: calculation.insuredAmountPerYear,
    own_risk: calculation.ownRisk,
    premium: calculation.annual,
    period: calculation.months,
    premium_period: calculation.perTerm,
    insurance_tax: calculation.tax,
    premium_total: calculation.total,
    one_off_total: calculation.oneOff?.total ?? null,
    status: "O",
    last_modified_description: MODIFIED[outcome],
    answers: evaluation.answers,
    release: product.release,
  };
}
