// Drafts: one open request per relation and product, one per quotation (decisions 32). A draft keeps the release it was
// begun with. Opening a place stores nothing: the first call that saves something creates the draft. Restarting deletes
// no answers: the old draft gets the status discarded.
import { renameRequest } from "#engine/formerNames.ts";
import { explainsAnswers, isJudged } from "#engine/stepKinds.ts";
import type { Db } from "../../db/open.ts";
import type { RequestRow } from "../../db/tables/schema.ts";
import { runTransaction } from "../../db/transaction.ts";
import { notFound } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import { type AtPlace, type Found, findOpen, mapSteps, readPlace } from "../atPlace.ts";
import { findBegunFor, type OpenRequest, type Place, refuseClosedQuotation, type WizardContext } from "../context.ts";
import { evaluate } from "../evaluate.ts";
import { findProduct, type NextDraft, nextAfter, nextDraft, nextTemporaryNumber } from "./nextDraft.ts";
import { copyTaken, findAnswers, findTaken, withTaken } from "./takenFiles.ts";

type Taken = Awaited<ReturnType<typeof findTaken>>;

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

/**
 * For restart and copy. A restart (third parameter) discards the open draft, whatever was saved in it. `shown` is the
 * draft that the browser has open.
 */
export async function beginAnew(
  context: WizardContext,
  place: Place,
  anew: boolean,
  shown: string | null = null,
): Promise<Opening> {
  refuseClosedQuotation(place.quotation);
  const at = await readPlace(context, place);
  const found = at.open;
  // The open draft is not the one that the browser showed, so another call has restarted it already.
  if (found && anew && shown !== null && found.request_id !== shown)
    return { open: await complete(context, place, found, at.relation), resumed: found.saved_at !== null };
  // A copy replaces only a draft in which nothing was saved. A saved one is resumed instead.
  if (found && !anew && found.saved_at !== null)
    return { open: await complete(context, place, found, at.relation), resumed: true };
  if (!found) return { open: await begin(context, place, await nextDraft(context, place, at)), resumed: false };
  const relation = await findBegunFor(await complete(context, place, found, at.relation), context.db);
  await discard(context.db, found);
  const next = await nextAfter(context, place, { last: at.last, relation });
  return { open: await begin(context, place, next), resumed: false };
}

/** For calls that store something: the open draft, or a new one. */
export async function currentRequest(
  context: WizardContext,
  place: Place,
  shown: string | null = null,
): Promise<OpenRequest> {
  const at = await readPlace(context, place);
  if (at.open) return complete(context, place, at.open, at.relation);
  refuseClosedQuotation(place.quotation);
  return orBegun(context, place, async () => begin(context, place, await nextDraft(context, place, at, shown)));
}

/** `work` fails when another call begins the request meanwhile, as its number is then in use: the draft of that call is used. */
async function orBegun(context: WizardContext, place: Place, work: () => Promise<OpenRequest>): Promise<OpenRequest> {
  try {
    return await work();
  } catch (error) {
    const begun = await findOpen(context.db, place);
    if (!begun) throw error;
    return complete(context, place, begun);
  }
}

/** For uploads: begins no draft for a tab that was left open after sending, or that does not name its draft. */
export async function requestOfTab(context: WizardContext, place: Place, shown: string | null): Promise<OpenRequest> {
  const at = await readPlace(context, place);
  if (at.open) return complete(context, place, at.open, at.relation);
  refuseClosedQuotation(place.quotation);
  const begun = await orBegun(context, place, async () => {
    const next = await nextDraft(context, place, at, shown);
    if (next.id !== shown) throw notFound();
    return begin(context, place, next);
  });
  if (begun.draft.request_id !== shown) throw notFound();
  return begun;
}

/** For calls that only read: the open draft, else what a new one would hold. */
export async function requestToRead(context: WizardContext, place: Place): Promise<OpenRequest> {
  const at = await readPlace(context, place);
  if (at.open) return complete(context, place, at.open, at.relation);
  refuseClosedQuotation(place.quotation);
  return orBegun(context, place, () => requestThatWouldBegin(context, place, at));
}

async function requestThatWouldBegin(context: WizardContext, place: Place, at: AtPlace): Promise<OpenRequest> {
  const next = await nextDraft(context, place, at);
  const created_at = context.clock.now();
  const taken = await findTaken(context.db, place, next.id);
  const steps = rowsFromQuotation(context, next, place, taken);
  const row = { ...buildRow(place, next), created_at, steps };
  const open = await complete(context, place, row, next.relation ?? undefined);
  return { ...open, files: taken.map(({ id, name, size }) => ({ id, name, size })) };
}

/** For submitting a quotation of which no step was changed, so that it has no draft yet. */
export async function beginToSend(
  context: WizardContext,
  place: Place,
  at: AtPlace,
  shown: string | null,
): Promise<OpenRequest | undefined> {
  if (!place.quotation) return undefined;
  const next = await nextDraft(context, place, at, shown);
  if (shown !== null && shown !== next.id) return undefined;
  const draft = await create(context, place, next);
  return draft && complete(context, place, draft, at.relation);
}

async function discard(db: Db, draft: RequestRow): Promise<void> {
  await db
    .updateTable("requests")
    .set({ status: "discarded" })
    .where("request_id", "=", draft.request_id)
    .where("status", "=", "open")
    .execute();
}

/** `known`: the relation of the place, used where it is that of the request, which saves a query. */
export async function complete(
  context: WizardContext,
  place: Place,
  { steps, ...draft }: Found,
  known?: RelationRecord,
): Promise<OpenRequest> {
  const product = await findProduct(context, draft.product, draft.release, place);
  if (!product) throw notFound();
  const number = draft.relation_number;
  const find = async (db: Db) =>
    (number === null ? undefined : await context.portfolio.findRelation(db, place.office, number)) ?? null;
  const ofPlace = known?.relation_number === number ? known : undefined;
  let asked: Promise<RelationRecord | null> | undefined = ofPlace && Promise.resolve(ofPlace);
  const { copied_quotation: source } = draft;
  const copied = async (db: Db) =>
    source === null ? undefined : context.portfolio.findQuotation(db, place.office, source);
  return { place, draft, steps: mapSteps(steps), product, relation: (db) => (asked ??= find(db)), copied };
}

const buildRow = (place: Place, { id, product, relation }: NextDraft) => ({
  request_id: id,
  product: place.product,
  release: product.release,
  intermediary_number: place.office,
  address_number: place.number ?? 0,
  relation_number: relation?.relation_number ?? null,
  temporary: relation === null,
  quotation_number: place.quotation?.number ?? null,
  copied_quotation: place.copied?.number ?? null,
  status: "open" as const,
  created_by: place.user.login_name,
  saved_at: null,
  saved_step: null,
});

async function begin(context: WizardContext, place: Place, next: NextDraft): Promise<OpenRequest> {
  const draft = await create(context, place, next);
  if (!draft) throw notFound();
  return complete(context, place, draft, next.relation ?? undefined);
}

/** Returns the draft that is open afterwards. When two tabs begin at once the second gets the first one's draft, unless it was sent. */
async function create(context: WizardContext, place: Place, next: NextDraft): Promise<Found | undefined> {
  const made = await runTransaction(context.db, async (trx) => {
    const row = await trx
      .insertInto("requests")
      .values(buildRow(place, next))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    const taken = row ? await findTaken(trx, place, next.id) : [];
    await copyTaken(trx, next.id, taken);
    const steps = row ? rowsFromQuotation(context, next, place, taken) : [];
    const written = steps.map((step) => ({
      ...step,
      data: JSON.stringify(step.data),
      inputs: JSON.stringify(step.inputs),
    }));
    if (written.length > 0) await trx.insertInto("request_steps").values(written).execute();
    return row && { ...row, steps };
  });
  return made ?? findOpen(context.db, place);
}

/**
 * The steps are finished and their inputs current: the answers of a quotation were judged together. A copy asks the acceptance and
 * final questions again, because a declaration is about one request (decisions 88), and its explanation is to be read again. Answers
 * of an earlier release get the names that their fields have now.
 */
function rowsFromQuotation(context: WizardContext, { id, product }: NextDraft, place: Place, taken: Taken) {
  const { was, steps: manifestSteps } = product.bundle.manifest;
  const answers = renameRequest(was, findAnswers(place));
  const steps = manifestSteps.flatMap((step) => {
    const data = answers[step.key];
    if (data === undefined || (place.copied && isJudged(step))) return [];
    return [{ step: step.key, data: withTaken(data, taken), finished: !(place.copied && explainsAnswers(step)) }];
  });
  if (steps.length === 0) return [];
  const given = new Map(steps.map(({ step, ...given }) => [step, given]));
  const { inputs } = evaluate(product, given, { today: context.clock.today(), language: place.language });
  return steps.map((step) => ({ request_id: id, ...step, revision: 1, inputs: inputs[step.step] ?? null }));
}
