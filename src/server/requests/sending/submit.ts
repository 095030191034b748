// Sends a request in one transaction: evaluates everything again, draws the number, and writes the quotation or policy, its
// document, the mail and the answer.
import { createHash } from "node:crypto";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { FlowName, JsonObject, SendAction } from "#engine/schema/types.ts";
import type { PlacedSubject } from "#underwriting/backgroundCheck.ts";
import { isStale } from "#underwriting/requestCalls.ts";
import { askedAnswers } from "#underwriting/requestState.ts";
import { findUnsendable, OTHER_COMPANY, type RequestBlock, readRequestBlock } from "#underwriting/sending.ts";
import { writeAudit } from "../../db/audit.ts";
import type { Db } from "../../db/open.ts";
import type { StepRow } from "../../db/tables/schema.ts";
import { runTransaction } from "../../db/transaction.ts";
import { invalid, notFound, PortalError } from "../../http/errors/portalError.ts";
import { lockOpen, readPlace, readSteps } from "../atPlace.ts";
import { findBegunFor, type OpenRequest, type Place, refuseClosedQuotation, type WizardContext } from "../context.ts";
import { send } from "../drafts/drafts.ts";
import { uploadsNamed } from "../drafts/namedFiles.ts";
import { type Evaluation, evaluate } from "../evaluate.ts";
import { staleRevision } from "../save.ts";
import { findAnswer, findFirstAnswer, translateConflict } from "./idempotency.ts";
import { issue } from "./issue.ts";
import { wrongAnswers } from "./outcome.ts";
import { relationFor } from "./relationOfRequest.ts";
import { listSubjects, type ScreeningResults, screen } from "./screening.ts";
import { alreadySent, findSent } from "./sent.ts";
import { computeHash, type SubmitOrder } from "./submitOrder.ts";

interface SubmissionInput {
  open: OpenRequest;
  order: SubmitOrder;
  evaluation: Evaluation;
  block: RequestBlock;
}

function findFlows({ draft }: OpenRequest): FlowName[] {
  if (draft.quotation_number !== null) return ["editQuote", "quoteToPolicy"];
  return draft.temporary ? ["newTempRequest"] : ["newRequest"];
}

/**
 * Refuses a send action that the flow hides (spec: wizard 2). The address limits the possible flows: a quotation is
 * changed or converted. The browser may name one of them. A name that does not fit the address is ignored.
 */
function refuseHidden(open: OpenRequest, action: SendAction, named: string | null): void {
  const possible = findFlows(open);
  const flows = possible.filter((flow) => flow === named);
  const { flows: settings } = open.product.bundle.manifest;
  const shows = (flow: FlowName) => !settings[flow]?.hide?.includes(action);
  if ((flows.length > 0 ? flows : possible).some(shows)) return;
  throw new PortalError("not_in_flow");
}

export async function submit(context: WizardContext, routePlace: Place, order: SubmitOrder): Promise<SubmitAnswer> {
  const hash = computeHash(order);
  // The place is read first: if the same request is sent meanwhile, the queries after it find that submission.
  const placeState = await readPlace(context, routePlace);
  const answered = await findAnswer(context.db, routePlace, order, hash);
  if (answered) return answered;
  const other = await findSent(context.db, routePlace, order.draft ?? null);
  if (other) throw alreadySent(other);
  refuseClosedQuotation(routePlace.quotation);
  const open = await send(context, routePlace, placeState, order.draft ?? null);
  if (open) refuseHidden(open, order.action, order.flow ?? null);
  if (!open) return findFirstAnswer(context.db, routePlace, order, hash);
  let sent: SubmitAnswer | undefined;
  const answer = await screen(context, await findSubjects(context, open, order), (screened) =>
    runTransaction(context.db, async (trx) => {
      const draft = await lockOpen(trx, routePlace);
      const steps = await readSteps(trx, open.draft, open.product);
      // Another call has sent or replaced the draft. With the same key it was this same request.
      if (draft?.request_id !== open.draft.request_id) return findFirstAnswer(trx, routePlace, order, hash);
      await refuseConverted(context, trx, routePlace);
      sent = await sendNow(context, trx, { ...open, steps }, { ...order, hash, screened });
      return sent;
    }),
  ).catch((error) => {
    throw translateConflict(error);
  });
  if (sent) {
    context.handover.wake();
    context.counts.outcome(order.action, sent.accepted);
  }
  return answer;
}

/** The companies to check, as far as known before the request is locked. Throws when it cannot be sent, to save a useless check. */
async function findSubjects(context: WizardContext, open: OpenRequest, order: SubmitOrder): Promise<PlacedSubject[]> {
  if (order.action === "quotation") return [];
  const { evaluation } = await judge(context, context.db, open, order);
  return listSubjects(evaluation, { relation: await open.relation(context.db), product: open.product });
}

/** Reads the quotation again under a lock: another request may have converted it since the place was read. */
async function refuseConverted({ portfolio }: WizardContext, db: Db, { office, quotation }: Place): Promise<void> {
  if (quotation) refuseClosedQuotation((await portfolio.lockQuotation(db, office, quotation.number)) ?? null);
}

async function sendNow(
  context: WizardContext,
  db: Db,
  open: OpenRequest,
  { hash, screened, ...order }: SubmitOrder & { hash: string; screened: ScreeningResults },
): Promise<SubmitAnswer> {
  const sending = await judge(context, db, open, order);
  const { evaluation, block } = sending;
  const relation = open.draft.temporary ? await relationFor(context, db, open, open.steps) : await open.relation(db);
  if (!relation || !block.day) throw notFound();
  const answer = await issue(context, db, { open, order, evaluation, relation, day: block.day, screened });
  await keepSubmission(context, db, { ...sending, hash }, answer);
  await close(db, open, relation.relation_number);
  await auditSent(db, sending, answer);
  return answer;
}

/** @throws {PortalError} when the request may not be sent. */
async function judge(
  { clock }: WizardContext,
  db: Db,
  open: OpenRequest,
  order: SubmitOrder,
): Promise<SubmissionInput> {
  const { steps, product, place } = open;
  refuseUnseen(steps, order.revisions);
  const block = readRequestBlock(product, order.body, clock.today());
  const { language } = place;
  const day = block.day ? { day: block.day } : {};
  const evaluation = evaluate(product, steps, { today: clock.today(), language, ...day });
  if (evaluation.judgement.dropout) throw dropout(order, evaluation);
  const errors = findUnsendable({
    ...{ rules: product, action: order.action, steps, state: evaluation, block },
    uploads: await uploadsNamed(db, open, askedAnswers(evaluation)),
    relationKvk: (await findBegunFor(open, db))?.kvk_number,
  });
  if (errors.length > 0) throw invalid(errors, { progress: evaluation.progress });
  return { open, order, evaluation, block };
}

function dropout(order: SubmitOrder, { judgement, progress }: Evaluation): PortalError {
  const answer = { type: order.action, number: null, accepted: "declined", explanation: null };
  return new PortalError("dropout", { errors: [], extra: { ...answer, ...wrongAnswers(judgement), progress } });
}

/** Refuses to send answers that another tab changed and this screen does not show (decisions 38). */
function refuseUnseen(steps: Map<string, StepRow>, revisions: SubmitOrder["revisions"] = new Map()): void {
  for (const [step, revision] of revisions)
    if (isStale(steps.get(step), revision)) throw staleRevision(steps.get(step));
}

/** The agreements are stored with the hash of each document (decisions 22). */
function findAgreements(context: WizardContext, open: OpenRequest, { data, otherCompany }: RequestBlock): JsonObject {
  const documents = Object.entries(open.product.bundle.manifest.documents).map(([name, address]) => {
    const content = context.products.document(address);
    return [name, { address, sha256: content ? createHash("sha256").update(content).digest("hex") : null }];
  });
  return {
    ...data,
    ...(otherCompany ? { [OTHER_COMPANY]: true } : {}),
    documents: Object.fromEntries(documents),
    release: open.product.release,
    at: context.clock.now().toISOString(),
  };
}

async function keepSubmission(
  context: WizardContext,
  db: Db,
  { open, order, block, hash }: SubmissionInput & { hash: string },
  answer: SubmitAnswer,
): Promise<void> {
  const row = {
    request_id: open.draft.request_id,
    idempotency_key: order.key,
    intermediary_number: open.place.office,
    action: order.action,
    body_hash: hash,
    number: String(answer.number),
    answer: JSON.stringify(answer),
    agreements: JSON.stringify(findAgreements(context, open, block)),
    sent_by: open.place.user.login_name,
  };
  await db.insertInto("submissions").values(row).execute();
}

async function close(db: Db, { draft }: OpenRequest, relation: number): Promise<void> {
  await db
    .updateTable("requests")
    .set({ status: "submitted", relation_number: relation })
    .where("request_id", "=", draft.request_id)
    .execute();
}

async function auditSent(db: Db, { open, order }: SubmissionInput, answer: SubmitAnswer): Promise<void> {
  await writeAudit(db, {
    login: open.place.user.login_name,
    office: open.place.office,
    action: `submit ${order.action}`,
    object: String(answer.number),
    detail: { accepted: answer.accepted, release: open.product.release },
  });
}
