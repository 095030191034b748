// Explains a premium: each line of its calculation with its place in the files, and the resulting sums. All amounts are in cents.
import type { Language } from "#engine/schema/types.ts";
import { type Calculation, calculate, type Underwriting, unpricedAnswer } from "#underwriting/calculate.ts";
import { type TraceLine, tracePremium } from "#underwriting/trace.ts";

/** With the path of its file. */
export type FactorLine = TraceLine;

export interface PremiumFactors {
  lines: FactorLine[];
  /** Null when there is no premium. */
  sums: Calculation | null;
  /** Path of the first answer that the tariff has no price for. */
  unpriced: string | null;
}

/** With what the premium call answers in each language: the prices on cards and in lists. */
export interface PricedAnswers extends PremiumFactors {
  answered: Record<Language, unknown>;
}

export function findPremiumFactors(product: string, underwriting: Underwriting): PremiumFactors {
  const nameFile = (file: string) =>
    file === "rates" ? "schemas/rates/rates.json" : `schemas/products/${product}/${file}.json`;
  return {
    lines: tracePremium(underwriting).map((line) => ({ ...line, file: nameFile(line.file) })),
    sums: calculate(underwriting),
    unpriced: unpricedAnswer(underwriting) ?? null,
  };
}
