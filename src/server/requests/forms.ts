// Builds the forms of a request: the stored answers, company data in the empty fields, and the server's meta for each field.
// Company values that were stored for another number are replaced by those of the current one (decisions 18, 83).

import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { defaultFileField, fileAddress, fileFields } from "#engine/answers/fileFields.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { findTruths } from "#engine/rules/facts.ts";
import { isObject, layoutPath, propertySchemas } from "#engine/schema/schemaTree.ts";
import { isJudged } from "#engine/schema/stepKinds.ts";
import type { Answers, JsonObject, Language, StepForm, StepManifest, StepMeta } from "#engine/schema/types.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { type Company, findPrefill, relationFacts, valuesFor } from "#underwriting/company.ts";
import { type FilledForm, fillForm, numberOfRequest, numberOfStep } from "#underwriting/requestForms.ts";
import type { StoredStep } from "#underwriting/requestState.ts";
import { BLOCK } from "#underwriting/sending.ts";
import type { Db } from "../db/open.ts";
import type { StepRow } from "../db/tables/schema.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import type { RelationRecord } from "../portfolio/portfolioPort.ts";
import type { LoadedProduct } from "../products/products.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";
import { findBegunFor, type OpenRequest, type Place } from "./context.ts";
import { findCompanies } from "./drafts/companyOf.ts";
import { findLostFiles } from "./drafts/namedFiles.ts";
import { storedUploads } from "./drafts/uploads.ts";
import { describeNotOffered, type EvaluateOptions, type Evaluation, evaluate } from "./evaluate.ts";

interface FormsInput extends EvaluateOptions {
  db: Db;
  open: OpenRequest;
  steps: Map<string, StepRow>;
  register: CompanyRegister;
  /** A number that was just typed. When absent the stored one is used, otherwise the relation's. */
  kvk?: string | undefined;
}

/** `evaluated`: an evaluation of the same steps, for a caller that has one already. */
export async function buildForms(input: FormsInput, evaluated?: Evaluation): Promise<FormsAnswer> {
  const { db, open, steps, kvk } = input;
  const evaluation = evaluated ?? evaluate(open.product, steps, input);
  const relation = await findBegunFor(open, db);
  const answer = await formsFor(input, evaluation, relation);
  await listUploads(input, evaluation, answer);
  await noteCopiedAnswers(input, answer);
  if (relation && (open.place.quotation || (await open.copied(db)))) noteRelation(input, relation, answer);
  const block = await readBlock(input);
  if (block) answer.data[BLOCK] = block;
  return kvk === undefined ? { data: answer.data } : answer;
}

/** Notes at what a quotation has otherwise than the relation has now, such as an address that was corrected since. */
function noteRelation({ open, steps, language }: FormsInput, relation: RelationRecord, { data }: FormsAnswer): void {
  const { bundle } = open.product;
  const number = numberOfRequest({ rules: open.product, steps, relationKvk: relation.kvk_number });
  const company: Company = { number, available: true, facts: { relation: relationFacts(relation, number) } };
  for (const [step, { data: answers, meta }] of Object.entries(data)) {
    const fields = propertySchemas(bundle.steps[step]?.schema ?? {});
    for (const [name, value] of Object.entries(valuesFor(company, fields, "relation"))) {
      const [answer, notes] = [answers[name], meta.field_text];
      const isSaid = meta.disabled?.includes(name) || notes?.[name] !== undefined || answer === value;
      if (isSaid || !notes || typeof value !== "string" || typeof answer !== "string" || answer === "") continue;
      if (fields.get(name)?.some((schema) => schema.enum !== undefined)) continue;
      notes[name] = fillText(serverTexts[language].notes.relation_has, { value });
    }
  }
}

/** Notes at the acceptance and final questions of a copied request: their answers in that quotation. */
async function noteCopiedAnswers({ db, open, language }: FormsInput, { data }: FormsAnswer): Promise<void> {
  const copied = await open.copied(db);
  if (!copied?.answers) return;
  const { was, steps } = open.product.bundle.manifest;
  const answers = renameRequest(was, copied.answers);
  for (const { key } of steps.filter(isJudged)) {
    const notes = answerNotes(answers[key] ?? {}, copied.number, language);
    if (data[key]) Object.assign(data[key].meta.field_text!, notes);
  }
}

function answerNotes(fields: JsonObject, quotation: number, language: Language): Record<string, string> {
  const { copied_yes, copied_no } = serverTexts[language].notes;
  const answers = Object.entries(fields).flatMap(([field, value]) =>
    Object.entries(isObject(value) ? value : {}).map(([question, answer]) => [`${field}.${question}`, answer] as const),
  );
  const note = (answer: unknown) =>
    fillText(readAnswer(answer) ? copied_yes : copied_no, { number: String(quotation) });
  return Object.fromEntries(answers.map(([name, answer]) => [name, note(answer)]));
}

/** The files of each step that takes some, also those that no answer names yet. A note names those that are lost. */
async function listUploads(
  { db, open, language }: FormsInput,
  { progress }: Evaluation,
  { data }: FormsAnswer,
): Promise<void> {
  const { manifest, steps } = open.product.bundle;
  const isAsked = ({ key, extra }: StepManifest) => !extra || progress.data[key] !== undefined;
  const taking = manifest.steps.filter((step) => fileFields(steps[step.key]!).length > 0 && isAsked(step));
  if (taking.length === 0) return;
  const uploads = open.files ?? (await storedUploads(db, open));
  const ofExplanation = defaultFileField(open.product.bundle) ?? "";
  const answers = Object.fromEntries(taking.map(({ key }) => [key, data[key]?.data ?? {}]));
  const { files: lost, names } = await findLostFiles(db, open, { uploads, answers });
  const { file_gone, file_lost } = serverTexts[language].notes;
  const note = fillText(file_lost, { files: names.length > 0 ? ` (${names.join(", ")})` : "" });
  // The fields of all records have the same notes, so a record's is at its list.
  const noted = (step: string, path: readonly string[]) =>
    layoutPath(steps[step]!.schema, path).length === path.length ? path.join(".") : path[0]!;
  for (const { step, path } of lost) data[step]!.meta.field_text![noted(step, path)] = note;
  const gone = lost.map(({ id, step, path }) => ({ id, name: file_gone, size: 0, field: fileAddress(step, path) }));
  for (const { key } of taking) {
    const ofStep = [...uploads, ...gone].filter(({ field = ofExplanation }) => field.startsWith(`${key}.`));
    if (data[key] && ofStep.length > 0) data[key].meta.uploads = ofStep;
  }
}

type PrefillInput = Pick<FormsInput, "register" | "kvk" | "language"> & {
  open: Pick<OpenRequest, "product">;
  steps: ReadonlyMap<string, StoredStep>;
};

/** Needs no database: everything comes from the arguments and the register. */
export async function formsFor(
  { open, steps, register, kvk, language }: PrefillInput,
  { context }: Pick<Evaluation, "context">,
  relation: RelationRecord | null,
): Promise<Required<FormsAnswer>> {
  const facts = { rules: open.product, steps, relationKvk: relation?.kvk_number };
  const number = kvk ?? numberOfRequest(facts);
  const find = await findCompanies(register, relation, [number, ...[...steps.values()].map(numberOfStep)]);
  const company = find(number);
  // Only the look-up itself is refused: a request can always be opened and saved (decisions 18).
  if (kvk !== undefined && company.refusal) throw company.refusal;
  const data: Record<string, StepForm> = {};
  for (const { key } of open.product.bundle.manifest.steps) {
    const form = fillForm(facts, key, { company, find, lists: context.lists });
    const meta = { ...buildMeta(form, open.product, language), features: findTruths(context.answers ?? {}) };
    data[key] = { data: form.data, meta: { ...meta, revision: steps.get(key)?.revision ?? 0 } };
  }
  const isRegistered = Object.keys(company.facts.register ?? {}).length > 0;
  return { data, prefill: { found: isRegistered, available: company.available, ...describeFacts(open, company) } };
}

/** The company's value for every prefilled field (null where there is none), and the names of those that the register knows. */
function describeFacts({ product }: PrefillInput["open"], company: Company) {
  const all = product.bundle.manifest.steps.map(({ key }) => propertySchemas(product.bundle.steps[key]?.schema ?? {}));
  const following = all.flatMap((fields) => [...fields].filter(([, schemas]) => findPrefill(schemas)));
  const none = Object.fromEntries(following.map(([name]) => [name, null]));
  const values: JsonObject = Object.assign(none, ...all.map((fields) => valuesFor(company, fields)));
  const registeredValues: Answers = Object.assign({}, ...all.map((fields) => valuesFor(company, fields, "register")));
  return { values, registered: Object.keys(registeredValues) };
}

function buildMeta(form: FilledForm, product: LoadedProduct, language: Language): StepMeta {
  const { locked, notOffered, prefilled, registered, settled } = form;
  const { fixed, filled, only } = serverTexts[language].notes;
  const notes = [
    ...registered.map((name) => [name, locked.includes(name) ? fixed : filled]),
    ...notOffered.map(([name, code]) => [name, describeNotOffered(product, language, name, code)]),
    ...settled.map((name) => [name, only]),
  ];
  return { disabled: locked, prefilled, field_text: Object.fromEntries(notes) };
}

/**
 * The initial values of the request block: as saved in this request, otherwise those of the quotation that is changed or converted. The
 * first day is kept only while it is still allowed. Declarations are never copied, so the broker has to give them again (decisions 88).
 */
async function readBlock({ db, open, steps, today }: FormsInput): Promise<StepForm | null> {
  const stored = steps.get(BLOCK)?.data ?? (await ofQuotation(db, open.place));
  if (!stored) return null;
  const errors = open.product.bundle.contracts[BLOCK]?.(stored, { today, lists: {} }) ?? [];
  const refused = new Set(errors.map(({ pointer }) => pointer));
  const validEntries = Object.entries(stored).filter(([name]) => !refused.has(`/${name}`));
  const { effective_date: day } = stored;
  if (day === undefined || !refused.has("/effective_date")) return { data: Object.fromEntries(validEntries), meta: {} };
  const { language } = open.place;
  const note = fillText(serverTexts[language].notes.past_day, { day: formatDate(String(day), language) });
  return { data: Object.fromEntries(validEntries), meta: { field_text: { effective_date: note } } };
}

async function ofQuotation(db: Db, { quotation, office }: Place): Promise<JsonObject | null> {
  if (!quotation) return null;
  const agreed = (await lastAgreed(db, office, quotation.number)) ?? {};
  const kept = DIGITAL.filter((name) => agreed[name] !== undefined);
  const { start_date } = quotation;
  return {
    ...(start_date && { effective_date: start_date }),
    ...Object.fromEntries(kept.map((name) => [name, agreed[name]])),
  };
}

/** The boxes of the request block that may be left empty. */
export const DIGITAL = ["digital_invoice", "digital_correspondence"] as const;

/** The agreements of the quotation's last submit. Null for a quotation that was not made in the portal. */
export async function lastAgreed(db: Db, office: number, quotation: number): Promise<JsonObject | null> {
  const sent = await db
    .selectFrom("submissions")
    .select("agreements")
    .where("intermediary_number", "=", office)
    .where("action", "=", "quotation")
    .where("number", "=", String(quotation))
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return isObject(sent?.agreements) ? sent.agreements : null;
}
