// Drafts: one open request per relation and product, one per quotation (decisions 32). Finds, begins, starts anew; a draft
// keeps the release it was begun with. Opening only looks: a draft begins with the first call that stores something.
// Deletes no answer: a request started anew stays behind as discarded.
import { sql } from "kysely";
import type { JsonObject } from "#engine/types.ts";
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";
import type { RequestRow, StepRow } from "../db/schema.ts";
import { notFound } from "../portalError.ts";
import type { RelationRecord } from "../portfolioPort.ts";
import type { LoadedProduct } from "../products/products.ts";
import type { OpenRequest, Place, WizardContext } from "./context.ts";
import { refuseClosedQuotation } from "./context.ts";
import { evaluate } from "./evaluate.ts";
import { findProduct, type NextDraft, nextAfter, nextDraft, nextTemporaryNumber } from "./nextDraft.ts";

interface Opening {
  open: OpenRequest;
  resumed: boolean;
}

/** For prerequisites/exists: the open draft of this place, or what a new one would hold. */
export async function lookAt(context: WizardContext, place: Place): Promise<Opening> {
  refuseClosedQuotation(place.quotation);
  const number = place.number ?? place.quotation?.relation_number;
  const at = { ...place, number: number ?? (await nextTemporaryNumber(context.db, place.office)) };
  const open = await requestToRead(context, at);
  return { open, resumed: open.draft.saved_at !== null };
}

/** For restart and copy: `anew` lays the open draft aside, whatever was saved in it. */
export async function beginAnew(
  context: WizardContext,
  place: Place,
  anew: boolean,
  shown: string | null = null,
): Promise<Opening> {
  refuseClosedQuotation(place.quotation);
  const found = await findOpen(context.db, place);
  // Another draft than the one that the browser saw: it was begun anew already.
  if (found && anew && shown !== null && found.request_id !== shown)
    return { open: await complete(context, place, found), resumed: found.saved_at !== null };
  // A copy fills a request that nobody saved anything in; what was saved is resumed instead.
  if (found && !anew && found.saved_at !== null) return { open: await complete(context, place, found), resumed: true };
  if (!found) return { open: await begin(context, place, await nextDraft(context, place)), resumed: false };
  const relation = await (await complete(context, place, found)).relation(context.db);
  await discard(context.db, found);
  const next = await nextAfter(context, place, found.temporary ? null : relation);
  return { open: await begin(context, place, next), resumed: false };
}

/** For calls that store something: the open draft, or a new one. */
export async function currentRequest(
  context: WizardContext,
  place: Place,
  shown: string | null = null,
): Promise<OpenRequest> {
  const found = await findOpen(context.db, place);
  if (found) return complete(context, place, found);
  refuseClosedQuotation(place.quotation);
  return orBegun(context, place, async () => begin(context, place, await nextDraft(context, place, shown)));
}

/** Another call may begin the request between two looks: then its number is used, and the request is there. */
async function orBegun(context: WizardContext, place: Place, work: () => Promise<OpenRequest>): Promise<OpenRequest> {
  try {
    return await work();
  } catch (error) {
    const begun = await findOpen(context.db, place);
    if (!begun) throw error;
    return complete(context, place, begun);
  }
}

/** For files: a tab that was left open after sending, or that says nothing of what it opened, begins no draft. */
export async function requestOfTab(context: WizardContext, place: Place, shown: string | null): Promise<OpenRequest> {
  const found = await findOpen(context.db, place);
  if (found) return complete(context, place, found);
  refuseClosedQuotation(place.quotation);
  const begun = await orBegun(context, place, async () => {
    const next = await nextDraft(context, place, shown);
    if (next.id !== shown) throw notFound();
    return begin(context, place, next);
  });
  if (begun.draft.request_id !== shown) throw notFound();
  return begun;
}

/** For calls that only look: the open draft, else what a new one would hold. */
export async function requestToRead(context: WizardContext, place: Place): Promise<OpenRequest> {
  const found = await findOpen(context.db, place);
  if (found) return complete(context, place, found);
  refuseClosedQuotation(place.quotation);
  return orBegun(context, place, () => requestThatWouldBegin(context, place));
}

async function requestThatWouldBegin(context: WizardContext, place: Place): Promise<OpenRequest> {
  const next = await nextDraft(context, place);
  const created_at = context.clock.now();
  const steps = rowsFromQuotation(context, next.id, place, next.product);
  return complete(context, place, { ...buildRow(place, next), created_at, steps }, next.relation);
}

/** For the submit of a quotation that nobody changed a step of: `first` was next when the submit began to look. */
export async function beginToSend(context: WizardContext, place: Place, first: NextDraft, shown: string | null) {
  if (!place.quotation || (shown !== null && shown !== first.id)) return undefined;
  await create(context, place, first);
  return openRequest(context, place);
}

async function discard(db: Db, draft: RequestRow): Promise<void> {
  await db
    .updateTable("requests")
    .set({ status: "discarded" })
    .where("request_id", "=", draft.request_id)
    .where("status", "=", "open")
    .execute();
}

/** With what stood in its steps; one that is locked is asked for them afterwards. */
type Found = RequestRow & { steps: StepRow[] };

/** Inside a transaction, `lock` holds the request until the end of it. */
export async function findOpen(db: Db, place: Place, lock = false): Promise<Found | undefined> {
  const { office, number, product } = place;
  const find = FIND_OPEN[lock ? "lock" : "look"][place.quotation ? "quotation" : "relation"];
  return (await find(db, { office, number, product, quotation: place.quotation?.number ?? 0 }))[0];
}

const STEPS = sql<StepRow[]>`(select coalesce(json_agg(s), '[]') from request_steps s
  where s.request_id = requests.request_id)`.as("steps");

interface DraftPlace extends Pick<Place, "office" | "number" | "product"> {
  quotation: number;
}
const compileFind = (lock: boolean, ofQuotation: boolean) =>
  compileOnce((db, { office, number, product, quotation }: DraftPlace) => {
    const query = db
      .selectFrom("requests")
      .selectAll()
      .where("intermediary_number", "=", office)
      .where("address_number", "=", number)
      .where("product", "=", product)
      .where("status", "=", "open")
      .where("quotation_number", ofQuotation ? "=" : "is", ofQuotation ? quotation : null);
    return (lock ? query.select(sql<StepRow[]>`'[]'::json`.as("steps")).forUpdate() : query.select(STEPS)).compile();
  });
const FIND_OPEN = {
  look: { relation: compileFind(false, false), quotation: compileFind(false, true) },
  lock: { relation: compileFind(true, false), quotation: compileFind(true, true) },
};

export async function readSteps(db: Db, draft: RequestRow): Promise<Map<string, StepRow>> {
  return mapSteps(await selectSteps(db, { request: draft.request_id }));
}

const selectSteps = compileOnce((db, { request }: { request: string }) =>
  db.selectFrom("request_steps").selectAll().where("request_id", "=", request).compile(),
);

/** For the submit: the open draft and nothing else. Undefined: it was sent already, or there never was one. */
export async function openRequest(context: WizardContext, place: Place): Promise<OpenRequest | undefined> {
  const found = await findOpen(context.db, place);
  return found && complete(context, place, found);
}

/** `known`: its relation, where that was asked for already. */
async function complete(
  context: WizardContext,
  place: Place,
  { steps, ...draft }: Found,
  known?: RelationRecord | null,
): Promise<OpenRequest> {
  const product = await findProduct(context, draft.product, draft.release, place);
  if (!product) throw notFound();
  const number = draft.relation_number;
  const find = async (db: Db) =>
    (number === null ? undefined : await context.portfolio.findRelation(db, place.office, number)) ?? null;
  let asked = known === undefined ? undefined : Promise.resolve(known);
  return { place, draft, steps: mapSteps(steps), product, relation: (db) => (asked ??= find(db)) };
}

const mapSteps = (rows: StepRow[]) => new Map(rows.map((row) => [row.step, row]));

const buildRow = (place: Place, { id, product, relation }: NextDraft) => ({
  request_id: id,
  product: place.product,
  release: product.release,
  intermediary_number: place.office,
  address_number: place.number ?? 0,
  relation_number: relation?.relation_number ?? null,
  temporary: relation === null,
  quotation_number: place.quotation?.number ?? null,
  status: "open" as const,
  created_by: place.user.login_name,
  saved_at: null,
  saved_step: null,
});

async function begin(context: WizardContext, place: Place, next: NextDraft): Promise<OpenRequest> {
  await create(context, place, next);
  const draft = await findOpen(context.db, place);
  if (!draft) throw notFound();
  return complete(context, place, draft);
}

async function create(context: WizardContext, place: Place, next: NextDraft): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    // Two tabs at once: the second finds the first one's draft.
    const made = await trx
      .insertInto("requests")
      .values(buildRow(place, next))
      .onConflict((conflict) => conflict.doNothing())
      .returning("request_id")
      .executeTakeFirst();
    const steps = made ? rowsFromQuotation(context, made.request_id, place, next.product) : [];
    const written = steps.map((step) => ({
      ...step,
      data: JSON.stringify(step.data),
      inputs: JSON.stringify(step.inputs),
    }));
    if (written.length > 0) await trx.insertInto("request_steps").values(written).execute();
  });
}

/** A quotation's answers were made with each other. */
function rowsFromQuotation(context: WizardContext, requestId: string, place: Place, product: LoadedProduct) {
  const answers = (place.quotation ?? place.copied)?.answers ?? {};
  const steps = product.bundle.manifest.steps.map(({ key }) => key).filter((key) => answers[key] !== undefined);
  if (steps.length === 0) return [];
  const given = new Map(steps.map((step) => [step, { data: answers[step] as JsonObject, finished: true }]));
  const { inputs } = evaluate(product, given, { today: context.clock.today(), language: place.language });
  return steps.map((step) => ({
    request_id: requestId,
    step,
    data: answers[step] as JsonObject,
    finished: true,
    revision: 1,
    inputs: inputs[step] ?? null,
  }));
}
