// Saves one step (spec: wizard 4). `next` stores only what the contract accepts; `save` stores what was typed, valid or
// not, for later. A stale revision stores nothing and answers what is there (decisions 38).
import { activeData } from "#engine/activeData.ts";
import { isObject, propertySchemas } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { SaveAnswer, WireError } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import type { StepRow } from "../db/schema.ts";
import { badRequest, invalid, notFound, PortalError } from "../portalError.ts";
import type { OpenRequest, WizardContext } from "./context.ts";
import { findOpen, stepsOf } from "./drafts.ts";
import { contextFor, evaluate, type StepState } from "./evaluate.ts";
import { formsOf } from "./forms.ts";
import { relationFor } from "./relationOfRequest.ts";
import { refuseSent } from "./sent.ts";
import { unknownUploads } from "./uploads.ts";
import { toWireErrors } from "./wireErrors.ts";

export interface SaveOrder {
  step: string;
  action: "next" | "save";
  body: unknown;
  /** Revision the answers started from; absent: the specification's plain behaviour. */
  revision: number | undefined;
}

export async function saveStep(context: WizardContext, open: OpenRequest, order: SaveOrder): Promise<SaveAnswer> {
  const data = knownMembers(open, order);
  const options = { today: context.clock.today(), language: open.place.language };
  const { revision, steps } = await context.db.transaction().execute(async (trx) => {
    const draft = await findOpen(trx, open.place, true);
    if (draft?.request_id !== open.draft.request_id) {
      await refuseSent(trx, open.place, open.draft.request_id);
      throw notFound();
    }
    const steps = await stepsOf(trx, draft);
    const stored = steps.get(order.step);
    if (order.revision !== undefined && order.revision !== (stored?.revision ?? 0)) throw new StaleRevision(stored);
    if (order.action === "next") await refuseInvalid(trx, open, order.step, data, steps, options);
    const next = (stored?.revision ?? 0) + 1;
    steps.set(order.step, await storeStep(trx, open, order, data, next));
    if (open.draft.temporary && order.action === "next") await linkRelation(context, trx, open, steps);
    return { revision: next, steps };
  });
  const { progress } = evaluate(open.product, steps, options);
  const forms = await formsOf({ db: context.db, open, steps, register: context.register, ...options });
  return { success: true, errors: [], progress, steps: forms.data, step: order.step, revision };
}

/** The row that was there first travels with the error; the route turns it into the answer. */
export class StaleRevision extends Error {
  readonly stored: StepRow | undefined;
  constructor(stored: StepRow | undefined) {
    super("stale revision");
    this.stored = stored;
  }
}

export function conflictAnswer(stale: StaleRevision): PortalError {
  const revision = stale.stored?.revision ?? 0;
  const stored = { data: stale.stored?.data ?? {}, meta: { revision } };
  return new PortalError(409, "conflict", "Deze stap is intussen ergens anders gewijzigd.", {
    extra: { stored, revision },
  });
}

function knownMembers(open: OpenRequest, { step, body }: SaveOrder): JsonObject {
  const source = open.product.bundle.manifest.steps.some((one) => one.key === step)
    ? open.product.bundle.steps[step]
    : undefined;
  if (!source) throw notFound();
  if (!isObject(body)) throw badRequest("De waarden van een stap zijn een object.");
  const known = propertySchemas(source.schema);
  return Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
}

async function refuseInvalid(
  db: Db,
  open: OpenRequest,
  step: string,
  data: JsonObject,
  steps: Map<string, StepRow>,
  options: Parameters<typeof evaluate>[2],
) {
  const answers = Object.fromEntries([...steps].map(([key, row]) => [key, row.data]));
  const { context } = contextFor(open.product, { ...answers, [step]: data }, options);
  const active = activeData(open.product.bundle.steps[step]?.schema ?? {}, data, context);
  const errors: WireError[] = toWireErrors(open.product.bundle.contracts[step]?.(active, context) ?? []);
  errors.push(...(await unknownUploads(db, open.draft.request_id, active)));
  if (errors.length === 0) return;
  const { progress } = evaluate(open.product, steps, options);
  throw invalid(errors, { step, progress });
}

async function storeStep(
  db: Db,
  open: OpenRequest,
  order: SaveOrder,
  data: JsonObject,
  revision: number,
): Promise<StepRow> {
  const values = { data: JSON.stringify(data), finished: order.action === "next", revision, saved_at: new Date() };
  const row = await db
    .insertInto("request_steps")
    .values({ request_id: open.draft.request_id, step: order.step, ...values })
    .onConflict((conflict) => conflict.columns(["request_id", "step"]).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable("requests")
    .set({ saved_at: new Date(), saved_step: order.step })
    .where("request_id", "=", open.draft.request_id)
    .execute();
  return row;
}

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
