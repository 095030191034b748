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

export const toNumber = ({ top, bottom }: Fraction): number => {
  const whole = top / bottom;
  return Number(whole) + Number(top - whole * bottom) / Number(bottom);
};

/** Amounts mostly have the same number of decimals. Only fractions that differ are brought to a common denominator. */
const shared = (one: Fraction, other: Fraction, join: (one: bigint, other: bigint) => bigint): Fraction =>
  one.bottom === other.bottom
    ? { top: join(one.top, other.top), bottom: one.bottom }
    : { top: join(one.top * other.bottom, other.top * one.bottom), bottom: one.bottom * other.bottom };

export const plus = (one: Fraction, other: Fraction): Fraction => shared(one, other, (left, right) => left + right);
export const minus = (one: Fraction, other: Fraction): Fraction => shared(one, other, (left, right) => left - right);

export const times = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
});

/** Returns null for a division by zero. */
export function divide(one: Fraction, other: Fraction): Fraction | null {
  if (other.top === 0n) return null;
  const sign = other.top < 0n ? -1n : 1n;
  return { top: sign * one.top * other.bottom, bottom: sign * one.bottom * other.top };
}

/** Returns a negative number, 0 or a positive number, as `Array.sort` expects it. */
export const compare = (one: Fraction, other: Fraction): number => {
  const difference = minus(one, other).top;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

/** Rounds half up to a whole number. */
export function roundHalfUp({ top, bottom }: Fraction): bigint {
  const [doubled, divisor] = [2n * top + bottom, 2n * bottom];
  return doubled / divisor - (doubled < 0n && doubled % divisor !== 0n ? 1n : 0n);
}
