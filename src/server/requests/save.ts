// Saves one step (spec: wizard 4), as `underwriting/requestCalls.ts` decides. A stale revision stores nothing and answers 409 with the
// stored answers (decisions 38).
import type { SaveAnswer } from "#api/wire/wireTypes.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { decideSave, knownMembers, sentErrors } from "#underwriting/requestCalls.ts";
import { lockFields, numbersToLock } from "#underwriting/requestForms.ts";
import type { StepState, StoredStep } from "#underwriting/requestState.ts";
import { BLOCK } from "#underwriting/sending.ts";
import type { Db } from "../db/open.ts";
import type { StepRow } from "../db/tables/schema.ts";
import { runTransaction } from "../db/transaction.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import { invalid, notFound, PortalError } from "../http/errors/portalError.ts";
import { lockOpen, readSteps } from "./atPlace.ts";
import { findBegunFor, type OpenRequest, type WizardContext } from "./context.ts";
import { askOnce, findCompanies } from "./drafts/companyOf.ts";
import { uploadsNamed } from "./drafts/namedFiles.ts";
import { describeErrors, describeSaved, type EvaluateOptions, evaluate, judgeOptions } from "./evaluate.ts";
import { buildForms } from "./forms.ts";
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
  const { product } = open;
  const { step, action } = order;
  const known = knownMembers(product, order);
  if (!known) throw notFound();
  const sent = sentErrors(product.bundle.steps[step]?.schema ?? {}, known);
  if (sent.length > 0) throw invalid(describeErrors(sent, options.language, product), { step });
  const data = await refuseLocked(context, open, register, { step, action, data: known });
  const saving = { context, open, order, data, options };
  const { revision, steps, state } = await runTransaction(context.db, (trx) => store(trx, saving));
  const saved = describeSaved(product, steps, state, options.language);
  const forms = await buildForms({ db: context.db, open, steps, register, ...options }, saved);
  return { success: true, errors: [], progress: saved.progress, steps: forms.data, step, revision };
}

/** Returns the answers with the locked fields filled in. Refuses another value for them (spec: wizard 3 "disabled fields"). */
async function refuseLocked(
  context: WizardContext,
  open: OpenRequest,
  register: CompanyRegister,
  answers: { step: string; action: "next" | "save"; data: Answers },
): Promise<JsonObject> {
  const relation = await findBegunFor(open, context.db);
  const facts = { rules: open.product, steps: open.steps, relationKvk: relation?.kvk_number };
  const find = await findCompanies(register, relation, numbersToLock(facts, answers));
  const { data, errors } = lockFields(facts, answers, find);
  if (errors.length > 0)
    throw invalid(describeErrors(errors, open.place.language, open.product), { step: answers.step });
  return data;
}

async function store(trx: Db, { context, open, order, data, options }: SaveInput) {
  const { step, action, revision } = order;
  const steps = await lockSteps(trx, open);
  const uploads = action === "next" ? await uploadsNamed(trx, open, { [step]: data }) : [];
  const decision = decideSave(
    open.product,
    steps,
    { step, action, data, revision, uploads },
    judgeOptions(open.product, options),
  );
  if (decision.kind === "stale") throw staleRevision(steps.get(step));
  if (decision.kind === "refused")
    throw invalid(decision.errors, { step, progress: evaluate(open.product, steps, options).progress });
  steps.set(step, await writeStep(trx, open, order, decision.row));
  if (open.draft.temporary && order.action === "next" && namesCompany(open, order.step))
    await linkRelation(context, trx, open, steps);
  await order.audit(trx);
  return { revision: decision.row.revision, steps, state: decision.state };
}

/** The stored steps, locked for this transaction. Refuses when the request was sent or replaced meanwhile. */
async function lockSteps(trx: Db, open: OpenRequest): Promise<Map<string, StepRow>> {
  const draft = await lockOpen(trx, open.place);
  const steps = await readSteps(trx, open.draft, open.product);
  if (draft?.request_id === open.draft.request_id) return steps;
  await refuseSent(trx, open.place, open.draft.request_id);
  throw notFound();
}

/** Includes the stored answers, for the browser to compare. */
export function staleRevision(stored: StoredStep | undefined): PortalError {
  const revision = stored?.revision ?? 0;
  return new PortalError("conflict.step", {
    extra: { stored: { data: stored?.data ?? {}, meta: { revision } }, revision },
  });
}

async function writeStep(
  db: Db,
  { draft: { request_id, saved_step }, product }: OpenRequest,
  { step }: SaveOrder,
  changed: StoredStep,
): Promise<StepRow> {
  const row = { request_id, step, ...changed };
  const written = { data: JSON.stringify(changed.data), inputs: JSON.stringify(changed.inputs) };
  // The step at which the request is resumed. The request block is not a step, so it never is.
  const resumeStep = step === BLOCK ? (saved_step ?? product.bundle.manifest.steps[0]!.key) : step;
  await storeStep(db, { ...row, ...written, place: resumeStep, at: new Date() });
  return row;
}

type WrittenStep = Omit<StepRow, "data" | "inputs"> & { data: string; inputs: string; place: string; at: Date };

/** Also updates the request's time and step of the last save, in the same statement. */
async function storeStep(db: Db, { at, place, ...row }: WrittenStep): Promise<void> {
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
