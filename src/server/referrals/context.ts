// Reads a referral with its quotation, its product release, and its answers evaluated as of the day of sending, so that the
// underwriter sees what the broker sent.
import type { HandoverCase } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import type { Db } from "../db/open.ts";
import type { EventType } from "../handover/events.ts";
import { notFound } from "../http/errors/portalError.ts";
import type { StoredQuotation } from "../portfolio/port.ts";
import type { LoadedProduct } from "../products/products.ts";
import type { WizardContext } from "../requests/context.ts";
import { evaluateSent } from "../requests/contract/sentAnswers.ts";
import type { Evaluation } from "../requests/evaluate.ts";
import type { Referral } from "./referralRows.ts";

interface SentRequest {
  quotation: StoredQuotation;
  product: LoadedProduct;
  evaluation: Evaluation;
  day: string;
}

export async function findReferral(db: Db, number: number, lock = false): Promise<Referral> {
  const query = db.selectFrom("referrals").selectAll().where("number", "=", number);
  const referral = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!referral) throw notFound();
  return referral;
}

type Step = Extract<EventType, `portal.question.${string}` | "portal.request.accepted" | "portal.request.declined">;

/** Emits a handover event for a step of a referral. It leaves out the texts of underwriter and broker, which stay in the portal. */
export async function recordStep(
  { handover, clock, portfolio }: WizardContext,
  db: Db,
  { number, intermediary_number: office, relation_number, quotation_number }: Referral,
  step: { type: Step; status: HandoverCase["status"]; policy?: number },
): Promise<void> {
  const quotation = await portfolio.findQuotation(db, office, quotation_number);
  const handoverCase: HandoverCase = {
    product: quotation?.product_key ?? null,
    product_code: null,
    release: quotation?.release ?? null,
    relation_number,
    quotation_number,
    policy_number: step.policy ?? null,
    referral_number: number,
    status: step.status,
  };
  await handover.recordEvent(db, step.type, { at: clock.now(), office, data: { case: handoverCase } });
}

export async function readSent(...of: Parameters<typeof findSent>): Promise<SentRequest> {
  const sent = await findSent(...of);
  if (!sent) throw notFound();
  return sent;
}

/** Undefined when the quotation, its product or its release is no longer available. */
export async function findSent(
  context: WizardContext,
  db: Db,
  referral: Referral,
  language: Language,
): Promise<SentRequest | undefined> {
  const { intermediary_number: office, quotation_number, sent_at } = referral;
  const quotation = await context.portfolio.findQuotation(db, office, quotation_number);
  const key = quotation?.product_key;
  if (!quotation || !key) return undefined;
  const sent = dayAtInstant(new Date(sent_at).getTime());
  const day = quotation.start_date ?? sent;
  const { release, answers } = quotation;
  const evaluated = await evaluateSent(
    context,
    { product_key: key, release, answers: answers ?? {}, sent, day },
    language,
  );
  return evaluated && { quotation, ...evaluated, day };
}
