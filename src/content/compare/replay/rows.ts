// What a portfolio becomes, as rows of the table of a comparison: outcomes, premiums, how they change, and why.
import { formatMoney } from "#engine/values/formats.ts";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import type { Row } from "../differences.ts";
import type { Labels } from "../labels.ts";
import { VERDICTS } from "./judge.ts";
import type { PriceClass, ProductReplay, ReasonCount } from "./replay.ts";

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
  const mean = (sum: number) => formatMoney(Math.round(sum / premium.priced) / 100, DEFAULT_LANGUAGE);
  return [
    ...VERDICTS.flatMap((verdict) => row(`requests that are ${verdict}`, count("from", verdict), count("to", verdict))),
    ...(premium.priced > 0 ? row("mean premium of the first year", mean(premium.before), mean(premium.after)) : []),
    ...premium.classes.flatMap((priceClass) =>
      row(`premium ${nameClass(priceClass)}`, NONE, countRequests(priceClass.count)),
    ),
    ...begun.flatMap((reason) => row(nameReason(reason, labels), NONE, listNumbers(reason))),
    ...ended.flatMap((reason) => row(nameReason(reason, labels), listNumbers(reason), NONE)),
  ];
}

function nameClass({ from, to }: PriceClass): string {
  const [least, most] = from < 0 ? [-to, -from] : [from, to];
  const change = Number.isFinite(most) ? `by ${least} to ${most} %` : `by more than ${least} %`;
  return `${from < 0 ? "falls" : "rises"} ${change}`;
}

const countRequests = (count: number): string => `${count} ${count === 1 ? "request" : "requests"}`;

function listNumbers({ numbers }: ReasonCount): string {
  const others = numbers.length > MOST_NUMBERS ? ` and ${numbers.length - MOST_NUMBERS} more` : "";
  return `${countRequests(numbers.length)}: ${numbers.slice(0, MOST_NUMBERS).join(", ")}${others}`;
}

/** The field in its list with the rule that it breaks, the question, or the rule over answers. */
function nameReason({ verdict, step, at, rule }: ReasonCount, labels: readonly Labels[]): string {
  const path = at.split("/").slice(1);
  const [label] = labels.flatMap((side) => (rule === "rule" ? side.rule(at) : side.field(step, path)) ?? []);
  const isNamed = rule === "answer" || rule === "rule";
  return [`${verdict}: ${label ?? at}`, ...(isNamed ? [] : [rule])].join(" · ");
}
