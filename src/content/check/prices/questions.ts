// Questions, professions and rates of the back end: numbers used once, sectors that exist, dates in order.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, StepManifest } from "#engine/schema/types.ts";
import { isCalendarDay } from "#engine/values/dates.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { certainly, error, type Finding, note } from "../../read/findings/finding.ts";
import { member, membersOf, objects, type Report, repeated, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

export function checkQuestions(product: ProductFiles): Finding[] {
  const { questions, professions } = product;
  const findings: Finding[] = [];
  if (questions) {
    const { file, content } = questions;
    checkEachQuestion(content, reporter(file, findings));
    findings.push(...findRepeatedQuestions(file, content));
    checkAsked(content, readManifest(product).steps, reporter(file, findings));
  }
  if (professions) {
    const report = reporter(professions.file, findings);
    checkProfessions(objects(professions.content.professions), objects(professions.content.sectors), report);
  }
  return findings;
}

function checkEachQuestion(content: JsonObject, report: Report): void {
  const seen = new Set<unknown>();
  for (const kind of Object.values(ASKED)) {
    for (const [index, question] of objects(content[kind]).entries()) {
      const pointer = `/${kind}/${index}`;
      if (seen.has(question.id))
        report(`${pointer}/id`, t`the number ${question.id} is there twice`, t`give the question a new number`);
      seen.add(question.id);
      if (question.effect === "decline" && !question.refusal_yes) {
        const sentence = t`an answer that ends the request has no notice`;
        report(`${pointer}/refusal_yes`, sentence, t`write what the broker must know`);
      }
    }
  }
}

/** One that was copied and not rewritten. */
function findRepeatedQuestions(file: string, content: JsonObject): Finding[] {
  const findings: Finding[] = [];
  const idByText = new Map<string, unknown>();
  for (const kind of Object.values(ASKED))
    for (const [index, { id, question_text }] of objects(content[kind]).entries()) {
      const words = JSON.stringify(question_text);
      const sentence = t`it asks the same as question ${idByText.get(words)}`;
      if (!idByText.has(words)) idByText.set(words, id);
      else findings.push(note(file, `/${kind}/${index}/question_text`, sentence, t`write its own words`));
    }
  return findings;
}

/** By the call that asks them. */
const ASKED: Record<string, string> = { acceptance: "acceptance_questions", "closing-questions": "final_questions" };

/** A step without questions is never finished. A value in braces is not filled in anywhere in them. */
function checkAsked(content: JsonObject, steps: readonly StepManifest[], report: Report): void {
  for (const { key, questions } of steps) {
    const kind = ASKED[String(questions)] ?? "";
    if (kind !== "" && objects(content[kind]).length === 0) {
      const hint = t`write one, or remove the step`;
      report(`/${kind}`, t`${key} asks them and there are none, so it cannot be completed`, hint);
    }
  }
  for (const kind of [...Object.values(ASKED), "answer_rules"])
    for (const { value, place } of membersOf(content[kind], `/${kind}`)) {
      const [braces] = (typeof value === "string" && !place.includes("/if/") && /\{[^}]*\}?/.exec(value)) || [];
      if (braces) report(place, t`"${braces}" is shown literally`, t`write the word itself: nothing is filled in`);
    }
}

function checkProfessions(professions: JsonObject[], sectors: JsonObject[], report: Report): void {
  checkTwice(professions, "/professions", report);
  checkTwice(sectors, "/sectors", report);
  const sectorCodes = new Set(sectors.map(({ value }) => value));
  const used = new Set(professions.map(({ sector_id }) => sector_id));
  for (const [index, { sector_id }] of professions.entries()) {
    if (!sectorCodes.has(sector_id))
      report(`/professions/${index}/sector_id`, t`there is no sector "${sector_id}"`, t`correct it`, "refers");
  }
  for (const [index, { value }] of sectors.entries()) {
    if (!used.has(value))
      report(`/sectors/${index}`, t`the sector "${value}" has no professions`, t`add one, or remove the sector`);
  }
}

function checkTwice(items: JsonObject[], pointer: string, report: Report): void {
  for (const [index, value] of repeated(items.map((item) => item.value)))
    report(`${pointer}/${index}/value`, t`"${value}" is there twice`, t`give it a code of its own`);
}

export function checkRates(rates: JsonFile | null): Finding[] {
  if (!rates)
    return [error("schemas/rates/rates.json", "", t`the file is missing`, t`add it: tax and surcharges are there`)];
  const findings: Finding[] = [];
  const report = reporter(rates.file, findings);
  const taxes = member(rates.content, "insurance_tax");
  if (!isObject(taxes[String(rates.content.country)]))
    report("/country", t`there is no insurance tax for this country`, t`add it`);
  for (const [country, tax] of Object.entries(taxes)) {
    const readings = member(tax, "readings");
    const use = isObject(tax) ? String(tax.use) : "";
    if (!Object.hasOwn(readings, use))
      report(`/insurance_tax/${country}/use`, t`there is no reading "${use}"`, t`choose one of readings`, "refers");
    for (const [name, values] of Object.entries(readings))
      checkReading(objects(values), `/insurance_tax/${country}/readings/${name}`, report);
  }
  return findings;
}

function checkReading(values: JsonObject[], pointer: string, report: Report): void {
  const days = values.map((value) => (typeof value.from === "string" ? value.from : ""));
  if (days.some((day, index) => index > 0 && day <= days[index - 1]!))
    report(
      pointer,
      t`the dates are not in ascending order`,
      certainly(t`put the oldest first, null only once`, { kind: "sort", by: "from", member: "0" }),
    );
  const untaxed = t`no rate counts before this day, so no tax would be asked`;
  if (days[0] !== "") report(`${pointer}/0/from`, untaxed, t`write null for the oldest`);
  for (const [index, day] of days.entries())
    if (day !== "" && !isCalendarDay(day))
      report(`${pointer}/${index}/from`, t`${day} is not a day that exists`, t`correct it`);
}
