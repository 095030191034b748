// Money without floating point: cents are integers, factors exact fractions read from their decimal text. Rounds half up.
import { type Fraction, roundHalfUp, times, toFraction } from "#engine/expressions/fractions.ts";

function buildFraction(value: number): Fraction {
  const fraction = toFraction(value);
  if (!fraction) throw new RangeError(`${value} is not a plain decimal number`);
  return fraction;
}

const round = (fraction: Fraction): number => Number(roundHalfUp(fraction));

/** A whole number of cents times decimal factors, rounded once at the end. */
export function cents(amount: number, ...factors: number[]): number {
  return round(factors.map(buildFraction).reduce(times, { top: BigInt(amount), bottom: 1n }));
}

/** A percentage of cents, or one of so many equal parts of it, rounded once. */
export const computePercentage = (amount: number, percentage: number, parts = 1): number =>
  round(times({ top: BigInt(amount), bottom: BigInt(100 * parts) }, buildFraction(percentage)));

/** Euros of the content as cents. */
export const toCents = (euros: number): number => round(times({ top: 100n, bottom: 1n }, buildFraction(euros)));
export const toEuros = (amount: number): number => amount / 100;
