// A request that was sent already, mostly from another tab: which number it got, for the refusal of whoever comes after.
// A request that was only begun anew is no such thing; it refuses nothing.
import type { ExistsAnswer, OutcomeAnswer, SentRequest, SubmitAnswer } from "#api/wireTypes.ts";
import type { Db } from "../db/open.ts";
import { PortalError } from "../portalError.ts";
import type { Place } from "./context.ts";
import { findOpen } from "./drafts.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function alreadySent(sent: SentRequest): PortalError {
  return new PortalError("already_sent", { extra: { sent } });
}

/** The refusal when the request that a tab has open (`draft`) was sent; nothing when it was not, or nobody knows it. */
export async function refuseSent(db: Db, place: Place, draft: string | null): Promise<void> {
  if (draft === null || !UUID.test(draft)) return;
  const sent = await submissionsAt(db, place).where("r.request_id", "=", draft).executeTakeFirst();
  if (sent) throw alreadySent(toSent(sent));
}

/** The last request that was sent from this place. */
export async function lastSent(db: Db, place: Place): Promise<ExistsAnswer["data"]["sent"]> {
  let query = submissionsAt(db, place);
  query = place.quotation
    ? query.where("r.quotation_number", "=", place.quotation.number)
    : query.where("r.quotation_number", "is", null);
  const found = await query.orderBy("s.sent_at", "desc").limit(1).executeTakeFirst();
  return found && toSent(found);
}

/** The same, until something is saved or begun anew: opening the address again shows its outcome (decisions 89). */
export async function sentBefore(db: Db, place: Place): Promise<ExistsAnswer["data"]["sent"]> {
  const number = place.number ?? place.quotation?.relation_number ?? null;
  if (number === null) return undefined;
  const at = { ...place, number };
  return (await findOpen(db, at)) ? undefined : lastSent(db, at);
}

/** A sent request of this office; undefined: there is none. */
export async function sentRequest(db: Db, office: number, draft: string): Promise<OutcomeAnswer["data"] | undefined> {
  if (!UUID.test(draft)) return undefined;
  const found = await db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["s.answer", "s.sent_at", "r.product"])
    .where("r.request_id", "=", draft)
    .where("r.intermediary_number", "=", office)
    .executeTakeFirst();
  if (!found) return undefined;
  const { product, sent_at } = found;
  const answer = found.answer as unknown as SubmitAnswer;
  return { draft_id: draft, product, sent_at: sent_at.toISOString(), answer };
}

/** Of this office, relation and product only: another's request looks like none (decisions 52). */
function submissionsAt(db: Db, place: Place) {
  return db
    .selectFrom("submissions as s")
    .innerJoin("requests as r", "r.request_id", "s.request_id")
    .select(["s.answer", "s.request_id"])
    .where("r.intermediary_number", "=", place.office)
    .where("r.address_number", "=", place.number)
    .where("r.product", "=", place.product);
}

function toSent({ answer, request_id }: { answer: unknown; request_id: string }) {
  const { type, number, accepted, relation_number } = answer as SubmitAnswer;
  return {
    type,
    number,
    accepted,
    draft_id: request_id,
    ...(relation_number === undefined ? {} : { relation_number }),
  };
}
