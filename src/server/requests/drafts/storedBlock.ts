// The initial values of the request block: as saved in this request, otherwise those of the quotation that is changed
// or converted. The first day is kept only while it is still allowed. Declarations are never copied, so the broker has
// to give them again (decisions 88).

import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, StepForm } from "#engine/schema/types.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { BLOCK } from "#underwriting/sending.ts";
import type { Db } from "../../db/open.ts";
import type { StepRow } from "../../db/tables/schema.ts";
import { fillText, serverTexts } from "../../texts/serverTexts.ts";
import type { OpenRequest, Place } from "../context.ts";

interface StoredBlockInput {
  db: Db;
  open: OpenRequest;
  steps: Map<string, StepRow>;
  today: string;
}

export async function storedBlock({ db, open, steps, today }: StoredBlockInput): Promise<StepForm | null> {
  const stored = steps.get(BLOCK)?.data ?? (await ofQuotation(db, open.place));
  if (!stored) return null;
  const errors = open.product.bundle.contracts[BLOCK]?.(stored, { today, lists: {} }) ?? [];
  const refused = new Set(errors.map(({ pointer }) => pointer));
  const validEntries = Object.entries(stored).filter(([name]) => !refused.has(`/${name}`));
  const { effective_date: day } = stored;
  if (day === undefined || !refused.has("/effective_date")) return { data: Object.fromEntries(validEntries), meta: {} };
  const { language } = open.place;
  const note = fillText(serverTexts[language].notes.past_day, { day: formatDate(String(day), language) });
  return { data: Object.fromEntries(validEntries), meta: { field_text: { effective_date: note } } };
}

async function ofQuotation(db: Db, { quotation, office }: Place): Promise<JsonObject | null> {
  if (!quotation) return null;
  const agreed = await lastAgreed(db, office, quotation.number);
  const kept = ["digital_invoice", "digital_correspondence"].filter((name) => agreed[name] !== undefined);
  const { start_date } = quotation;
  return {
    ...(start_date && { effective_date: start_date }),
    ...Object.fromEntries(kept.map((name) => [name, agreed[name]])),
  };
}

/** The agreements of the quotation's last submit. Empty for a quotation that was not made in the portal. */
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
