// The amounts of a premium by the names that journeys give them.
import type { Calculation } from "./calculate.ts";
import { toEuros } from "./decimal.ts";

/** In cents. */
const AMOUNTS: Record<string, (result: Calculation) => number | null | undefined> = {
  main: ({ main }) => main,
  per_year: ({ perYear }) => perYear,
  per_term: ({ perTerm }) => perTerm,
  surcharge: ({ surcharge }) => surcharge,
  tax: ({ tax }) => tax,
  total: ({ total }) => total,
  own_risk: ({ ownRisk }) => ownRisk,
  insured_amount: ({ insuredAmount }) => insuredAmount,
  insured_amount_per_year: ({ insuredAmountPerYear }) => insuredAmountPerYear,
  one_off: ({ oneOff }) => oneOff?.amount,
  one_off_tax: ({ oneOff }) => oneOff?.tax,
  one_off_total: ({ oneOff }) => oneOff?.total,
  total_amount_base: ({ main, doubled, doubleYearLimit }) => main + (doubled ? doubleYearLimit : 0),
  total_amount: ({ total }) => total,
  total_amount_additional_coverages: ({ additional }) => additional.reduce((sum, { amount }) => sum + amount, 0),
};

/** In euros. Null: not known, or there is none. */
export function namedAmounts(result: Calculation | null): Record<string, number | null> {
  const named = Object.entries(AMOUNTS).map(([name, read]) => {
    const amount = result && read(result);
    return [name, amount === null || amount === undefined ? null : toEuros(amount)];
  });
  return Object.fromEntries(named);
}
