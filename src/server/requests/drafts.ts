// Drafts: one open request per relation and product, one per quotation (decisions 32). Finds, opens, starts anew; a draft
// keeps the release it was begun with. Deletes no answer: a request started anew stays behind as discarded.
import { sql } from "kysely";
import type { JsonObject } from "#engine/types.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow, StepRow } from "../db/schema.ts";
import { notFound } from "../portalError.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { OpenRequest, Place, WizardContext } from "./context.ts";
import { refuseClosedQuotation } from "./context.ts";
import type { LoadedProduct } from "./products.ts";

/** For prerequisites/exists, restart and copy: the open draft of this place, or a new one. */
export async function openDraft(
  context: WizardContext,
  place: Place,
  startAnew: boolean,
): Promise<{ open: OpenRequest; resumed: boolean }> {
  refuseClosedQuotation(place.quotation);
  const number = place.number ?? place.quotation?.relation_number ?? (await nextTemporaryNumber(context.db));
  const at = { ...place, number };
  const relation = await context.portfolio.findRelation(context.db, place.office, number);
  const found = await findOpen(context.db, at);
  // Only a number that we gave out may be temporary.
  if (place.number !== null && !relation && !found) throw notFound();
  // A copy fills a request that nobody saved anything in; what was saved is resumed instead.
  const anew = startAnew || (Boolean(place.copied) && found?.saved_at === null);
  if (found && anew) await discard(context.db, found);
  const draft = found && !anew ? found : await create(context, at, relation ?? null);
  return {
    open: await complete(context, at, draft),
    resumed: found !== undefined && !startAnew && found.saved_at !== null,
  };
}

/** For calls that store something: the open draft. A relation of the office gets one when there is none; a temporary number does not. */
export async function currentRequest(context: WizardContext, place: Place): Promise<OpenRequest> {
  const found = await findOpen(context.db, place);
  if (found) return complete(context, place, found);
  return complete(context, place, await create(context, place, await relationAt(context, place)));
}

/** For calls that only look: the open draft, else what a new one would hold. A tab that was left open after sending may go
 * on asking for a premium; that begins no request. */
export async function requestToRead(context: WizardContext, place: Place): Promise<OpenRequest> {
  const found = await findOpen(context.db, place);
  if (found) return complete(context, place, found);
  const { row, product } = await newRow(context, place, await relationAt(context, place));
  const draft: RequestRow = { ...row, created_at: context.clock.now() };
  const begun = rowsFromQuotation(draft.request_id, place, stepKeys(product)).map((step): [string, StepRow] => [
    step.step,
    { ...step, saved_at: context.clock.now() },
  ]);
  return { ...(await complete(context, place, draft)), begun: new Map(begun) };
}

async function relationAt(context: WizardContext, place: Place): Promise<RelationRecord> {
  const relation =
    place.number === null ? undefined : await context.portfolio.findRelation(context.db, place.office, place.number);
  if (!relation) throw notFound();
  refuseClosedQuotation(place.quotation);
  return relation;
}

async function discard(db: Db, draft: RequestRow): Promise<void> {
  await db
    .updateTable("requests")
    .set({ status: "discarded" })
    .where("request_id", "=", draft.request_id)
    .where("status", "=", "open")
    .execute();
}

/** Inside a transaction, `lock` holds the request until the end of it. */
export async function findOpen(db: Db, place: Place, lock = false): Promise<RequestRow | undefined> {
  let query = db
    .selectFrom("requests")
    .selectAll()
    .where("intermediary_number", "=", place.office)
    .where("address_number", "=", place.number)
    .where("product", "=", place.product)
    .where("status", "=", "open");
  query = place.quotation
    ? query.where("quotation_number", "=", place.quotation.number)
    : query.where("quotation_number", "is", null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function stepsOf(db: Db, draft: RequestRow): Promise<Map<string, StepRow>> {
  const rows = await db.selectFrom("request_steps").selectAll().where("request_id", "=", draft.request_id).execute();
  return new Map(rows.map((row) => [row.step, row]));
}

/** Stored, or what a request that is only looked at would begin with. */
export const stepsAt = async (db: Db, { draft, begun }: OpenRequest): Promise<Map<string, StepRow>> =>
  begun ?? stepsOf(db, draft);

/** For the submit: the open draft and nothing else. Undefined: it was sent already, or there never was one. */
export async function openRequest(context: WizardContext, place: Place): Promise<OpenRequest | undefined> {
  const found = await findOpen(context.db, place);
  return found && complete(context, place, found);
}

async function complete(context: WizardContext, place: Place, draft: RequestRow): Promise<OpenRequest> {
  const product = await context.products.pinned(draft.product, draft.release);
  if (!product) throw notFound();
  const number = draft.relation_number;
  const relation = async (db: Db) =>
    (number === null ? undefined : await context.portfolio.findRelation(db, place.office, number)) ?? null;
  return { place, draft, product, relation };
}

async function newRow(context: WizardContext, place: Place, relation: RelationRecord | null) {
  const product = await context.products.current(place.product);
  if (!product || place.number === null) throw notFound();
  const row = {
    request_id: crypto.randomUUID(),
    product: place.product,
    release: product.release,
    intermediary_number: place.office,
    address_number: place.number,
    relation_number: relation?.relation_number ?? null,
    temporary: relation === null,
    quotation_number: place.quotation?.number ?? null,
    status: "open" as const,
    created_by: place.user.login_name,
    saved_at: null,
    saved_step: null,
  };
  return { row, product };
}

async function create(context: WizardContext, place: Place, relation: RelationRecord | null): Promise<RequestRow> {
  const { row, product } = await newRow(context, place, relation);
  await context.db.transaction().execute(async (trx) => {
    // Two tabs at once: the second finds the first one's draft.
    const made = await trx
      .insertInto("requests")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("request_id")
      .executeTakeFirst();
    const steps = made ? rowsFromQuotation(made.request_id, place, stepKeys(product)) : [];
    const written = steps.map((step) => ({ ...step, data: JSON.stringify(step.data) }));
    if (written.length > 0) await trx.insertInto("request_steps").values(written).execute();
  });
  const draft = await findOpen(context.db, place);
  if (!draft) throw notFound();
  return draft;
}

const stepKeys = ({ bundle }: LoadedProduct): string[] => bundle.manifest.steps.map((step) => step.key);

function rowsFromQuotation(requestId: string, place: Place, steps: string[]) {
  const answers = (place.quotation ?? place.copied)?.answers;
  return steps
    .filter((step) => answers?.[step] !== undefined)
    .map((step) => ({
      request_id: requestId,
      step,
      data: answers?.[step] as JsonObject,
      finished: true,
      revision: 1,
    }));
}

async function nextTemporaryNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('temporary_numbers') as number`.execute(db);
  return rows[0]?.number ?? 0;
}
