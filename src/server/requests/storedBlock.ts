// What the request block of a quotation starts with when it is changed or converted: its first day while that is still
// allowed, and whether invoices are digital. Declarations are never taken over: they are given anew (decisions 88).
import { formatDate } from "#engine/formats.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject, StepForm } from "#engine/types.ts";
import type { Db } from "../db/open.ts";
import { fillText, serverTexts } from "../serverTexts.ts";
import type { OpenRequest } from "./context.ts";
import { BLOCK } from "./requestBlock.ts";

export async function storedBlock(db: Db, open: OpenRequest, today: string): Promise<StepForm | null> {
  const { quotation, office, language } = open.place;
  if (!quotation) return null;
  const agreed = await lastAgreed(db, office, quotation.number);
  const known = { effective_date: quotation.start_date ?? undefined, digital_invoice: agreed.digital_invoice };
  const errors = open.product.bundle.contracts[BLOCK]?.(known, { today, lists: {} }) ?? [];
  const refused = new Set(errors.map(({ pointer }) => pointer));
  const kept = Object.entries(known).filter(([name, value]) => value !== undefined && !refused.has(`/${name}`));
  const day = quotation.start_date;
  const past = day && refused.has("/effective_date");
  const note = past && fillText(serverTexts[language].notes.past_day, { day: formatDate(day, language) });
  return { data: Object.fromEntries(kept), meta: note ? { field_text: { effective_date: note } } : {} };
}

/** As it was sent last; nothing for a quotation that was not sent from here. */
async function lastAgreed(db: Db, office: number, quotation: number): Promise<JsonObject> {
  const sent = await db
    .selectFrom("submissions")
    .select("agreements")
    .where("intermediary_number", "=", office)
    .where("action", "=", "quotation")
    .where("number", "=", String(quotation))
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return isObject(sent?.agreements) ? sent.agreements : {};
}
