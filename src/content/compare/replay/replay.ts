// Puts every request of a portfolio through an old and a new content and counts what becomes of it: premiums before and after, who
// is newly referred, declined, refused or asked something, and by what. Knows no database. Gives rows of the table of a comparison.
import { resolve } from "node:path";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import { Portfolio } from "../../cases/journeys/portfolio.ts";
import { Memory } from "../../read/files/memory.ts";
import { formatCount } from "../../read/findings/finding.ts";
import { readerLanguage, t } from "../../read/findings/translate.ts";
import type { Row } from "../differences.ts";
import type { Labels } from "../labels.ts";
import { type JudgedReplay, judgeBy, type Reason, type ReplayRequest, VERDICTS, type Verdict } from "./judge.ts";
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
  const fresh = new Map(after.reasons.map((reason) => [identifyReason(reason), reason]));
  for (const reason of before.reasons) fresh.delete(identifyReason(reason));
  for (const [name, reason] of fresh) {
    const existing = counts.get(name);
    if (existing) existing.numbers.push(number);
    else counts.set(name, { ...reason, numbers: [number] });
  }
  return fresh.size;
}

const identifyReason = ({ verdict, step, at, rule }: Reason): string => [verdict, step, at, rule].join(" ");

const WORDS: Record<Verdict, () => string> = {
  accepted: () => t`accepted`,
  referred: () => t`referred`,
  asked: () => t`asked`,
  refused: () => t`refused`,
  declined: () => t`declined`,
  gone: () => t`gone`,
};
const MOST_NUMBERS = 20;
const NONE = "–";

/** No row where nothing changes. `labels`: of the new content and of the old. */
export function portfolioRows(replay: ProductReplay, labels: readonly Labels[]): Row[] {
  const { product, requests, unchanged, premium, verdicts, begun, ended } = replay;
  if (unchanged === requests) return [];
  const row = (where: string, before: string, after: string) =>
    before === after ? [] : [{ product, part: "portfolio", where, before, after, place: "" }];
  const count = (side: "from" | "to", verdict: string) =>
    String(verdicts.reduce((sum, change) => sum + (change[side] === verdict ? change.count : 0), 0));
  const mean = (sum: number) =>
    formatMoney(Math.round(sum / premium.priced) / 100, readerLanguage() ?? DEFAULT_LANGUAGE);
  return [
    ...VERDICTS.flatMap((verdict) =>
      row(t`requests that are ${WORDS[verdict]()}`, count("from", verdict), count("to", verdict)),
    ),
    ...(premium.priced > 0 ? row(t`mean premium of the first year`, mean(premium.before), mean(premium.after)) : []),
    ...premium.classes.flatMap((priceClass) =>
      row(nameClass(priceClass), NONE, formatCount(priceClass.count, "request")),
    ),
    ...begun.flatMap((reason) => row(nameReason(reason, labels), NONE, listNumbers(reason))),
    ...ended.flatMap((reason) => row(nameReason(reason, labels), listNumbers(reason), NONE)),
  ];
}

function nameClass({ from, to }: PriceClass): string {
  const [least, most] = from < 0 ? [-to, -from] : [from, to];
  if (from < 0) return t`premium falls by ${least} to ${most} %`;
  return Number.isFinite(most) ? t`premium rises by ${least} to ${most} %` : t`premium rises by more than ${least} %`;
}

function listNumbers({ numbers }: ReasonCount): string {
  const first = numbers.slice(0, MOST_NUMBERS).join(", ");
  const others = numbers.length > MOST_NUMBERS ? t` and ${numbers.length - MOST_NUMBERS} more` : "";
  return t`${formatCount(numbers.length, "request")}: ${first}${others}`;
}

/** The field in its list with the rule that it breaks, the question, or the rule over answers. */
function nameReason({ verdict, step, at, rule }: ReasonCount, labels: readonly Labels[]): string {
  const path = at.split("/").slice(1);
  const [label] = labels.flatMap((side) => (rule === "rule" ? side.rule(at) : side.field(step, path)) ?? []);
  const isNamed = rule === "answer" || rule === "rule";
  return [t`${WORDS[verdict]()}: ${label ?? at}`, ...(isNamed ? [] : [rule])].join(" · ");
}

/** Requests without a database: the quotations of the sample portfolio that have answers. */
export function sampleRequests(fixturesDir: string): ReplayRequest[] {
  const { quotations } = new Portfolio(resolve(fixturesDir), new Memory());
  const requests: ReplayRequest[] = [];
  for (const { number, product_key: product, answers, date, start_date } of quotations)
    if (typeof product === "string" && answers) {
      const days = { today: String(date), day: String(start_date) };
      requests.push({ number: String(number), product, answers: answers as RequestAnswers, ...days });
    }
  return requests;
}
