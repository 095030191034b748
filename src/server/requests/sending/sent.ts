// Finds requests that were sent already, mostly from another tab, so that a later call is refused with their number. A draft that
// was discarded for a new one was not sent and blocks nothing.
import type { ExistsAnswer, OutcomeAnswer, SentRequest, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { Db } from "../../db/open.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import { findOpen } from "../atPlace.ts";
import type { Place } from "../context.ts";

type SentState = NonNullable<ExistsAnswer["data"]["sent"]>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function alreadySent(sent: SentRequest): PortalError {
  return new PortalError("already_sent", { extra: { sent } });
}

/** Throws when the request that a tab has open (`draft`) was sent. Does nothing when it was not, or is unknown here. */
export async function refuseSent(db: Db, routePlace: Place, draft: string | null): Promise<void> {
  const sent = await findSent(db, routePlace, draft);
  if (sent) throw alreadySent(sent);
}

/** The outcome of the request that a tab has open, or undefined when it was not sent. */
export async function findSent(db: Db, routePlace: Place, draft: string | null): Promise<SentState | undefined> {
  if (draft === null || !UUID.test(draft)) return undefined;
  const sent = await submissionsAt(db, routePlace).where("r.request_id", "=", draft).executeTakeFirst();
  return sent && toSent(sent);
}

/** The last request that was sent from this place. */
export async function lastSent(db: Db, routePlace: Place): Promise<SentState | undefined> {
  const quotation = routePlace.quotation?.number ?? null;
  const submission = await submissionsAt(db, routePlace)
    .where("r.quotation_number", "is not distinct from", quotation)
    .executeTakeFirst();
  return submission && toSent(submission);
}

/** As `lastSent`, but only while no new draft is open: until then opening the address shows the outcome (decisions 89). */
export async function sentBefore(db: Db, routePlace: Place): Promise<SentState | undefined> {
  if (routePlace.number === null || (await findOpen(db, routePlace))) return undefined;
  return lastSent(db, routePlace);
}

/** A sent request of this office, with the stored answer of its submit. */
export async function sentRequest(db: Db, office: number, draft: string): Promise<OutcomeAnswer["data"] | undefined> {
  if (!UUID.test(draft)) return undefined;
  const submission = await db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["s.answer", "s.sent_at", "r.product"])
    .where("r.request_id", "=", draft)
    .where("r.intermediary_number", "=", office)
    .executeTakeFirst();
  if (!submission) return undefined;
  const { product, sent_at } = submission;
  const answer = submission.answer as unknown as SubmitAnswer;
  return { draft_id: draft, product, sent_at: sent_at.toISOString(), answer };
}

/** Limited to this office, relation and product: a request of others looks as if it did not exist (decisions 52). */
const submissionsAt = (db: Db, { office, number, product }: Place) =>
  db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["s.answer", "s.request_id"])
    .where("r.intermediary_number", "=", office)
    .where("r.address_number", "=", number)
    .where("r.product", "=", product)
    .orderBy("s.sent_at", "desc")
    .limit(1);

function toSent({ answer, request_id }: { answer: unknown; request_id: string }): SentState {
  const { type, number, accepted, relation_number } = answer as SubmitAnswer;
  return {
    type,
    number,
    accepted,
    draft_id: request_id,
    ...(relation_number === undefined ? {} : { relation_number }),
  };
}
