// Questions, professions and rates of the back end: numbers used once, sectors that exist, dates in order.
import { isObject } from "#engine/schemaTree.ts";
import type { StepSource } from "#engine/types.ts";
import type { ProductFiles } from "./catalogue.ts";
import { answerConditionFindings } from "./checkLists.ts";
import { error, type Finding } from "./finding.ts";
import type { JsonFile } from "./readJson.ts";
import { member, objects, reporter } from "./reporting.ts";

type Steps = Record<string, StepSource>;

export function questionFindings(product: ProductFiles, steps: Steps): Finding[] {
  const findings: Finding[] = [];
  if (product.questions) {
    const { file, content } = product.questions;
    const report = reporter(file, findings);
    const seen = new Set<unknown>();
    for (const kind of ["acceptance_questions", "final_questions"]) {
      for (const [index, question] of objects(content[kind]).entries()) {
        const place = `/${kind}/${index}`;
        if (seen.has(question.id))
          report(`${place}/id`, `the number ${question.id} is there twice`, "give the question a new number");
        seen.add(question.id);
        if (question.effect === "decline" && !question.refusal_yes) {
          report(
            `${place}/refusal_yes`,
            "an answer that ends the request has no notice",
            "write what the broker must know",
          );
        }
      }
    }
    for (const [index, rule] of objects(content.answer_rules).entries()) {
      if (isObject(rule.if))
        findings.push(...answerConditionFindings(file, `/answer_rules/${index}/if`, rule.if, steps));
    }
  }
  if (product.professions) checkProfessions(product.professions, findings);
  return findings;
}

function checkProfessions({ file, content }: JsonFile, findings: Finding[]): void {
  const report = reporter(file, findings);
  const sectors = objects(content.sectors).map((sector) => sector.value);
  const professions = objects(content.professions);
  const values = professions.map((profession) => profession.value);
  for (const [index, profession] of professions.entries()) {
    if (!sectors.includes(profession.sector_id))
      report(`/professions/${index}/sector_id`, `there is no sector "${profession.sector_id}"`, "correct it");
    if (values.indexOf(profession.value) !== index)
      report(`/professions/${index}/value`, `"${profession.value}" is there twice`, "give it a code of its own");
  }
  for (const [index, sector] of sectors.entries()) {
    if (sectors.indexOf(sector) !== index)
      report(`/sectors/${index}/value`, `"${sector}" is there twice`, "give it a code of its own");
    if (!professions.some((profession) => profession.sector_id === sector)) {
      report(`/sectors/${index}`, `the sector "${sector}" has no professions`, "add one, or remove the sector");
    }
  }
}

export function rateFindings(rates: JsonFile | null): Finding[] {
  if (!rates)
    return [error("schemas/rates/rates.json", "", "the file is missing", "add it: tax and surcharges are there")];
  const findings: Finding[] = [];
  const report = reporter(rates.file, findings);
  const taxes = member(rates.content, "insurance_tax");
  if (!isObject(taxes[String(rates.content.country)]))
    report("/country", "there is no insurance tax for this country", "add it");
  for (const [country, tax] of Object.entries(taxes)) {
    const readings = member(tax, "readings");
    const use = isObject(tax) ? String(tax.use) : "";
    if (!isObject(tax) || !Object.hasOwn(readings, use))
      report(`/insurance_tax/${country}/use`, `there is no reading "${use}"`, "choose one of readings");
    for (const [name, values] of Object.entries(readings)) {
      const days = objects(values).map((value) => (typeof value.from === "string" ? value.from : ""));
      const place = `/insurance_tax/${country}/readings/${name}`;
      if (days.some((day, index) => index > 0 && day <= days[index - 1]!))
        report(place, "the dates are not in ascending order", "put the oldest first, null only once");
    }
  }
  return findings;
}
