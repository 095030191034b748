// Builds the forms of a request: the stored answers, company data in the empty fields, and the server's meta for each field.
// Company values that were stored for another number are replaced by those of the current one (decisions 18, 83).

import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { withoutComputed } from "#engine/answers/computedAnswers.ts";
import { defaultFileField, fileAddress, fileFields } from "#engine/answers/fileFields.ts";
import { renameRequest } from "#engine/fields/formerNames.ts";
import { readAnswer } from "#engine/fields/questions.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import { settleChoices } from "#engine/schema/settleChoices.ts";
import { isJudged } from "#engine/schema/stepKinds.ts";
import type { Answers, JsonObject, Language, StepForm, StepManifest, StepMeta } from "#engine/schema/types.ts";
import {
  type Company,
  type Fields,
  fillStep,
  findPrefill,
  lockedIn,
  notOfferedIn,
  numberIn,
  valuesFor,
} from "#underwriting/company.ts";
import type { Db } from "../db/open.ts";
import type { StepRow } from "../db/tables/schema.ts";
import type { CompanyRegister } from "../external/companyRegister.ts";
import type { RelationRecord } from "../portfolio/portfolioPort.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";
import { findBegunFor, type OpenRequest } from "./context.ts";
import { type FoundCompany, findCompany, numberOfStep } from "./drafts/companyOf.ts";
import { findLostFiles } from "./drafts/namedFiles.ts";
import { BLOCK } from "./drafts/requestBlock.ts";
import { storedBlock } from "./drafts/storedBlock.ts";
import { storedUploads } from "./drafts/uploads.ts";
import { type EvaluateOptions, type Evaluation, evaluate } from "./evaluate.ts";

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
  const answer = await formsFor(input, evaluation, await findBegunFor(open, db));
  await listUploads(input, evaluation, answer);
  await noteCopiedAnswers(input, answer);
  const block = await storedBlock({ db, open, steps, today: input.today });
  if (block) answer.data[BLOCK] = block;
  return kvk === undefined ? { data: answer.data } : answer;
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
  for (const { step, path } of lost) data[step]!.meta.field_text![path.join(".")] = note;
  const gone = lost.map(({ id, step, path }) => ({ id, name: file_gone, size: 0, field: fileAddress(step, path) }));
  for (const { key } of taking) {
    const ofStep = [...uploads, ...gone].filter(({ field = ofExplanation }) => field.startsWith(`${key}.`));
    if (data[key] && ofStep.length > 0) data[key].meta.uploads = ofStep;
  }
}

type PrefillInput = Pick<FormsInput, "steps" | "register" | "kvk" | "language"> & {
  open: Pick<OpenRequest, "product">;
};

/** Needs no database: everything comes from the arguments and the register. */
export async function formsFor(
  { open, steps, register, kvk, language }: PrefillInput,
  evaluation: Evaluation,
  relation: RelationRecord | null,
): Promise<Required<FormsAnswer>> {
  const number = kvk ?? numberIn(steps.values()) ?? relation?.kvk_number ?? undefined;
  const findCompany = knownCompanies(register, relation);
  const company = await findCompany(number);
  // Only the look-up itself is refused: a request can always be opened and saved (decisions 18).
  if (kvk !== undefined && company.refusal) throw company.refusal;
  const data: Record<string, StepForm> = {};
  for (const step of open.product.bundle.manifest.steps) {
    const schema = open.product.bundle.steps[step.key]?.schema ?? {};
    const fields = propertySchemas(schema);
    const stored = steps.get(step.key);
    const filled = await filledStep(stored, company, fields, findCompany);
    const settled = settleChoices(schema, filled, evaluation.context.lists);
    const meta = buildMeta(settled.data, company, fields, language);
    for (const name of settled.fields) meta.field_text![name] = serverTexts[language].notes.only;
    data[step.key] = {
      data: withoutComputed(schema, settled.data),
      meta: { ...meta, features: evaluation.context.features ?? {}, revision: stored?.revision ?? 0 },
    };
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

/** Caches the register's answers by number for the duration of one call. */
export function askOnce(register: CompanyRegister): CompanyRegister {
  const requests = new Map<string, ReturnType<CompanyRegister["find"]>>();
  return {
    find(kvk) {
      const answer = requests.get(kvk) ?? register.find(kvk);
      requests.set(kvk, answer);
      return answer;
    },
  };
}

type KnownCompanies = (number: string | undefined) => Promise<FoundCompany>;

/** Finds companies by number. The register is asked once for each. */
export function knownCompanies(register: CompanyRegister, relation: RelationRecord | null): KnownCompanies {
  const once = askOnce(register);
  return (number) => findCompany(once, relation, number);
}

/** Looks up the company that the stored answers were given for, and fills in the step (`fillStep`). */
export async function filledStep(
  stored: StepRow | undefined,
  company: Company,
  fields: Fields,
  findCompany: KnownCompanies,
): Promise<JsonObject> {
  const number = stored && numberOfStep(stored);
  const other = number === company.number ? company : await findCompany(number);
  const before = number === undefined ? undefined : other;
  return fillStep({ data: stored?.data ?? {}, saved: stored !== undefined, fields, company, before });
}

function buildMeta(data: Answers, company: Company, fields: Fields, language: Language): StepMeta {
  const values = valuesFor(company, fields);
  const registered = valuesFor(company, fields, "register");
  const prefilled = Object.keys(values).filter((name) => data[name] === values[name]);
  const disabled = lockedIn(data, company, fields);
  const note = (name: string) =>
    disabled.includes(name) ? serverTexts[language].notes.fixed : serverTexts[language].notes.filled;
  const taken = prefilled.filter((name) => data[name] === registered[name]).map((name) => [name, note(name)]);
  const refused = notOfferedIn(company, fields).map((name) => [name, serverTexts[language].notes.not_offered]);
  return { disabled, prefilled, field_text: Object.fromEntries([...taken, ...refused]) };
}
