// What leaves for the systems of others: every mapped field exists, and every name is given once.
import type { ProductFiles } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { answerExists, listAnswers, type Steps } from "../../read/steps/stepIndex.ts";

/** The members of an event beside answers, as in schemas/api/handover-event.schema.json. */
export const HANDOVER_FACTS = {
  case: ["quotation_number", "policy_number", "referral_number", "relation_number"],
  contract: [
    "start_date",
    "duration_months",
    "term_months",
    "premium_annual",
    "premium_term",
    "insurance_tax",
    "premium_total",
    "one_off_total",
    "insured_amount_per_claim",
    "insured_amount_per_year",
    "own_risk",
  ],
};

export function checkHandover({ handover }: ProductFiles, steps: Steps): Finding[] {
  if (!handover) return [];
  const findings: Finding[] = [];
  const report = reporter(handover.file, findings);
  const facts = Object.entries(HANDOVER_FACTS).flatMap(([group, names]) => names.map((name) => `${group}.${name}`));
  const ownerByName = new Map<unknown, string>();
  for (const [path, name] of Object.entries(member(handover.content, "fields"))) {
    if (!facts.includes(path) && !answerExists(steps, path)) {
      const [step = ""] = path.split(".");
      const hint = meantOr([...facts, ...listAnswers(steps)], path, "name a field of a step, or remove it");
      const sentence = steps[step] || facts.includes(path) ? `"${path}" is not a field` : `"${step}" is not a step`;
      report(`/fields/${path}`, sentence, hint, "refers");
    }
    const other = ownerByName.get(name);
    if (other !== undefined)
      report(`/fields/${path}`, `"${name}" is the name of "${other}" already`, "give each a name of its own");
    ownerByName.set(name, path);
  }
  return findings;
}
