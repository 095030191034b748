// Carries out an underwriter's decision on a referral: ask the broker, decline, or accept, which issues the policy as a
// submit does. One transaction with a row lock on the referral. When two underwriters decide at once, the second is
// refused.
import type { ReferralDecision } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { type Finding, summarize } from "#underwriting/backgroundCheck.ts";
import { calculate } from "#underwriting/calculate.ts";
import type { SessionUser } from "../auth/user.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import { paperWords } from "../documents/papers.ts";
import { invalid, notFound, PortalError } from "../http/errors/portalError.ts";
import { writeContractLink } from "../mail/contractLink.ts";
import { statusLabel } from "../portfolio/lists/words.ts";
import type { WizardContext } from "../requests/context.ts";
import { sendDocument } from "../requests/sending/content/contractDocuments.ts";
import { writeContract } from "../requests/sending/content/contractRecord.ts";
import { type ContractInput, nextNumber } from "../requests/sending/outcome.ts";
import { nameForClient } from "../requests/sending/referral.ts";
import { findResults, listSubjects, readScreened, screen } from "../requests/sending/screening.ts";
import { fillText } from "../texts/serverTexts.ts";
import { findReferral, readSent, recordStep } from "./context.ts";
import { addToHistory, type HistoryEntry, isRepeat, readHistory } from "./history.ts";
import { isDecided, type Referral } from "./referralRows.ts";

const KINDS = { accept: "accepted", decline: "declined", ask: "asked" } as const;

interface DecisionInput {
  number: number;
  user: SessionUser;
  call: string;
  /** The underwriter's language. */
  language: Language;
}

export async function decide(context: WizardContext, who: DecisionInput, order: ReferralDecision): Promise<void> {
  const text = order.text?.trim() || null;
  if (order.decision !== "accept" && !text) throw invalid([{ pointer: "/text", keyword: "required", params: {} }]);
  const kind = KINDS[order.decision];
  if (order.decision === "accept") await screenAgain(context, who.number, who.language);
  await runTransaction(context.db, async (db) => {
    const referral = await findReferral(db, who.number, true);
    const history = await readHistory(db, who.number);
    if (isRepeat(history, { kind, text, login_name: who.user.login_name })) return;
    if (isDecided(referral) || order.revision !== history.length) throw tooLate(referral, history, who.language);
    const now = context.clock.now();
    await addToHistory(db, referral, { at: now, kind, user: who.user, text });
    const decided = { waits_since: null, decided_by: kind === "asked" ? null : who.user.full_name };
    const outcome = await carryOut(context, db, referral, { ...who, kind, text });
    await db
      .updateTable("referrals")
      .set({ ...decided, ...outcome })
      .where("number", "=", who.number)
      .execute();
    await writeAudit(db, {
      login: who.user.login_name,
      office: who.user.intermediary_number,
      action: `referral ${kind}`,
      object: String(who.number),
      detail: { call: who.call, policy_number: outcome.policy_number },
    });
  });
  context.handover.wake();
}

type Outcome = { status: Referral["status"]; policy_number?: number };
type Decided = DecisionInput & { kind: HistoryEntry["kind"]; text: string | null };

/** Changes the quotation's status or issues the policy, and queues the mail to the broker. */
async function carryOut(context: WizardContext, db: Db, referral: Referral, decided: Decided): Promise<Outcome> {
  const { intermediary_number, quotation_number } = referral;
  if (decided.kind === "accepted") return { status: "P", policy_number: await accept(context, db, referral, decided) };
  const isQuestion = decided.kind === "asked";
  const last = isQuestion ? "Vraag van de acceptant" : "Afgewezen door de acceptant";
  const status = isQuestion ? "W" : "A";
  const quotation = { number: quotation_number, intermediary_number };
  await context.portfolio.setQuotationStatus(db, quotation, { status, last_modified_description: last });
  await mailBroker(context, db, referral, decided);
  await recordStep(context, db, referral, {
    type: isQuestion ? "portal.question.asked" : "portal.request.declined",
    status,
  });
  return { status: isQuestion ? "V" : "A" };
}

/** Issues the policy at the price that the broker saw. */
async function accept(context: WizardContext, db: Db, referral: Referral, { call, text }: Decided): Promise<number> {
  const { intermediary_number: office, language } = referral;
  const { product, evaluation, quotation, day } = await readSent(context, db, referral, language);
  const relation = await context.portfolio.findRelation(db, office, referral.relation_number);
  const calculation = referral.calculation ?? calculate({ ...evaluation.underwriting, day });
  if (!relation || !calculation) throw notFound();
  const user = await findSender(db, referral);
  const agreed: ContractInput = {
    open: { place: { call, office, language, quotation, user }, product },
    evaluation,
    relation,
    day,
  };
  const number = await nextNumber(db, "policy");
  const sent = (await readHistory(db, referral.number)).flatMap(({ files }) => nameForClient(files));
  const remark = text ?? undefined;
  const made = { outcome: "policy", number, calculation, files: sent, referral: referral.number, remark } as const;
  await recordStep(context, db, referral, { type: "portal.request.accepted", status: "P", policy: number });
  await writeContract(context, db, agreed, made);
  await sendDocument(context, db, agreed, made);
  return number;
}

/**
 * The sender, or an active colleague when the sender's account is not active, or undefined when the office has neither.
 */
const findSender = (db: Db, { sent_by, intermediary_number }: Referral) =>
  db
    .selectFrom("users")
    .select(["email", "full_name"])
    .where("intermediary_number", "=", intermediary_number)
    .where((account) => account.or([account("active", "=", true), account("login_name", "=", sent_by)]))
    .orderBy("active", "desc")
    .orderBy(({ eb }) => eb("login_name", "=", sent_by), "desc")
    .orderBy("login_name")
    .executeTakeFirst();

async function mailBroker(context: WizardContext, db: Db, referral: Referral, { kind, call, text }: Decided) {
  const { mail, referral_mails } = paperWords[referral.language];
  const words = referral_mails[kind === "asked" ? "asked" : "declined"];
  const reader = await findSender(db, referral);
  if (!reader) return;
  const { number, quotation_number: quotation } = referral;
  const company = referral.insured_name ?? referral.relation_name;
  const values = { number, quotation, company, name: reader.full_name };
  const lines = [
    fillText(mail.greeting, values),
    fillText(words.text, values),
    text ?? "",
    writeContractLink(context.baseUrl, referral.language, { kind: "quotation", number: quotation }),
    `${mail.closing}\n${context.provider}`,
  ];
  const subject = fillText(words.subject, values);
  await context.outbox.put(db, { call, recipient: reader.email, subject, text: lines.join("\n\n"), attachments: [] });
}

/** The conflict names the user of the latest entry and the current status. */
function tooLate({ status }: Referral, history: HistoryEntry[], language: Language): PortalError {
  const name = history.at(-1)?.full_name ?? "";
  return new PortalError("conflict.referral", {
    values: { name, status: statusLabel(language, "referral", status) },
    extra: { revision: history.length, by: name },
  });
}

// Repeats the background check of a referral before it is accepted, for the subjects without a result: the service failed, or the
// referral is from before every request was checked. A hit that the underwriter has not seen stops the acceptance.

/** Stores the results. @throws {PortalError} for a new hit, which the page shows when it is read again. */
async function screenAgain(context: WizardContext, number: number, language: Language): Promise<void> {
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
