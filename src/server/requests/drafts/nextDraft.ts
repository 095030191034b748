// The request that would begin at a place, before anything is stored. Its id is a hash of the place, the latest request there and
// the release, so that a GET need not write and all tabs that opened the place agree on the id. A draft stored at the first look
// would copy the files of a quotation for each visit, and keep its prices of that day.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { notFound } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../../products/products.ts";
import { type PlaceState, readPlace } from "../atPlace.ts";
import type { Place, WizardContext } from "../context.ts";

/** Numbers from here on are for temporary requests, which have no relation yet. */
const FIRST_TEMPORARY = 900_000_001;

export interface NextDraft {
  id: string;
  product: LoadedProduct;
  relation: RelationRecord | null;
}

/** A quotation keeps the tariff of its release. A new request gets the current tariff if it fits the release. */
export const findProduct = ({ products }: WizardContext, key: string, release: string, { quotation }: Place) =>
  quotation ? products.pinned(key, release) : products.priced(key, release);

/**
 * `shown`: the id that the browser has open, if it names one. It then keeps the release that it was shown. A restarted temporary
 * request keeps its number. Otherwise a request without a relation can only begin with an unused temporary number.
 */
export async function nextDraft(
  context: WizardContext,
  routePlace: Place,
  { open, last, relation: ofPlace, isUsed }: PlaceState,
  shown: string | null = null,
): Promise<NextDraft> {
  const { number, product: key, quotation } = routePlace;
  const relation = (!open?.temporary && ofPlace) || null;
  if (!relation && !open && (quotation || (number ?? 0) < FIRST_TEMPORARY || isUsed)) throw notFound();
  const { releases } = context.products.index();
  const shownRelease = Object.keys(releases).find(
    (release) => releases[release]?.key === key && buildDraftId(routePlace, last, release) === shown,
  );
  // A quotation is changed and converted under the rules of its own release, so that no newer rule blocks it (decisions 87).
  const release = quotation?.release ?? shownRelease;
  const product = release ? await findProduct(context, key, release, routePlace) : await context.products.current(key);
  if (!product) throw notFound();
  return { id: buildDraftId(routePlace, last, product.release), product, relation };
}

/** The place with an unused number of its own. */
export async function temporaryPlace(context: WizardContext, routePlace: Place): Promise<Place> {
  const { rows } = await sql<{ number: number }>`select nextval('temporary_numbers') as number`.execute(context.db);
  const numberedPlace = { ...routePlace, number: rows[0]!.number };
  return (await readPlace(context, numberedPlace)).isUsed ? temporaryPlace(context, routePlace) : numberedPlace;
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
