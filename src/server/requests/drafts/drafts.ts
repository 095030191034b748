// Drafts: one open request per relation and product, one per quotation (decisions 32). A draft keeps the release it was
// begun with. Opening a place stores nothing: the first call that saves something creates the draft. Restarting deletes
// no answers: the old draft gets the status discarded.
import { explainsAnswers, isJudged } from "#engine/schema/stepKinds.ts";
import { beginSteps } from "#underwriting/requestState.ts";
import { listFiles } from "#underwriting/sending.ts";
import type { Db } from "../../db/open.ts";
import type { RequestRow } from "../../db/tables/schema.ts";
import { runTransaction } from "../../db/transaction.ts";
import { notFound } from "../../http/errors/portalError.ts";
import type { RelationRecord } from "../../portfolio/portfolioPort.ts";
import { type FoundRequest, findOpen, mapSteps, type PlaceState, readPlace } from "../atPlace.ts";
import { type OpenRequest, type Place, refuseClosedQuotation, type WizardContext } from "../context.ts";
import { judgeOptions } from "../evaluate.ts";
import { findProduct, type NextDraft, nextDraft, temporaryPlace } from "./nextDraft.ts";
import { copyTaken, findAnswers, findTaken, withTaken } from "./takenFiles.ts";

type TakenAnswers = Awaited<ReturnType<typeof findTaken>>;

interface DraftOptions {
  /** The draft that the browser has open, if it names one. */
  shown?: string | null;
  /** Begins no other draft than the one shown: a tab may have been left open after sending. */
  onlyShown?: boolean;
  /** The open draft that makes room for a new one. A restart discards any draft, a copy only one in which nothing was saved. */
  replaces?: "any" | "unsaved";
}

/** For calls that only read: the open draft, else what a new one would contain. */
export async function look(context: WizardContext, place: Place): Promise<OpenRequest> {
  const routePlace = place.number === null ? await temporaryPlace(context, place) : place;
  const placeState = await readPlace(context, routePlace);
  if (placeState.open) return complete(context, routePlace, placeState.open, placeState.relation);
  refuseClosedQuotation(routePlace.quotation);
  const next = await nextDraft(context, routePlace, placeState);
  const taken = await findTaken(context.db, routePlace, next);
  const steps = rowsFromQuotation(context, next, routePlace, taken);
  const row = { ...buildRow(routePlace, next), created_at: context.clock.now(), steps };
  const open = await complete(context, routePlace, row, placeState.relation);
  return { ...open, files: taken.map(({ from: _from, ...file }) => file) };
}

/** For calls that store something: the open draft, or a new one. */
export async function work(context: WizardContext, routePlace: Place, opening: DraftOptions): Promise<OpenRequest> {
  const open = await openOrBegin(context, routePlace, await readPlace(context, routePlace), opening);
  if (!open) throw notFound();
  return open;
}

/** For submitting: the open draft, or a new one for a quotation of which no step was changed. */
export async function send(
  context: WizardContext,
  routePlace: Place,
  placeState: PlaceState,
  shown: string | null,
): Promise<OpenRequest | undefined> {
  if (!placeState.open && !routePlace.quotation) return undefined;
  return openOrBegin(context, routePlace, placeState, { shown, onlyShown: shown !== null });
}

async function openOrBegin(
  context: WizardContext,
  routePlace: Place,
  placeState: PlaceState,
  { shown = null, onlyShown = false, replaces }: DraftOptions,
): Promise<OpenRequest | undefined> {
  const { open, relation } = placeState;
  if (open && !isReplaced(open, { shown, replaces })) return complete(context, routePlace, open, relation);
  refuseClosedQuotation(routePlace.quotation);
  const next = await nextDraft(context, routePlace, placeState, replaces ? null : shown);
  if (onlyShown && next.id !== shown) return undefined;
  if (open) await discard(context.db, open);
  const draft = await create(context, routePlace, next);
  return draft && complete(context, routePlace, draft, relation);
}

/** Another call has restarted the request already when its open draft is not the one that the browser shows. */
function isReplaced(
  { request_id, saved_at }: FoundRequest,
  { shown, replaces }: Pick<DraftOptions, "shown" | "replaces">,
): boolean {
  if (replaces === "unsaved") return saved_at === null;
  return replaces === "any" && (shown === null || shown === request_id);
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
async function complete(
  context: WizardContext,
  routePlace: Place,
  { steps, ...draft }: FoundRequest,
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
    steps: mapSteps(steps, product),
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

/** Returns the draft that is open afterwards. When two tabs begin at once the second gets the first one's draft, unless it was sent. */
async function create(context: WizardContext, routePlace: Place, next: NextDraft): Promise<FoundRequest | undefined> {
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
function rowsFromQuotation(context: WizardContext, { id, product }: NextDraft, routePlace: Place, taken: TakenAnswers) {
  const answers = withTaken(product, findAnswers(routePlace, product), taken);
  const isTaken = (id: string) => taken.some((file) => file.id === id);
  const lost = new Set(listFiles(product, answers).flatMap(({ id, step }) => (isTaken(id) ? [] : [step])));
  const begun = product.bundle.manifest.steps.flatMap((step) => {
    const data = answers[step.key];
    if (data === undefined || (routePlace.copied && isJudged(step))) return [];
    const finished = !lost.has(step.key) && !(routePlace.copied && explainsAnswers(step));
    return [[step.key, { data, finished }] as const];
  });
  if (begun.length === 0) return [];
  const options = judgeOptions(product, { today: context.clock.today(), language: routePlace.language });
  return [...beginSteps(product, new Map(begun), options)].map(([step, row]) => ({ request_id: id, step, ...row }));
}
