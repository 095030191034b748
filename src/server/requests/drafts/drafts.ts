// Drafts: one open request per relation and product, one per quotation (decisions 32). A draft keeps the release it was
// begun with. Opening a place stores nothing: the first call that saves something creates the draft. Restarting deletes
// no answers: the old draft gets the status discarded.
import { explainsAnswers, isJudged } from "#engine/schema/stepKinds.ts";
import type { Db } from "../../db/open.ts";
import type { RequestRow } from "../../db/tables/schema.ts";
import { runTransaction } from "../../db/transaction.ts";
import { notFound } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import { type AtPlace, type Found, findOpen, mapSteps, readPlace } from "../atPlace.ts";
import { findBegunFor, type OpenRequest, type Place, refuseClosedQuotation, type WizardContext } from "../context.ts";
import { evaluate } from "../evaluate.ts";
import { listFiles } from "./namedFiles.ts";
import { findProduct, type NextDraft, nextAfter, nextDraft, nextTemporaryNumber } from "./nextDraft.ts";
import { copyTaken, findAnswers, findTaken, withTaken } from "./takenFiles.ts";

type Taken = Awaited<ReturnType<typeof findTaken>>;

interface Opening {
  open: OpenRequest;
  resumed: boolean;
}

/** For prerequisites/exists: the open draft of this place, or what a new one would hold. */
export async function lookAt(context: WizardContext, routePlace: Place): Promise<Opening> {
  refuseClosedQuotation(routePlace.quotation);
  const number = routePlace.number ?? routePlace.quotation?.relation_number;
  const numberedPlace = { ...routePlace, number: number ?? (await nextTemporaryNumber(context.db, routePlace.office)) };
  const open = await requestToRead(context, numberedPlace);
  return { open, resumed: open.draft.saved_at !== null };
}

/**
 * For restart and copy. A restart (third parameter) discards the open draft, whatever was saved in it. `shown` is the
 * draft that the browser has open.
 */
export async function beginAnew(
  context: WizardContext,
  routePlace: Place,
  anew: boolean,
  shown: string | null = null,
): Promise<Opening> {
  refuseClosedQuotation(routePlace.quotation);
  const placeState = await readPlace(context, routePlace);
  const openDraft = placeState.open;
  // The open draft is not the one that the browser showed, so another call has restarted it already.
  if (openDraft && anew && shown !== null && openDraft.request_id !== shown)
    return {
      open: await complete(context, routePlace, openDraft, placeState.relation),
      resumed: openDraft.saved_at !== null,
    };
  // A copy replaces only a draft in which nothing was saved. A saved one is resumed instead.
  if (openDraft && !anew && openDraft.saved_at !== null)
    return { open: await complete(context, routePlace, openDraft, placeState.relation), resumed: true };
  if (!openDraft)
    return { open: await begin(context, routePlace, await nextDraft(context, routePlace, placeState)), resumed: false };
  const relation = await findBegunFor(await complete(context, routePlace, openDraft, placeState.relation), context.db);
  await discard(context.db, openDraft);
  const next = await nextAfter(context, routePlace, { last: placeState.last, relation });
  return { open: await begin(context, routePlace, next), resumed: false };
}

/** For calls that store something: the open draft, or a new one. */
export async function currentRequest(
  context: WizardContext,
  routePlace: Place,
  shown: string | null = null,
): Promise<OpenRequest> {
  const placeState = await readPlace(context, routePlace);
  if (placeState.open) return complete(context, routePlace, placeState.open, placeState.relation);
  refuseClosedQuotation(routePlace.quotation);
  return orBegun(context, routePlace, async () =>
    begin(context, routePlace, await nextDraft(context, routePlace, placeState, shown)),
  );
}

/** `work` fails when another call begins the request meanwhile, as its number is then in use: the draft of that call is used. */
async function orBegun(
  context: WizardContext,
  routePlace: Place,
  work: () => Promise<OpenRequest>,
): Promise<OpenRequest> {
  try {
    return await work();
  } catch (error) {
    const begun = await findOpen(context.db, routePlace);
    if (!begun) throw error;
    return complete(context, routePlace, begun);
  }
}

/** For uploads: begins no draft for a tab that was left open after sending, or that does not name its draft. */
export async function requestOfTab(
  context: WizardContext,
  routePlace: Place,
  shown: string | null,
): Promise<OpenRequest> {
  const placeState = await readPlace(context, routePlace);
  if (placeState.open) return complete(context, routePlace, placeState.open, placeState.relation);
  refuseClosedQuotation(routePlace.quotation);
  const begun = await orBegun(context, routePlace, async () => {
    const next = await nextDraft(context, routePlace, placeState, shown);
    if (next.id !== shown) throw notFound();
    return begin(context, routePlace, next);
  });
  if (begun.draft.request_id !== shown) throw notFound();
  return begun;
}

/** For calls that only read: the open draft, else what a new one would hold. */
export async function requestToRead(context: WizardContext, routePlace: Place): Promise<OpenRequest> {
  const placeState = await readPlace(context, routePlace);
  if (placeState.open) return complete(context, routePlace, placeState.open, placeState.relation);
  refuseClosedQuotation(routePlace.quotation);
  return orBegun(context, routePlace, () => requestThatWouldBegin(context, routePlace, placeState));
}

async function requestThatWouldBegin(
  context: WizardContext,
  routePlace: Place,
  placeState: AtPlace,
): Promise<OpenRequest> {
  const next = await nextDraft(context, routePlace, placeState);
  const created_at = context.clock.now();
  const taken = await findTaken(context.db, routePlace, next);
  const steps = rowsFromQuotation(context, next, routePlace, taken);
  const row = { ...buildRow(routePlace, next), created_at, steps };
  const open = await complete(context, routePlace, row, next.relation ?? undefined);
  return { ...open, files: taken.map(({ from: _from, ...file }) => file) };
}

/** For submitting a quotation of which no step was changed, so that it has no draft yet. */
export async function beginToSend(
  context: WizardContext,
  routePlace: Place,
  placeState: AtPlace,
  shown: string | null,
): Promise<OpenRequest | undefined> {
  if (!routePlace.quotation) return undefined;
  const next = await nextDraft(context, routePlace, placeState, shown);
  if (shown !== null && shown !== next.id) return undefined;
  const draft = await create(context, routePlace, next);
  return draft && complete(context, routePlace, draft, placeState.relation);
}

async function discard(db: Db, draft: RequestRow): Promise<void> {
  await db
    .updateTable("requests")
    .set({ status: "discarded" })
    .where("request_id", "=", draft.request_id)
    .where("status", "=", "open")
    .execute();
}

/** `knownRelation`: the relation of the place, used where it is that of the request, which saves a query. */
export async function complete(
  context: WizardContext,
  routePlace: Place,
  { steps, ...draft }: Found,
  knownRelation?: RelationRecord,
): Promise<OpenRequest> {
  const product = await findProduct(context, draft.product, draft.release, routePlace);
  if (!product) throw notFound();
  const number = draft.relation_number;
  const find = async (db: Db) =>
    (number === null ? undefined : await context.portfolio.findRelation(db, routePlace.office, number)) ?? null;
  const ofPlace = knownRelation?.relation_number === number ? knownRelation : undefined;
  let relationRequest: Promise<RelationRecord | null> | undefined = ofPlace && Promise.resolve(ofPlace);
  const { copied_quotation: source } = draft;
  const copied = async (db: Db) =>
    source === null ? undefined : context.portfolio.findQuotation(db, routePlace.office, source);
  return {
    place: routePlace,
    draft,
    steps: mapSteps(steps),
    product,
    relation: (db) => (relationRequest ??= find(db)),
    copied,
  };
}

const buildRow = (routePlace: Place, { id, product, relation }: NextDraft) => ({
  request_id: id,
  product: routePlace.product,
  release: product.release,
  intermediary_number: routePlace.office,
  address_number: routePlace.number ?? 0,
  relation_number: relation?.relation_number ?? null,
  temporary: relation === null,
  quotation_number: routePlace.quotation?.number ?? null,
  copied_quotation: routePlace.copied?.number ?? null,
  status: "open" as const,
  created_by: routePlace.user.login_name,
  saved_at: null,
  saved_step: null,
});

async function begin(context: WizardContext, routePlace: Place, next: NextDraft): Promise<OpenRequest> {
  const draft = await create(context, routePlace, next);
  if (!draft) throw notFound();
  return complete(context, routePlace, draft, next.relation ?? undefined);
}

/** Returns the draft that is open afterwards. When two tabs begin at once the second gets the first one's draft, unless it was sent. */
async function create(context: WizardContext, routePlace: Place, next: NextDraft): Promise<Found | undefined> {
  const made = await runTransaction(context.db, async (trx) => {
    const row = await trx
      .insertInto("requests")
      .values(buildRow(routePlace, next))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    const taken = row ? await findTaken(trx, routePlace, next) : [];
    await copyTaken(trx, next.id, taken);
    const steps = row ? rowsFromQuotation(context, next, routePlace, taken) : [];
    const written = steps.map((step) => ({
      ...step,
      data: JSON.stringify(step.data),
      inputs: JSON.stringify(step.inputs),
    }));
    if (written.length > 0) await trx.insertInto("request_steps").values(written).execute();
    return row && { ...row, steps };
  });
  return made ?? findOpen(context.db, routePlace);
}

/**
 * The steps are finished and their inputs current: the answers of a quotation were judged together. A copy asks the acceptance and
 * final questions again, because a declaration is about one request (decisions 88), and its explanation is to be read again. Answers
 * of an earlier release get the names that their fields have now.
 */
function rowsFromQuotation(context: WizardContext, { id, product }: NextDraft, routePlace: Place, taken: Taken) {
  const answers = withTaken(product, findAnswers(routePlace, product), taken);
  const isTaken = (id: string) => taken.some((file) => file.id === id);
  const lost = new Set(listFiles(product, answers).flatMap(({ id, step }) => (isTaken(id) ? [] : [step])));
  const steps = product.bundle.manifest.steps.flatMap((step) => {
    const data = answers[step.key];
    if (data === undefined || (routePlace.copied && isJudged(step))) return [];
    const finished = !lost.has(step.key) && !(routePlace.copied && explainsAnswers(step));
    return [{ step: step.key, data, finished }];
  });
  if (steps.length === 0) return [];
  const stepRows = new Map(steps.map(({ step, ...given }) => [step, given]));
  const { inputs } = evaluate(product, stepRows, { today: context.clock.today(), language: routePlace.language });
  return steps.map((step) => ({ request_id: id, ...step, revision: 1, inputs: inputs[step.step] ?? null }));
}
