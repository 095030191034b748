// Saves the edit form of a relation (spec: portal 5), validated by the published contract. With If-Match a stale save is refused
// with the stored values in the response (our addition, decisions 38).
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { RelationAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { normaliseKvk, normalisePostalCode } from "#engine/values/formats.ts";
import { toServerErrors } from "#underwriting/judgeRequest.ts";
import { writeAudit } from "../db/audit.ts";
import { runTransaction } from "../db/transaction.ts";
import { invalid, notFound, PortalError } from "../http/errors/portalError.ts";
import { readRevision } from "../http/readHeaders.ts";
import { readOne } from "./lists/lists.ts";
import { type RelationFields, relationList, wireRelation } from "./lists/relationRows.ts";
import { numberIn, type PortfolioContext, type Viewer } from "./viewer.ts";

interface RelationForm {
  company_name: string;
  email: string;
  email_financial?: string;
  address: string;
  zipcode: string;
  city: string;
  country: RelationAnswer["country"];
  correspondence_preference: RelationAnswer["correspondence_preference"];
  digital_policy: RelationAnswer["digital_policy"];
  kvk: string;
}

export async function editRelation(context: PortfolioContext, request: FastifyRequest<{ Body: JsonObject }>) {
  const viewer = context.viewer(request);
  const number = numberIn((request.params as { id: string }).id);
  const stored = await readOne(context.db, relationList, viewer.intermediary, number);
  if (!stored) throw notFound();
  const form = readForm(request.body);
  const errors = await context.relationRules(form);
  if (errors.length > 0) throw invalid(toServerErrors(errors));
  return save(context, viewer, { number, form: form as unknown as RelationForm, expected: readRevision(request) });
}

/** Normalises values as the widgets do, for clients that do not. Empty values are dropped. */
function readForm(body: JsonObject): JsonObject {
  const form: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    const tidy = typeof value === "string" ? value.trim() : value;
    if (tidy !== "" && tidy !== null) form[name] = tidy;
  }
  if (typeof form.kvk === "string") form.kvk = normaliseKvk(form.kvk);
  if (typeof form.zipcode === "string") form.zipcode = normalisePostalCode(form.zipcode);
  return form;
}

interface Edit {
  number: number;
  form: RelationForm;
  /** Revision that the edit was based on. */
  expected: number | undefined;
}

async function save(context: PortfolioContext, viewer: Viewer, { number, form, expected }: Edit) {
  return runTransaction(context.db, async (trx) => {
    await sql`select from relations where relation_number = ${number} and intermediary_number = ${viewer.intermediary}
      for update`.execute(trx);
    const stored = await readOne(trx, relationList, viewer.intermediary, number);
    if (!stored) throw notFound();
    const values = buildColumns(form);
    // Equal values are a retry: the response to the first save may have been lost.
    if (holds(stored, values)) return savedAnswer(stored);
    if (expected !== undefined && expected !== stored.revision) throw conflict(wireRelation(stored));
    await trx
      .updateTable("relations")
      .set({ ...values, active_on: context.clock.today(), revision: stored.revision + 1 })
      .where("relation_number", "=", number)
      .where("intermediary_number", "=", viewer.intermediary)
      .execute();
    await writeAudit(trx, {
      login: viewer.login,
      office: viewer.intermediary,
      action: "relation.edit",
      object: String(number),
      detail: { revision: stored.revision + 1 },
    });
    const saved = await readOne(trx, relationList, viewer.intermediary, number);
    if (!saved) throw notFound();
    return savedAnswer(saved);
  });
}

const savedAnswer = (row: RelationFields) => ({
  success: true,
  errors: [],
  data: wireRelation(row),
  revision: row.revision,
});

const buildColumns = (form: RelationForm) => ({
  company: form.company_name,
  email: form.email,
  email_financial: form.email_financial ?? null,
  address: form.address,
  zipcode: form.zipcode,
  city: form.city,
  country: form.country,
  correspondence_preference: form.correspondence_preference,
  digital_policy: form.digital_policy,
  kvk_number: form.kvk,
});

const holds = (row: RelationFields, values: ReturnType<typeof buildColumns>) =>
  Object.entries(values).every(([column, value]) => (row as unknown as JsonObject)[column] === value);

const conflict = (stored: ReturnType<typeof wireRelation>) =>
  new PortalError("conflict.relation", {
    extra: { stored, revision: stored.revision },
  });
