// Money without floating point: cents are integers, factors exact fractions read from their decimal text. Rounds half up.
interface Fraction {
  top: bigint;
  bottom: bigint;
}

function buildFraction(value: number): Fraction {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`${text} is no plain decimal number`);
  const [, sign = "", whole = "0", decimals = ""] = match;
  return { top: BigInt(`${sign}${whole}${decimals}`), bottom: 10n ** BigInt(decimals.length) };
}

const times = (left: Fraction, right: Fraction): Fraction => ({
  top: left.top * right.top,
  bottom: left.bottom * right.bottom,
});

function roundHalfUp({ top, bottom }: Fraction): number {
  const doubled = 2n * top + bottom;
  const divisor = 2n * bottom;
  const floor = doubled / divisor - (doubled < 0n && doubled % divisor !== 0n ? 1n : 0n);
  return Number(floor);
}

/** A whole number of cents times decimal factors, rounded once at the end. */
export function cents(amount: number, ...factors: number[]): number {
  return roundHalfUp(factors.map(buildFraction).reduce(times, { top: BigInt(amount), bottom: 1n }));
}

/** A percentage of cents, or one of so many equal parts of it; rounded once. */
export const computePercentage = (amount: number, percentage: number, parts = 1): number =>
  roundHalfUp(times({ top: BigInt(amount), bottom: BigInt(100 * parts) }, buildFraction(percentage)));

/** Euros of the content as cents. */
export const toCents = (euros: number): number => roundHalfUp(times({ top: 100n, bottom: 1n }, buildFraction(euros)));
export const toEuros = (amount: number): number => amount / 100;
