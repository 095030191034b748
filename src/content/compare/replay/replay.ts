// Puts every request of a portfolio through an old and a new content and counts what becomes of it: premiums before and after, who
// is newly referred, declined, refused or asked something, and by what. Knows no database and prints nothing.
import { type JudgedReplay, judgeBy, type Reason, type ReplayRequest, type Verdict } from "./judge.ts";
import type { ReplayContent } from "./rules.ts";

interface ReplayInput {
  old: ReplayContent;
  new: ReplayContent;
  requests: readonly ReplayRequest[];
}

export interface ReplayResult {
  requests: number;
  /** By key, those with requests alone. */
  products: ProductReplay[];
}

export interface ProductReplay {
  product: string;
  requests: number;
  /** Nothing about them changes: neither verdict nor reasons nor premium. */
  unchanged: number;
  premium: PremiumChange;
  /** From the verdict by the old content to that by the new, those that occur. The same ones too. */
  verdicts: { from: Verdict; to: Verdict; count: number }[];
  /** Results that only the new content gives, most frequent first. `ended`: those that only the old content gives. */
  begun: ReasonCount[];
  ended: ReasonCount[];
}

/** Of requests with a price by both. */
interface PremiumChange {
  priced: number;
  same: number;
  dearer: number;
  cheaper: number;
  /** Sums in cents. */
  before: number;
  after: number;
  classes: PriceClass[];
}

/** How many premiums change by more than `from` and at most `to` percent. Below zero by `from` to less than `to`. */
export interface PriceClass {
  from: number;
  to: number;
  count: number;
}

export interface ReasonCount extends Reason {
  numbers: string[];
}

interface Pair {
  request: ReplayRequest;
  old: JudgedReplay;
  new: JudgedReplay;
}

export function replayPortfolio({ old, new: next, requests }: ReplayInput): ReplayResult {
  const pairs = requests.map((request) => ({
    request,
    old: judgeBy(old, request),
    new: judgeBy(next, request),
  }));
  const grouped = [...Map.groupBy(pairs, ({ request }) => request.product)];
  const products = grouped
    .map(([product, judged]) => summarize(product, judged))
    .sort((left, right) => left.product.localeCompare(right.product));
  return { requests: requests.length, products };
}

function summarize(product: string, pairs: readonly Pair[]): ProductReplay {
  const begun = new Map<string, ReasonCount>();
  const ended = new Map<string, ReasonCount>();
  const verdicts = new Map<string, ProductReplay["verdicts"][number]>();
  let unchanged = 0;
  for (const { request, old, new: next } of pairs) {
    const differs = addNew(begun, request, old, next) + addNew(ended, request, next, old);
    if (differs === 0 && old.verdict === next.verdict && old.premium === next.premium) unchanged += 1;
    const way = `${old.verdict} ${next.verdict}`;
    const change = verdicts.get(way) ?? { from: old.verdict, to: next.verdict, count: 0 };
    verdicts.set(way, { ...change, count: change.count + 1 });
  }
  const frequent = (reasons: Map<string, ReasonCount>) =>
    [...reasons.values()].sort((left, right) => right.numbers.length - left.numbers.length);
  return {
    product,
    requests: pairs.length,
    unchanged,
    premium: comparePremiums(pairs),
    verdicts: [...verdicts.values()].sort((left, right) => right.count - left.count),
    begun: frequent(begun),
    ended: frequent(ended),
  };
}

const EDGES = [0, 5, 10, 25, 50, 100, Number.POSITIVE_INFINITY];
const RISES = EDGES.slice(1).map((to, index) => ({ from: EDGES[index]!, to }));
const CLASSES = [...RISES.map(({ from, to }) => ({ from: -to, to: -from })).toReversed(), ...RISES];

function comparePremiums(pairs: readonly Pair[]): PremiumChange {
  const priced = pairs.flatMap(({ old, new: next }) =>
    old.premium === null || next.premium === null ? [] : [[old.premium, next.premium] as const],
  );
  const changes = priced.map(([before, after]) => after - before);
  const percents = priced.flatMap(([before, after]) => (after === before ? [] : [((after - before) * 100) / before]));
  const isIn = (percent: number, from: number, to: number) =>
    percent > 0 ? percent > from && percent <= to : percent >= from && percent < to;
  return {
    priced: priced.length,
    same: priced.length - percents.length,
    dearer: changes.filter((change) => change > 0).length,
    cheaper: changes.filter((change) => change < 0).length,
    before: priced.reduce((sum, [before]) => sum + before, 0),
    after: priced.reduce((sum, [, after]) => sum + after, 0),
    classes: CLASSES.flatMap(({ from, to }) => {
      const count = percents.filter((percent) => isIn(percent, from, to)).length;
      return count > 0 ? [{ from, to, count }] : [];
    }),
  };
}

/** Counts the reasons of `after` that are not in `before`. Returns how many there are. */
function addNew(
  counts: Map<string, ReasonCount>,
  { number }: ReplayRequest,
  before: JudgedReplay,
  after: JudgedReplay,
): number {
  const fresh = new Map(after.reasons.map((reason) => [nameReason(reason), reason]));
  for (const reason of before.reasons) fresh.delete(nameReason(reason));
  for (const [name, reason] of fresh) {
    const existing = counts.get(name);
    if (existing) existing.numbers.push(number);
    else counts.set(name, { ...reason, numbers: [number] });
  }
  return fresh.size;
}

const nameReason = ({ verdict, step, at, rule }: Reason): string => [verdict, step, at, rule].join(" ");
