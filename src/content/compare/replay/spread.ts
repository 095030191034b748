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
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? sorted[0]!;
  const sum = sorted.reduce((total, one) => total + one, 0);
  return {
    count: sorted.length,
    sum,
    mean: sum / sorted.length,
    min: sorted[0]!,
    max: sorted.at(-1)!,
    p5: at(0.05),
    p25: at(0.25),
    median: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
  };
}

const MOST_BINS = 16;

/** Includes the empty ones between, so that a chart has an even axis. Leaves out zeros. */
export function buildBins(numbers: readonly number[]): Bin[] {
  const own = numbers.filter((one) => one !== 0);
  if (own.length === 0) return [];
  const least = own.reduce((low, one) => Math.min(low, one), 0);
  const most = own.reduce((high, one) => Math.max(high, one), 0);
  const width = roundUp((most - least) / (MOST_BINS - 2));
  const counts = new Map<number, number>();
  for (const one of own) {
    const index = one > 0 ? Math.ceil(one / width) - 1 : Math.floor(one / width);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  const first = Math.min(...counts.keys());
  const last = Math.max(...counts.keys());
  // Widths such as 0.1 add up to 0.30000000000000004.
  const edge = (index: number) => Number((index * width).toPrecision(12));
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const index = first + at;
    return { from: edge(index), to: edge(index + 1), count: counts.get(index) ?? 0 };
  });
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundUp(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return power * ([1, 2, 5, 10].find((one) => one * power >= width * (1 - 1e-9)) ?? 10);
}
