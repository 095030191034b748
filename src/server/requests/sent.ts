// A request that was sent already, mostly from another tab: which number it got, for the refusal of whoever comes after.
// A request that was only begun anew is no such thing; it refuses nothing.
import type { SentRequest, SubmitAnswer } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import { PortalError } from "../portalError.ts";
import type { Place } from "./context.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function alreadySent(sent: SentRequest): PortalError {
  return new PortalError(409, "already_sent", "Deze aanvraag is al verstuurd.", { extra: { sent } });
}

/** The refusal when the request that a tab has open (`draft`) was sent; nothing when it was not, or nobody knows it. */
export async function refuseSent(db: Db, place: Place, draft: string | null): Promise<void> {
  if (draft === null || !UUID.test(draft)) return;
  const sent = await submissionsAt(db, place).where("r.request_id", "=", draft).executeTakeFirst();
  if (sent) throw alreadySent(toSent(sent.answer as unknown as SubmitAnswer));
}

/** The last request that was sent from this place. */
export async function lastSent(db: Db, place: Place): Promise<SentRequest | undefined> {
  let query = submissionsAt(db, place);
  query = place.quotation
    ? query.where("r.quotation_number", "=", place.quotation.number)
    : query.where("r.quotation_number", "is", null);
  const found = await query.orderBy("s.sent_at", "desc").limit(1).executeTakeFirst();
  return found && toSent(found.answer as unknown as SubmitAnswer);
}

/** Of this office, relation and product only: another's request looks like none (decisions 52). */
function submissionsAt(db: Db, place: Place) {
  return db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select("s.answer")
    .where("r.intermediary_number", "=", place.office)
    .where("r.address_number", "=", place.number)
    .where("r.product", "=", place.product);
}

function toSent({ type, number, accepted, relation_number }: SubmitAnswer): SentRequest {
  return { type, number, accepted, ...(relation_number === undefined ? {} : { relation_number }) };
}
