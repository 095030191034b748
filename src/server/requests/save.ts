// Saves one step (spec: wizard 4). `next` stores only what the contract accepts. `save` stores what was typed, valid or
// not. A stale revision stores nothing and answers 409 with the stored answers (decisions 38).
import { isDeepStrictEqual } from "node:util";
import type { ProgressAnswer, SaveAnswer, WireError } from "#api/wire/wireTypes.ts";
import { CONFIRMED, takesConfirmations } from "#engine/expressions/warnings.ts";
import { withoutDeclarations } from "#engine/schema/declarations.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import type { Db } from "../db/open.ts";
import type { StepRow } from "../db/tables/schema.ts";
import { runTransaction } from "../db/transaction.ts";
import { invalid, notFound, PortalError } from "../http/errors/portalError.ts";
import { toWireErrors } from "../http/errors/wireErrors.ts";
import { lockOpen, readSteps } from "./atPlace.ts";
import type { OpenRequest, WizardContext } from "./context.ts";
import { computedErrors } from "./drafts/computed.ts";
import { refuseLocked } from "./drafts/locked.ts";
import { fileErrors } from "./drafts/namedFiles.ts";
import { BLOCK } from "./drafts/requestBlock.ts";
import { longListErrors, withKnownMembers } from "./drafts/sentRecords.ts";
import { type EvaluateOptions, type Evaluation, evaluate, type StepState, withProgress } from "./evaluate.ts";
import { askOnce, buildForms } from "./forms.ts";
import { relationFor } from "./sending/relationOfRequest.ts";
import { refuseSent } from "./sending/sent.ts";

interface SaveOrder {
  step: string;
  action: "next" | "save";
  body: JsonObject;
  /** Revision that the answers were based on. Without it nothing is compared, as in the specification. */
  revision: number | undefined;
  /** Writes the audit record, in the same transaction. */
  audit(db: Db): Promise<void>;
}

interface SaveInput {
  context: WizardContext;
  open: OpenRequest;
  order: SaveOrder;
  /** The answers to store, without unknown members and with locked values filled in. */
  data: Answers;
  options: EvaluateOptions;
}

export async function saveStep(context: WizardContext, open: OpenRequest, order: SaveOrder): Promise<SaveAnswer> {
  const options = { today: context.clock.today(), language: open.place.language };
  const register = askOnce(context.register);
  const { step, action } = order;
  const input = { step, action, data: knownMembers(open, order) };
  const { schema = {} } = open.product.bundle.steps[step] ?? {};
  const sent = [...computedErrors(schema, input.data, options.language), ...longListErrors(schema, input.data)];
  if (sent.length > 0) throw invalid(sent, { step });
  const data = await refuseLocked({ context, open, register }, input);
  const saving = { context, open, order, data, options };
  const { revision, steps, evaluation } = await runTransaction(context.db, (trx) => store(trx, saving));
  const saved = withProgress(open.product, steps, evaluation);
  const forms = await buildForms({ db: context.db, open, steps, register, ...options }, saved);
  return { success: true, errors: [], progress: saved.progress, steps: forms.data, step, revision };
}

async function store(trx: Db, saving: SaveInput) {
  const { context, open, order, data, options } = saving;
  const steps = await lockSteps(trx, open);
  const stored = steps.get(order.step);
  // Equal answers are a retry whose response was lost, or another tab that agrees: neither is a conflict.
  const repeated = stored !== undefined && isDeepStrictEqual(stored.data, data);
  if (!repeated) refuseStale(stored, order.revision);
  const evaluation = evaluate(open.product, withStep(steps, order.step, data), options);
  if (order.action === "next") {
    await refuseInvalid(trx, saving, evaluation, steps);
    refuseTooEarly(open, order.step, evaluation, () => evaluate(open.product, steps, options).progress);
  }
  const revision = (stored?.revision ?? 0) + (repeated ? 0 : 1);
  // Saving a finished step unchanged keeps it finished, with the inputs that it was finished with.
  const stands = order.action === "save" && repeated && stored.finished;
  const inputs = stands ? stored.inputs : (evaluation.inputs[order.step] ?? null);
  const row = { data, revision, inputs, finished: order.action === "next" || stands };
  steps.set(order.step, await writeStep(trx, open, order, row));
  if (open.draft.temporary && order.action === "next" && namesCompany(open, order.step))
    await linkRelation(context, trx, open, steps);
  await order.audit(trx);
  return { revision, steps, evaluation };
}

/** The stored steps, locked for this transaction. Refuses when the request was sent or replaced meanwhile. */
async function lockSteps(trx: Db, open: OpenRequest): Promise<Map<string, StepRow>> {
  const draft = await lockOpen(trx, open.place);
  const steps = await readSteps(trx, open.draft);
  if (draft?.request_id === open.draft.request_id) return steps;
  await refuseSent(trx, open.place, open.draft.request_id);
  throw notFound();
}

export function refuseStale(stored: StepRow | undefined, revision: number | undefined): void {
  if (revision !== undefined && revision !== (stored?.revision ?? 0)) throw staleRevision(stored);
}

/** Includes the stored answers, for the browser to compare. */
function staleRevision(stored: StepRow | undefined): PortalError {
  const revision = stored?.revision ?? 0;
  return new PortalError("conflict.step", {
    extra: { stored: { data: stored?.data ?? {}, meta: { revision } }, revision },
  });
}

/** The steps as they would be with these answers saved and finished. */
export function withStep(steps: Map<string, StepState>, step: string, data: Answers): Map<string, StepState> {
  return new Map<string, StepState>(steps).set(step, { data, finished: true });
}

/** Drops unknown members, of records too. The request block can be saved but not finished, and its declarations are never stored. */
function knownMembers(open: OpenRequest, { step, action, body }: SaveOrder): JsonObject {
  const { manifest, steps } = open.product.bundle;
  const isStep = manifest.steps.some(({ key }) => key === step);
  const source = isStep || (step === BLOCK && action === "save") ? steps[step] : undefined;
  if (!source) throw notFound();
  if (!isStep) return withoutDeclarations(source.schema, body);
  const memberNames = new Set(propertySchemas(source.schema).keys());
  if (takesConfirmations(source.schema)) memberNames.add(CONFIRMED);
  const members = Object.fromEntries(Object.entries(body).filter(([name]) => memberNames.has(name)));
  return withKnownMembers(source.schema, members);
}

/** Refuses `next` while an earlier step is incomplete. The error names the first one. */
function refuseTooEarly(
  { product }: OpenRequest,
  step: string,
  { progress }: Evaluation,
  stored: () => ProgressAnswer,
) {
  const keys = product.bundle.manifest.steps.map(({ key }) => key);
  const before = keys.slice(0, keys.indexOf(step));
  const missing = before.find((key) => progress.data[key]?.completed === false);
  if (missing === undefined) return;
  const error: WireError = { step: missing, pointer: "", keyword: "incomplete", params: {} };
  throw invalid([error], { step, progress: stored() });
}

async function refuseInvalid(
  db: Db,
  { open, order: { step }, options }: SaveInput,
  { answers, errors: errorsByStep }: Evaluation,
  stored: Map<string, StepRow>,
) {
  const errors: WireError[] = toWireErrors(errorsByStep[step] ?? []);
  errors.push(...(await fileErrors(db, open, step, answers[step] ?? {})));
  if (errors.length === 0) return;
  const { progress } = evaluate(open.product, stored, options);
  throw invalid(errors, { step, progress });
}

async function writeStep(
  db: Db,
  { draft: { request_id, saved_step }, product }: OpenRequest,
  { step }: SaveOrder,
  changed: Pick<StepRow, "data" | "revision" | "inputs" | "finished">,
): Promise<StepRow> {
  const row = { request_id, step, ...changed };
  const written = { data: JSON.stringify(changed.data), inputs: JSON.stringify(changed.inputs) };
  // The step at which the request is resumed. The request block is not a step, so it never is.
  const resumeStep = step === BLOCK ? (saved_step ?? product.bundle.manifest.steps[0]!.key) : step;
  await storeStep(db, { ...row, ...written, place: resumeStep, at: new Date() });
  return row;
}

type StoredStep = Omit<StepRow, "data" | "inputs"> & { data: string; inputs: string; place: string; at: Date };

/** Also updates the request's time and step of the last save, in the same statement. */
async function storeStep(db: Db, { at, place, ...row }: StoredStep): Promise<void> {
  const { request_id, step, ...values } = { ...row, saved_at: at };
  await db
    .with("saved", (all) =>
      all.updateTable("requests").set({ saved_at: at, saved_step: place }).where("request_id", "=", request_id),
    )
    .insertInto("request_steps")
    .values({ request_id, step, ...values })
    .onConflict((conflict) => conflict.columns(["request_id", "step"]).doUpdateSet(values))
    .execute();
}

/** The number alone links no relation: until the step with the company's name is done, the name may be another's (decisions 31). */
const namesCompany = ({ product }: OpenRequest, step: string): boolean =>
  propertySchemas(product.bundle.steps[step]?.schema ?? {}).has("company");

async function linkRelation(
  context: WizardContext,
  db: Db,
  open: OpenRequest,
  steps: Map<string, StepState>,
): Promise<void> {
  const relation = await relationFor(context, db, open, steps);
  if (!relation) return;
  await db
    .updateTable("requests")
    .set({ relation_number: relation.relation_number })
    .where("request_id", "=", open.draft.request_id)
    .execute();
}
