// The names in cases and journeys exist: an answer to an unknown field would be left out silently, and the case or journey would
// test something else than its author means.
import { basename } from "node:path";
import { defaultFileField, findFileField } from "#engine/answers/fileFields.ts";
import { CONFIRMED, takesConfirmations } from "#engine/expressions/warnings.ts";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { isAccepted } from "#engine/rules/fileRules.ts";
import { memberList } from "#engine/schema/members.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { isCalendarDay } from "#engine/values/dates.ts";
import type { PreparedProduct } from "../check/prepare.ts";
import { backSources } from "../read/backLists.ts";
import { readManifest } from "../read/catalogue.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { error, type Finding, removal } from "../read/findings/finding.ts";
import { type Report, reporter } from "../read/findings/reporting.ts";
import { kinds, meantOr } from "../read/findings/sentences.ts";
import { t } from "../read/findings/translate.ts";
import { SHARED } from "../read/shared/sharedCases.ts";
import { findFields } from "../read/steps/stepIndex.ts";
import { fileAddresses } from "./journeys/files.ts";
import type { Portfolio } from "./journeys/portfolio.ts";
import { contextFor, type Fixture, type FixtureCase, type FixtureContext, type Journey } from "./steps/fixtures.ts";

export function caseNames(file: JsonFile, prepared: PreparedProduct): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(file.file, findings);
  const { step, base, context, cases } = file.content as unknown as Fixture;
  checkFields(base, step, { prepared, place: "/base", report });
  checkContext(context, { prepared, place: "/context", report });
  for (const [index, fixtureCase] of cases.entries()) {
    if (fixtureCase.context) checkContext(fixtureCase.context, { prepared, place: `/cases/${index}/context`, report });
    checkSet(fixtureCase, step, { prepared, place: `/cases/${index}/set`, report });
  }
  return findings;
}

export function journeyNames(file: JsonFile, prepared: PreparedProduct, portfolio: Portfolio): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(file.file, findings);
  const journey = file.content as unknown as Journey;
  checkDay(journey.today, "/today", report);
  for (const [index, { step, answers = {} }] of journey.steps.entries())
    if (prepared.steps[step]) checkFields(answers, step, { prepared, place: `/steps/${index}/answers`, report });
  checkFields(journey.submit.answers ?? {}, "request", { prepared, place: "/submit/answers", report });
  const steps = journey.steps.map(({ step }) => step);
  const after = journey.resume_after;
  if (after !== undefined && !steps.includes(after))
    report("/resume_after", t`the journey saves no step "${after}"`, meantOr(steps, after, t`name one of its steps`));
  checkUploads(journey, prepared, report);
  const { relation } = journey;
  if (relation !== undefined && portfolio.relations.length > 0 && !portfolio.companyOf(relation))
    report("/relation", t`fixtures/portfolio/relations.json has no relation ${relation}`, t`name one that is there`);
  return findings.map((finding) => ({ ...finding, product: journey.product }));
}

/** Each file has a field, and the field takes files of its kind. */
function checkUploads({ steps, uploads = [] }: Journey, prepared: PreparedProduct, report: Report): void {
  const product = { manifest: readManifest(prepared.product), steps: prepared.steps };
  const ofExplanation = defaultFileField(product);
  const isSaved = (address: string) => steps.some(({ step }) => address.startsWith(`${step}.`));
  for (const [index, { name, field }] of uploads.entries()) {
    const place = `/uploads/${index}`;
    const address = field ?? ofExplanation;
    const found = address === undefined ? undefined : findFileField(prepared.steps, address);
    if (field !== undefined && !found) {
      const hint = meantOr(fileAddresses(product), field, t`name a field with the control dropzone, or remove it`);
      report(`${place}/field`, t`"${field}" is not a field for files`, hint);
    } else if (!found || (field === undefined && !isSaved(address!))) {
      report("/uploads", t`no step of the journey takes files`, t`add the step that explains, or remove them`);
      return;
    } else if (!isAccepted(name, found.rules.extensions)) {
      const hint = t`choose from: ${found.rules.extensions.join(", ")}`;
      report(`${place}/name`, t`files like ${name} are not taken`, hint);
    }
  }
}

/**
 * Of a stored quotation that can be changed, where a name that is nearly one of the product was meant to be it. Other
 * names belong to an earlier version.
 */
export function quotationNames(
  { file, quotations }: { file: string; quotations: Portfolio["quotations"] },
  { keys, products }: { keys: readonly string[]; products: ReadonlyMap<string, PreparedProduct> },
): { findings: Finding[]; misnamed: ReadonlySet<unknown> } {
  const findings: Finding[] = [];
  const misnamed = new Set<unknown>();
  for (const [index, { number, product_key: key, answers }] of quotations.entries()) {
    const reportFor =
      (product: string): Report =>
      (pointer, sentence, hint) => {
        if (typeof hint === "string" || hint.remedy[0]?.kind !== "respell") return;
        reporter(file, findings)(`/${index}/${pointer}`, sentence, hint);
        Object.assign(findings.at(-1)!, { product });
        misnamed.add(number);
      };
    const prepared = products.get(String(key));
    if (prepared) checkSteps(answers, { prepared, place: "answers", report: reportFor(String(key)) });
    else if (key !== undefined && !keys.includes(String(key))) {
      const meant = meantOr([...keys], key, "");
      reportFor(String(key))("product_key", t`there is no product "${key}"`, meant);
    }
  }
  return { findings, misnamed };
}

function checkSteps(answers: unknown, { prepared, place, report }: NamePlace): void {
  for (const [step, stepAnswers] of Object.entries(Object(answers))) {
    const within = `${place}/${step}`;
    if (prepared.steps[step]) checkFields(stepAnswers, step, { prepared, place: within, report });
    else {
      const hint = meantOr(Object.keys(prepared.steps), step, t`name a step of the product`);
      report(within, t`there is no step "${step}"`, hint);
    }
  }
}

interface NamePlace {
  prepared: PreparedProduct;
  place: string;
  report: Report;
}

function checkFields(answers: unknown, step: string, { prepared, place, report }: NamePlace): void {
  const fields = [...findFields(prepared.steps[step]).keys()];
  if (takesConfirmations(prepared.steps[step]?.schema ?? {})) fields.push(CONFIRMED);
  for (const name of isObject(answers) ? Object.keys(answers) : []) {
    if (
      findFields(prepared.steps[step])
        .get(name)
        ?.some(({ computed }) => computed !== undefined)
    )
      report(`${place}/${name}`, t`"${name}" is computed and cannot be answered`, removal());
    if (fields.includes(name)) continue;
    const hint = meantOr(fields, name, FIX());
    report(`${place}/${name}`, t`"${name}" is not a field of ${step}`, hint);
  }
  for (const [name, group] of Object.entries(Object(answers)))
    for (const id of Object.keys(Object(group)))
      checkMember(id, name, step, { prepared, place: `${place}/${name}/${id}`, report });
}

/** A question or a cover of a group of answers. */
function checkMember(id: string, field: string, step: string, { prepared, place, report }: NamePlace): void {
  const group = findGroup(prepared, step, field);
  if (!group || group.members.includes(id)) return;
  const { required, members } = group;
  const all = members.join(", ");
  // Numbers of questions lie near each other: one that is near was hardly meant.
  const [sentence, hint] = required
    ? [t`${step} asks no question ${id}`, t`its questions are ${all}`]
    : [t`${field} has no "${id}"`, meantOr(members, id, t`it has ${all}`)];
  report(place, sentence, hint);
}

/** What a field holds that answers one list: questions, or covers, of which a later tariff may have others. */
function findGroup({ product, steps }: PreparedProduct, step: string, field: string) {
  const [group] =
    findFields(steps[step])
      .get(field)
      ?.flatMap((schema) => memberList(schema) ?? []) ?? [];
  if (!group) return undefined;
  const manifest = { lists: readManifest(product).lists };
  const days = ["", ...product.tariffs.map(({ from }) => from)];
  const items = days.flatMap(
    (day) => resolveLists(manifest, backSources(product, day), {}, "").lists[group.list] ?? [],
  );
  if (items.length === 0) return undefined;
  return { required: group.required, members: [...new Set(items.map(({ value }) => `${group.prefix}${value}`))] };
}

function checkSet({ set = {}, expect }: FixtureCase, step: string, { prepared, place, report }: NamePlace): void {
  for (const pointer of Object.keys(set)) {
    const [field = "", id] = pointerSegments(pointer);
    const meant = expect !== "valid" && expect.some(([expectedPointer]) => expectedPointer === pointer);
    if (id !== undefined && !meant) checkMember(String(id), field, step, { prepared, place, report });
  }
}

function checkContext({ today, answers = {}, facts = {}, lists = {} }: FixtureContext, scope: NamePlace): void {
  const { prepared, place, report } = scope;
  const { product, steps } = prepared;
  if (today !== undefined) checkDay(today, `${place}/today`, report);
  const given = { ...scope, place: `${place}/answers` };
  checkSteps(answers, given);
  for (const [step, stepAnswers] of Object.entries(answers)) if (steps[step]) checkKinds(stepAnswers, step, given);
  if (!product.tariff) return;
  const defined = readManifest(product);
  for (const [kind, named] of Object.entries({ facts, lists }) as ["facts" | "lists", object][]) {
    const names = Object.keys(defined[kind] ?? {});
    for (const name of Object.keys(named).filter((key) => !names.includes(key) && !key.startsWith("$")))
      report(
        `${place}/${kind}/${name}`,
        kind === "facts" ? t`the product has no fact "${name}"` : t`the product has no list "${name}"`,
        meantOr(names, name, FIX()),
      );
  }
}

/** An answer of another kind than the step gives meets no condition of a list, as if it were not there. */
function checkKinds(answers: unknown, step: string, { prepared, place, report }: NamePlace): void {
  const errors = prepared.judge.errors(step, answers, contextFor(prepared));
  for (const { pointer, keyword, params } of errors)
    if (keyword === "type")
      report(`${place}/${step}${pointer}`, t`${step} gives no answer of this kind`, t`write ${kinds(params.type)}`);
}

const FIX = () => removal(t`correct the name or remove it`);

function checkDay(day: string, pointer: string, report: Report): void {
  if (!isCalendarDay(day)) report(pointer, t`${day} is not a day that exists`, t`correct it`);
}

/** Refuses cases whose product or step differs from their folder and file: they would replace those cases. `keys`: all products. */
export function findMisplaced(
  { file, content }: JsonFile,
  [folder = "", name = ""]: string[],
  { steps }: PreparedProduct,
  keys: readonly string[],
): Finding | null {
  const { product, step } = content as unknown as Fixture;
  if (folder !== product && folder !== SHARED) {
    const sentence = t`its cases are of ${product}, and it is in the folder ${folder}`;
    const hint = keys.includes(folder) ? t`write "${folder}", or move the file` : t`move it to the folder ${product}`;
    return error(file, "/product", sentence, hint);
  }
  if (!steps[step]) {
    const hint = meantOr(Object.keys(steps), step, t`its steps are ${Object.keys(steps).join(", ")}`);
    return error(file, "/step", t`there is no step "${step}" of "${product}"`, hint);
  }
  if (name === `${step}.json`) return null;
  const sentence = t`its cases are of ${step}, and the file is called ${name}`;
  return error(file, "/step", sentence, t`write "${basename(name, ".json")}", or rename the file`);
}
