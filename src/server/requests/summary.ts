// What was asked for, in short, as the outcome shows it: kept with the answer of the submit, so that the outcome can be
// opened again (decisions 89). Amounts are those of the contract that was written, in euros.
import type { SubmitSummary } from "#api/wireTypes.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import { toEuros } from "#underwriting/decimal.ts";
import type { Issue } from "./outcome.ts";

export function buildSummary(
  { open, relation, day }: Issue,
  calculation: Calculation,
  document: number,
): SubmitSummary {
  const { product, place } = open;
  return {
    company: relation.company,
    effective_date: day,
    insured_amount: toEuros(calculation.insuredAmount),
    own_risk: calculation.ownRisk === null ? null : toEuros(calculation.ownRisk),
    additional_coverages: calculation.additional.map(({ value }) =>
      product.text(place.language, `wizard.additional_coverage.${value}.name`),
    ),
    total_amount: toEuros(calculation.total),
    months: calculation.months,
    document,
  };
}
