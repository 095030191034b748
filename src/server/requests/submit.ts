// Sends a request: one transaction that judges everything again, draws the number, writes the quotation or policy, its
// document, the mail and the answer. A repeat gets the first answer (decisions 39); the browser's view decides nothing.
import { createHash } from "node:crypto";
import type { JsonObject, SendAction } from "#engine/types.ts";
import type { SubmitAnswer, WireError } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow } from "../db/schema.ts";
import { invalid, notFound, PortalError } from "../portalError.ts";
import type { OpenRequest, Place, WizardContext } from "./context.ts";
import { refuseClosedQuotation } from "./context.ts";
import { findOpen, openRequest, stepsOf } from "./drafts.ts";
import { askedAnswers, type Evaluation, evaluate, type StepState } from "./evaluate.ts";
import { refuseHidden } from "./flow.ts";
import { issue } from "./issue.ts";
import { relationFor } from "./relationOfRequest.ts";
import { agreementsOf, type RequestBlock, readRequestBlock } from "./requestBlock.ts";
import { alreadySent, lastSent, refuseSent } from "./sent.ts";
import { unknownUploads } from "./uploads.ts";
import { toWireErrors } from "./wireErrors.ts";

export interface SubmitOrder {
  action: SendAction;
  body: unknown;
  key: string | null;
  /** The draft that the browser has open; null: it does not say. */
  draft?: string | null;
  /** The flow of the screen that sends; null: it does not say. */
  flow?: string | null;
}

export async function submit(context: WizardContext, place: Place, order: SubmitOrder): Promise<SubmitAnswer> {
  const hash = hashOf(order);
  const before = await answeredBefore(context.db, place, order, hash);
  if (before) return before;
  await refuseSent(context.db, place, order.draft ?? null);
  refuseClosedQuotation(place.quotation);
  const open = await openRequest(context, place);
  if (open) refuseHidden(open, order.action, order.flow ?? null);
  if (!open) return firstAnswer(context.db, place, order, hash, () => nothingOpen(context.db, place));
  return context.db
    .transaction()
    .execute(async (trx) => {
      const draft = await findOpen(trx, place, true);
      // Somebody else was faster: with the same key it is the same request.
      if (draft?.request_id !== open.draft.request_id)
        return firstAnswer(trx, place, order, hash, () => nothingOpen(trx, place));
      return sendNow(context, trx, open, order, hash);
    })
    .catch((error: { code?: string }) => {
      // The same key for two requests at once: the database lets one through.
      throw error.code === UNIQUE_VIOLATION ? keyOfAnother() : error;
    });
}

async function sendNow(
  context: WizardContext,
  db: Db,
  open: OpenRequest,
  order: SubmitOrder,
  hash: string,
): Promise<SubmitAnswer> {
  const { place } = open;
  const steps = await stepsOf(db, open.draft);
  const block = readRequestBlock(open, order.body, context.clock.today());
  const evaluation = evaluate(open.product, steps, {
    today: context.clock.today(),
    language: place.language,
    ...(block.day ? { day: block.day } : {}),
  });
  await refuseUnsendable(db, open, order, evaluation, block, steps);
  const relation = open.draft.temporary ? await relationFor(context, db, open, steps) : await open.relation(db);
  if (!relation || !block.day) throw notFound();
  const answer = await issue(context, db, { open, order, evaluation, relation, day: block.day });
  await db
    .insertInto("submissions")
    .values({
      request_id: open.draft.request_id,
      idempotency_key: order.key,
      intermediary_number: place.office,
      action: order.action,
      body_hash: hash,
      number: String(answer.number),
      answer: JSON.stringify(answer),
      agreements: JSON.stringify(agreementsOf(context, open, block)),
      sent_by: place.user.login_name,
    })
    .execute();
  await close(db, open.draft, relation.relation_number);
  const detail = JSON.stringify({ accepted: answer.accepted, release: open.product.release });
  await db
    .insertInto("audit")
    .values({
      login_name: place.user.login_name,
      intermediary_number: place.office,
      action: `submit ${order.action}`,
      object: String(answer.number),
      detail,
    })
    .execute();
  return answer;
}

/** It was sent while we looked: the repeat gets that answer, anybody else the refusal. */
async function firstAnswer(
  db: Db,
  place: Place,
  order: SubmitOrder,
  hash: string,
  refusal: () => Promise<PortalError>,
): Promise<SubmitAnswer> {
  const first = await answeredBefore(db, place, order, hash);
  if (first) return first;
  throw await refusal();
}

const UNIQUE_VIOLATION = "23505";
const keyOfAnother = () =>
  new PortalError(409, "idempotency_conflict", "Deze sleutel hoort bij een andere verzending.");

async function nothingOpen(db: Db, place: Place): Promise<PortalError> {
  const sent = await lastSent(db, place);
  return sent ? alreadySent(sent) : notFound();
}

async function close(db: Db, draft: RequestRow, relation: number): Promise<void> {
  await db
    .updateTable("requests")
    .set({ status: "submitted", relation_number: relation })
    .where("request_id", "=", draft.request_id)
    .execute();
}

/** Everything that forbids sending, all of it at once (decisions 13, 28, 29, 61, 63). */
async function refuseUnsendable(
  db: Db,
  open: OpenRequest,
  order: SubmitOrder,
  evaluation: Evaluation,
  block: RequestBlock,
  steps: Map<string, StepState>,
): Promise<void> {
  const { judgement, progress } = evaluation;
  if (judgement.dropout) {
    const outcome = { ...refusedAnswer(order, evaluation), progress };
    throw new PortalError(422, "dropout", "Met deze antwoorden kan de aanvraag niet worden verstuurd.", {
      errors: [],
      extra: outcome,
    });
  }
  const errors: WireError[] = [];
  for (const step of open.product.bundle.manifest.steps) {
    const missing = progress.data[step.key];
    if (!missing || missing.completed) continue;
    // The explanation holds back a policy, not a quotation.
    if (step.extra && order.action === "quotation") continue;
    const found = toWireErrors(evaluation.errors[step.key] ?? [], step.key);
    const unsaved: WireError = { step: step.key, pointer: "", keyword: "incomplete", params: {} };
    errors.push(...(found.length > 0 || steps.get(step.key)?.finished ? found : [unsaved]));
  }
  for (const [step, data] of Object.entries(askedAnswers(evaluation))) {
    const unknown = await unknownUploads(db, open.draft.request_id, data);
    errors.push(...unknown.map((error) => ({ step, ...error })));
  }
  errors.push(...block.errors);
  if (errors.length > 0) throw invalid(errors, { progress });
}

function refusedAnswer(order: SubmitOrder, { judgement }: Evaluation) {
  const { acceptance, final, others } = judgement;
  const notices = [...acceptance, ...final].flatMap((one) => one.notice ?? []);
  return {
    type: order.action,
    number: null,
    accepted: "declined",
    explanation: null,
    refusal_messages: [...notices, ...others],
    wrong_acceptance_questions: acceptance,
    wrong_final_questions: final,
  };
}

/** The stored answer of a repeat; a key used for something else is refused. */
async function answeredBefore(
  db: Db,
  place: Place,
  order: SubmitOrder,
  hash: string,
): Promise<SubmitAnswer | undefined> {
  let query = db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["s.answer", "s.body_hash", "r.product", "r.address_number"])
    .where("s.intermediary_number", "=", place.office);
  if (order.key !== null) query = query.where("s.idempotency_key", "=", order.key);
  else {
    // Without a key a repeat is known by its content, as long as no new request was begun at this place.
    if (await findOpen(db, place)) return undefined;
    query = query
      .where("s.body_hash", "=", hash)
      .where("r.address_number", "=", place.number)
      .where("r.product", "=", place.product);
  }
  const found = await query.orderBy("s.sent_at", "desc").limit(1).executeTakeFirst();
  if (!found) return undefined;
  if (found.body_hash === hash && found.product === place.product && found.address_number === place.number) {
    return found.answer as unknown as SubmitAnswer;
  }
  throw keyOfAnother();
}

function hashOf({ action, body }: SubmitOrder): string {
  return createHash("sha256")
    .update(action)
    .update("\0")
    .update(JSON.stringify(sorted(body)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as JsonObject).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
