// Exact decimal arithmetic: a number is a fraction of two whole numbers, read from its decimal text, so 0.1 + 0.7 is 0.8.
export interface Fraction {
  top: bigint;
  bottom: bigint;
}

/** Returns null for a number whose decimal text has an exponent, is infinite or is not a number. */
export function toFraction(value: number): Fraction | null {
  if (Number.isSafeInteger(value)) return { top: BigInt(value), bottom: 1n };
  const text = String(value);
  const point = text.indexOf(".");
  if (!Number.isFinite(value) || text.includes("e")) return null;
  if (point < 0) return { top: BigInt(text), bottom: 1n };
  return { top: BigInt(text.slice(0, point) + text.slice(point + 1)), bottom: 10n ** BigInt(text.length - point - 1) };
}

const countBits = (value: bigint): number => 4 * value.toString(16).length;

/** Returns the nearest number, which is that of the decimal text: 378/100 is 3.78. */
export function toNumber({ top, bottom }: Fraction): number {
  const [dividend, divisor] = [Number(top), Number(bottom)];
  // A division of exact numbers is rounded once.
  if (Number.isSafeInteger(dividend) && Number.isSafeInteger(divisor)) return dividend / divisor;
  const shift = Math.max(0, countBits(bottom) - countBits(top) + 64);
  const shifted = top << BigInt(shift);
  const [quotient, rest] = [shifted / bottom, shifted % bottom];
  // One more bit is that of the rest, so that 64 bits or more are rounded once too.
  const rounded = 2n * quotient + (rest === 0n ? 0n : rest < 0n ? -1n : 1n);
  return Number(rounded) / 2 ** (shift + 1);
}

/** Amounts mostly have the same number of decimals. Only fractions that differ are brought to a common denominator. */
const shared = (left: Fraction, right: Fraction, join: (first: bigint, second: bigint) => bigint): Fraction =>
  left.bottom === right.bottom
    ? { top: join(left.top, right.top), bottom: left.bottom }
    : { top: join(left.top * right.bottom, right.top * left.bottom), bottom: left.bottom * right.bottom };

export const plus = (augend: Fraction, addend: Fraction): Fraction =>
  shared(augend, addend, (left, right) => left + right);
export const minus = (minuend: Fraction, subtrahend: Fraction): Fraction =>
  shared(minuend, subtrahend, (left, right) => left - right);

export const times = (multiplicand: Fraction, multiplier: Fraction): Fraction => ({
  top: multiplicand.top * multiplier.top,
  bottom: multiplicand.bottom * multiplier.bottom,
});

/** Returns null for a division by zero. */
export function divide(dividend: Fraction, divisor: Fraction): Fraction | null {
  if (divisor.top === 0n) return null;
  const sign = divisor.top < 0n ? -1n : 1n;
  return { top: sign * dividend.top * divisor.bottom, bottom: sign * dividend.bottom * divisor.top };
}

/** Returns a negative number, 0 or a positive number, as `Array.sort` expects it. */
export const compare = (left: Fraction, right: Fraction): number => {
  const difference = minus(left, right).top;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

/** Rounds half up to a whole number. */
export function roundHalfUp({ top, bottom }: Fraction): bigint {
  const [doubled, divisor] = [2n * top + bottom, 2n * bottom];
  return doubled / divisor - (doubled < 0n && doubled % divisor !== 0n ? 1n : 0n);
}

/** Whether a number is a whole number of steps, by the decimal text of both. */
export function isMultiple(value: number, step: number): boolean {
  const [whole, part] = [toFraction(value), toFraction(step)];
  if (!whole || !part) return Number.isInteger(value / step);
  return (whole.top * part.bottom) % (part.top * whole.bottom) === 0n;
}
