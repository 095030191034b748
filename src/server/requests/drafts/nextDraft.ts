// The request that would begin at a place, before anything is stored. Its id is a hash of the place, the latest request there and
// the release, so that a GET need not write and all tabs that opened the place agree on the id.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../db/open.ts";
import { notFound } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../../products/products.ts";
import type { AtPlace } from "../atPlace.ts";
import type { Place, WizardContext } from "../context.ts";

/** Numbers from here on are for temporary requests, which have no relation yet. */
const FIRST_TEMPORARY = 900_000_001;

export interface NextDraft {
  id: string;
  product: LoadedProduct;
  relation: RelationRecord | null;
}

/** `draft`: the id that the browser has open, if it names one. It then keeps the release that it was shown. */
export async function nextDraft(
  context: WizardContext,
  routePlace: Place,
  { last, relation }: AtPlace,
  draft: string | null = null,
): Promise<NextDraft> {
  if (!relation) await refuseNoTemporary(context, routePlace);
  return nextAfter(context, routePlace, { last, relation: relation ?? null }, draft);
}

/** A quotation keeps the tariff of its release. A new request gets the current tariff if it fits the release. */
export const findProduct = ({ products }: WizardContext, key: string, release: string, { quotation }: Place) =>
  quotation ? products.pinned(key, release) : products.priced(key, release);

/** Skips the check of `nextDraft`: restarting a temporary request has no relation and reuses a number that is taken. */
export async function nextAfter(
  context: WizardContext,
  routePlace: Place,
  { last, relation }: Pick<AtPlace, "last"> & Pick<NextDraft, "relation">,
  draft: string | null = null,
): Promise<NextDraft> {
  const { releases } = context.products.index();
  const shown = Object.keys(releases).find(
    (release) => releases[release]?.key === routePlace.product && buildDraftId(routePlace, last, release) === draft,
  );
  // A quotation is changed and converted under the rules of its own release, so that no newer rule blocks it (decisions 87).
  const release = routePlace.quotation?.release ?? shown;
  const product = release
    ? await findProduct(context, routePlace.product, release, routePlace)
    : await context.products.current(routePlace.product);
  if (!product) throw notFound();
  return { id: buildDraftId(routePlace, last, product.release), product, relation };
}

/** Without a relation a request can only begin with an unused temporary number. */
async function refuseNoTemporary({ db }: WizardContext, { number, quotation, office }: Place): Promise<void> {
  if (number === null || quotation || number < FIRST_TEMPORARY || (await isUsed(db, office, number))) throw notFound();
}

/** Checks the own office only, so that a number used by another office cannot be distinguished from an unused one. */
async function isUsed(db: Db, office: number, number: number): Promise<boolean> {
  const request = await db
    .selectFrom("requests")
    .select("request_id")
    .where("intermediary_number", "=", office)
    .where("address_number", "=", number)
    .limit(1)
    .executeTakeFirst();
  return request !== undefined;
}

export async function nextTemporaryNumber(db: Db, office: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ number: number }>`select nextval('temporary_numbers') as number`.execute(db);
    const number = rows[0]?.number ?? 0;
    if (!(await isUsed(db, office, number))) return number;
  }
}

const buildDraftId = ({ office, number, product, quotation }: Place, last: string, release: string) =>
  buildUuid(JSON.stringify([office, number, product, quotation?.number ?? 0, last, release]));

/** Deterministic: the same text always gives the same UUID (RFC 9562, version 8). */
export function buildUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join("-");
}
