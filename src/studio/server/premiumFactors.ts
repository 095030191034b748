// Explains a premium: each line of its calculation with its place in the files, and the resulting sums. All amounts are in cents.
import type { Language } from "#engine/schema/types.ts";
import { calculate, type Underwriting, unpricedAnswer } from "#underwriting/calculate.ts";
import { type TraceLine, tracePremium } from "#underwriting/trace.ts";

export interface FactorLine extends Omit<TraceLine, "file"> {
  file: string;
}

export interface PremiumFactors {
  lines: FactorLine[];
  /** Null when there is no premium. */
  sums: PremiumSums | null;
  /** Path of the first answer that the tariff has no price for. */
  unpriced: string | null;
}

/** With what the premium call answers in each language: the prices on cards and in lists. */
export interface PricedAnswers extends PremiumFactors {
  answered: Record<Language, unknown>;
}

export interface PremiumSums {
  perYear: number;
  months: number;
  perTerm: number;
  tax: number;
  total: number;
  oneOff: { amount: number; tax: number; total: number } | null;
}

export function findPremiumFactors(product: string, underwriting: Underwriting): PremiumFactors {
  const nameFile = (file: string) =>
    file === "rates" ? "schemas/rates/rates.json" : `schemas/products/${product}/${file}.json`;
  const result = calculate(underwriting);
  return {
    lines: tracePremium(underwriting).map((line) => ({ ...line, file: nameFile(line.file) })),
    sums: result && toSums(result),
    unpriced: unpricedAnswer(underwriting) ?? null,
  };
}

const toSums = ({ perYear, months, perTerm, tax, total, oneOff }: NonNullable<ReturnType<typeof calculate>>) => ({
  perYear,
  months,
  perTerm,
  tax,
  total,
  oneOff,
});
