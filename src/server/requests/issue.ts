// Makes of a judged request what was asked for: a quotation, a policy, or a referral to an underwriter with a reference
// number. Runs inside the submit's transaction; nothing here is seen outside before that is committed.
import { sql } from "kysely";
import type { AcceptedState, SubmitAnswer } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import { contractContent } from "../documents/contractContent.ts";
import { contractPdf } from "../documents/contractPdf.ts";
import { DOCUMENT_WORDS, filled, OUTCOME_WORDS, type Outcome } from "../documents/contractWords.ts";
import { PortalError } from "../portalError.ts";
import type { ContractRecord, QuotationStatus, RelationRecord } from "../portfolioPort.ts";
import { type Calculation, calculate } from "../underwriting/calculate.ts";
import { productCodeOf } from "../underwriting/productCode.ts";
import type { OpenRequest, WizardContext } from "./context.ts";
import { askedAnswers, type Evaluation } from "./evaluate.ts";
import type { SubmitOrder } from "./submit.ts";

export interface Issue {
  open: OpenRequest;
  order: SubmitOrder;
  evaluation: Evaluation;
  relation: RelationRecord;
  day: string;
}

const SEQUENCE = { quotation: "quotation_numbers", policy: "policy_numbers", referral: "reference_numbers" } as const;
const MODIFIED: Record<Outcome, string> = {
  quotation: "Offerte per e-mail verstuurd",
  policy: "Polis opgemaakt",
  referral: "Offerte voorgelegd aan een acceptant",
};

export async function issue(context: WizardContext, db: Db, facts: Issue): Promise<SubmitAnswer> {
  const { open, evaluation, relation, order } = facts;
  const calculation = calculate({ ...evaluation.underwriting, day: facts.day });
  if (!calculation) throw new PortalError(422, "no_premium", "Premie kan niet worden opgehaald.");
  const accepted = await acceptedOf(context, facts);
  const outcome = order.action === "quotation" ? "quotation" : accepted === "accepted" ? "policy" : "referral";
  const quotation = open.place.quotation;
  const number = outcome === "quotation" && quotation ? quotation.number : await nextNumber(db, outcome);
  await writeContract(context, db, facts, { outcome, number, calculation });
  await keepFiles(context, db, facts);
  await sendDocument(context, db, facts, { outcome, number, calculation });
  const { acceptance, final, others } = evaluation.judgement;
  const explanations = open.product.bundle.manifest.steps.filter((step) => step.kind === "explanation");
  const asked = askedAnswers(evaluation);
  const explanation = explanations.map((step) => asked[step.key]?.explanation).find((text) => typeof text === "string");
  return {
    success: true,
    errors: [],
    type: order.action,
    number: String(number),
    accepted,
    explanation: (explanation as string | undefined) ?? null,
    refusal_messages: [...[...acceptance, ...final].flatMap((one) => one.notice ?? []), ...others],
    wrong_acceptance_questions: acceptance,
    wrong_final_questions: final,
    relation_number: relation.relation_number,
  };
}

/**
 * A wrong answer or a hit of the background check makes a policy request a referral; a quotation is given (decisions 28,
 * 42). A check that could not be made has found nothing: the request is pending at the underwriter (decisions 40, 62).
 */
async function acceptedOf(context: WizardContext, { order, evaluation, relation }: Issue): Promise<AcceptedState> {
  if (order.action === "quotation") return "accepted";
  if (evaluation.judgement.wrong) return "referred";
  const values = Object.assign({}, ...Object.values(evaluation.answers)) as { kvk?: string; company?: string };
  const subjects = [
    { kvk: values.kvk ?? null, name: values.company ?? null },
    { kvk: relation.kvk_number, name: relation.company },
  ];
  const results = await Promise.all(
    subjects.map((subject) => context.backgroundCheck.check(subject).catch(() => "unknown" as const)),
  );
  if (results.includes("hit")) return "referred";
  return results.includes("unknown") ? "pending" : "accepted";
}

async function nextNumber(db: Db, outcome: Outcome): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval(${SEQUENCE[outcome]}::regclass) as number`.execute(db);
  const number = rows[0]?.number;
  if (!number) throw new Error("no number");
  return number;
}

interface Made {
  outcome: Outcome;
  number: number;
  calculation: Calculation;
}

async function writeContract(context: WizardContext, db: Db, facts: Issue, made: Made): Promise<void> {
  const { portfolio } = context;
  const quotation = facts.open.place.quotation;
  const record = recordOf(context, facts, made);
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

function recordOf(
  context: WizardContext,
  { open, evaluation, relation, day }: Issue,
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
    product_code: productCodeOf(evaluation.underwriting.tariff, product.back.professions, evaluation.answers),
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

/** Files of the explanation become documents of the relation, where the underwriter and the broker find them. */
async function keepFiles(context: WizardContext, db: Db, { open, evaluation, relation }: Issue): Promise<void> {
  const ids = new Set(
    Object.values(askedAnswers(evaluation)).flatMap((data) => (Array.isArray(data.file) ? data.file.map(String) : [])),
  );
  if (ids.size === 0) return;
  const files = await db
    .selectFrom("uploads")
    .selectAll()
    .where("request_id", "=", open.draft.request_id)
    .where("upload_id", "in", [...ids])
    .execute();
  for (const file of files) {
    await context.portfolio.storeDocument(db, {
      relation_number: relation.relation_number,
      intermediary_number: open.place.office,
      description: "Toelichting op de acceptatievragen",
      name: file.name,
      type: file.name.split(".").at(-1)?.toLowerCase() ?? "",
      mediaType: file.type,
      content: file.content,
    });
  }
}

async function sendDocument(context: WizardContext, db: Db, facts: Issue, made: Made): Promise<void> {
  const { open, relation, evaluation, day } = facts;
  const { language, user, office } = open.place;
  const words = OUTCOME_WORDS[language][made.outcome];
  const number = String(made.number);
  const productName = context.products.entry(open.product.key)?.name[language] ?? open.product.key;
  const content = contractContent({
    ...made,
    number,
    provider: context.provider,
    language,
    product: open.product,
    productName,
    relation,
    day,
    evaluation,
  });
  const pdf = await contractPdf(content);
  const name = `${words.title.toLowerCase()}-${number}.pdf`;
  const description = { quotation: "Offerte", policy: "Polisblad", referral: "Aanvraagformulier" }[made.outcome];
  await context.portfolio.storeDocument(db, {
    relation_number: relation.relation_number,
    intermediary_number: office,
    description,
    name,
    type: "pdf",
    mediaType: "application/pdf",
    content: pdf,
  });
  const values = { number, company: relation.company, name: user.full_name };
  const document = DOCUMENT_WORDS[language];
  const text = [
    filled(document.greeting, values),
    filled(words.text, values),
    `${document.closing}\n${context.provider}`,
  ].join("\n\n");
  const attachments = [{ name, type: "application/pdf", content: pdf }];
  await context.outbox.put(db, { recipient: user.email, subject: filled(words.subject, values), text, attachments });
}
