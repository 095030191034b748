// Puts every request of a portfolio through an old and a new content and counts what becomes of it: premiums before and after, who
// is newly referred, declined, refused or asked something, and by what. Knows no database and prints nothing.
import { type Judged, judgeBy, type Reason, type ReplayRequest, type Verdict } from "./judge.ts";
import type { ReplayContent } from "./rules.ts";
import { type Bin, buildBins, buildSpread, type Spread } from "./spread.ts";

interface ReplayInput {
  old: ReplayContent;
  new: ReplayContent;
  requests: readonly ReplayRequest[];
}

export interface ReplayResult {
  old: string;
  new: string;
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

/** Of requests with a price by both, in cents. `euros` and `percents` are of the change of each. */
interface PremiumChange {
  priced: number;
  same: number;
  dearer: number;
  cheaper: number;
  before: Spread | null;
  after: Spread | null;
  change: Spread | null;
  euros: Bin[];
  percents: Bin[];
}

export interface ReasonCount extends Reason {
  numbers: string[];
}

interface Pair {
  request: ReplayRequest;
  old: Judged;
  new: Judged;
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
  return { old: old.name, new: next.name, requests: requests.length, products };
}

function summarize(product: string, pairs: readonly Pair[]): ProductReplay {
  const begun = new Reasons();
  const ended = new Reasons();
  const verdicts = new Map<string, ProductReplay["verdicts"][number]>();
  let unchanged = 0;
  for (const { request, old, new: next } of pairs) {
    const differs = begun.addNew(request, old, next) + ended.addNew(request, next, old);
    if (differs === 0 && old.verdict === next.verdict && old.premium === next.premium) unchanged += 1;
    const way = `${old.verdict} ${next.verdict}`;
    const change = verdicts.get(way) ?? { from: old.verdict, to: next.verdict, count: 0 };
    verdicts.set(way, { ...change, count: change.count + 1 });
  }
  return {
    product,
    requests: pairs.length,
    unchanged,
    premium: comparePremiums(pairs),
    verdicts: [...verdicts.values()].sort((left, right) => right.count - left.count),
    begun: begun.counted(),
    ended: ended.counted(),
  };
}

function comparePremiums(pairs: readonly Pair[]): PremiumChange {
  const priced = pairs.flatMap(({ old, new: next }) =>
    old.premium === null || next.premium === null ? [] : [[old.premium, next.premium] as const],
  );
  const changes = priced.map(([before, after]) => after - before);
  const changed = priced.filter(([before, after]) => before !== after);
  return {
    priced: priced.length,
    same: priced.length - changed.length,
    dearer: changes.filter((change) => change > 0).length,
    cheaper: changes.filter((change) => change < 0).length,
    before: buildSpread(priced.map(([before]) => before)),
    after: buildSpread(priced.map(([, after]) => after)),
    change: buildSpread(changes),
    euros: buildBins(changed.map(([before, after]) => (after - before) / 100)),
    percents: buildBins(changed.flatMap(([before, after]) => (before > 0 ? [((after - before) * 100) / before] : []))),
  };
}

const nameReason = ({ verdict, step, at, rule }: Reason): string => [verdict, step, at, rule].join(" ");

/** Reasons by name, with the requests that they are about. */
class Reasons {
  readonly #known = new Map<string, ReasonCount>();

  /** Adds those of `after` that are not in `before`. Returns how many. */
  addNew({ number }: ReplayRequest, before: Judged, after: Judged): number {
    if (after.reasons.length === 0) return 0;
    const had = new Set(before.reasons.map(nameReason));
    const fresh = new Map(after.reasons.map((reason) => [nameReason(reason), reason]));
    for (const name of had) fresh.delete(name);
    for (const [name, reason] of fresh) {
      const existing = this.#known.get(name);
      if (existing) existing.numbers.push(number);
      else this.#known.set(name, { ...reason, numbers: [number] });
    }
    return fresh.size;
  }

  counted(): ReasonCount[] {
    return [...this.#known.values()].sort((left, right) => right.numbers.length - left.numbers.length);
  }
}
