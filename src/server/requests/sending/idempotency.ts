// A request is sent once: a retry, recognised by its idempotency key or else by its content, gets the first answer
// (decisions 39). A key belongs to one draft and its content, and is refused for anything else.
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { Db } from "../../db/open.ts";
import { notFound, PortalError } from "../../http/errors/portalError.ts";
import { findOpen } from "../atPlace.ts";
import type { Place } from "../context.ts";
import { alreadySent, lastSent } from "./sent.ts";
import type { SubmitOrder } from "./submitOrder.ts";

/** The stored answer if this is a retry. Throws when the key was used for another request. */
export async function findAnswer(
  db: Db,
  routePlace: Place,
  order: SubmitOrder,
  hash: string,
): Promise<SubmitAnswer | undefined> {
  // Without a key a retry is recognised by its content, but only until a new request is begun at this place.
  if (order.key === null && (await findOpen(db, routePlace))) return undefined;
  const submission = await (order.key === null
    ? selectByContent(db, routePlace, hash)
    : selectSubmissions(db, routePlace.office).where("s.idempotency_key", "=", order.key)
  ).executeTakeFirst();
  if (!submission) return undefined;
  const samePlace = submission.product === routePlace.product && submission.address_number === routePlace.number;
  if (submission.body_hash === hash && samePlace && !(await isAnother(db, routePlace, order, submission.request_id))) {
    return submission.answer as unknown as SubmitAnswer;
  }
  if (order.key === null) return undefined;
  throw createKeyConflict();
}

const selectSubmissions = (db: Db, office: number) =>
  db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["s.answer", "s.body_hash", "s.request_id", "r.product", "r.address_number"])
    .where("s.intermediary_number", "=", office)
    .orderBy("s.sent_at", "desc")
    .limit(1);

/** Also compares the quotation, as two quotations may have equal answers. */
const selectByContent = (db: Db, { office, number, product, quotation }: Place, hash: string) =>
  selectSubmissions(db, office)
    .where("s.body_hash", "=", hash)
    .where("r.address_number", "=", number)
    .where("r.product", "=", product)
    .where("r.quotation_number", "is not distinct from", quotation?.number ?? null);

/**
 * Whether this call is for a different request than the one that was sent with this key. A browser that names no draft
 * is taken to mean the open draft if something was saved in it. Otherwise the call is a retry.
 */
async function isAnother(db: Db, routePlace: Place, { draft, key }: SubmitOrder, sent: string): Promise<boolean> {
  if (draft) return draft !== sent;
  return key !== null && (await findOpen(db, routePlace))?.saved_at instanceof Date;
}

/** For when no draft is open, perhaps because another call has just sent it: a retry gets the first answer, others an error. */
export async function findFirstAnswer(
  db: Db,
  routePlace: Place,
  order: SubmitOrder,
  hash: string,
): Promise<SubmitAnswer> {
  const first = await findAnswer(db, routePlace, order, hash);
  if (first) return first;
  const sent = await lastSent(db, routePlace);
  throw sent ? alreadySent(sent) : notFound();
}

const createKeyConflict = () => new PortalError("idempotency_conflict");

/** Translates the unique violation of two concurrent submits with the same key. Passes on other errors. */
export const translateConflict = (error: { constraint?: string }) =>
  error.constraint === "submissions_intermediary_number_idempotency_key_key" ? createKeyConflict() : error;
