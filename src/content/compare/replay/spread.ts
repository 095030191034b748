// How numbers are spread: quantiles, and bins of a round width with zero as one of their edges.

export interface Spread {
  count: number;
  sum: number;
  mean: number;
  min: number;
  max: number;
  /** 5, 25, 50, 75 and 95 of a hundred are at most this. */
  p5: number;
  p25: number;
  median: number;
  p75: number;
  p95: number;
}

/** From `from` up to `to`. Below zero a bin excludes its `to`, above zero its `from`. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** Null without numbers. */
export function buildSpread(numbers: readonly number[]): Spread | null {
  if (numbers.length === 0) return null;
  const sorted = Float64Array.from(numbers).sort();
  const quantile = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? sorted[0]!;
  const sum = sorted.reduce((total, number) => total + number, 0);
  return {
    count: sorted.length,
    sum,
    mean: sum / sorted.length,
    min: sorted[0]!,
    max: sorted.at(-1)!,
    p5: quantile(0.05),
    p25: quantile(0.25),
    median: quantile(0.5),
    p75: quantile(0.75),
    p95: quantile(0.95),
  };
}

const MOST_BINS = 16;

/** Includes the empty ones between, so that a chart has an even axis. Leaves out zeros. */
export function buildBins(numbers: readonly number[]): Bin[] {
  const nonZero = numbers.filter((number) => number !== 0);
  if (nonZero.length === 0) return [];
  const least = nonZero.reduce((low, number) => Math.min(low, number), 0);
  const most = nonZero.reduce((high, number) => Math.max(high, number), 0);
  const width = roundUp((most - least) / (MOST_BINS - 2));
  const counts = new Map<number, number>();
  for (const number of nonZero) {
    const index = number > 0 ? Math.ceil(number / width) - 1 : Math.floor(number / width);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const first = Math.min(...counts.keys());
  const last = Math.max(...counts.keys());
  // Widths such as 0.1 add up to 0.30000000000000004.
  const edge = (index: number) => Number((index * width).toPrecision(12));
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset;
    return { from: edge(index), to: edge(index + 1), count: counts.get(index) ?? 0 };
  });
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return power * ([1, 2, 5, 10].find((multiple) => multiple * power >= width * (1 - 1e-9)) ?? 10);
}
