// What becomes of quotations and open requests: each keeps the rules that it began with, and meets the new ones when it is
// changed or converted.
import { type Judged, judgeBy, type ReplayRequest, type Verdict } from "../replay/judge.ts";
import type { ReplayContent } from "../replay/rules.ts";
import type { Labelled } from "./labels.ts";
import { type Change, Scope } from "./scope.ts";
import { inWords, type Kind, money, phrase, type Words } from "./words.ts";

interface Affected {
  old: ReplayContent;
  now: ReplayContent;
  requests: readonly ReplayRequest[];
  /** Products that differ, with their words. */
  products: ReadonlyMap<string, Labelled>;
}

const KIND: Record<Exclude<Verdict, "accepted">, Kind> = {
  asked: "quotation.asked",
  refused: "quotation.refused",
  referred: "quotation.referred",
  declined: "quotation.declined",
  gone: "quotation.gone",
};

interface Found {
  kind: Kind;
  what: Words;
  numbers: string[];
}

export function compareRequests({ old, now, requests, products }: Affected): Change[] {
  const changes: Change[] = [];
  for (const [product, own] of Map.groupBy(requests, (request) => request.product)) {
    const scope = new Scope({ product, part: "requests", file: "" }, changes);
    const labels = products.get(product);
    if (labels) tellProduct(scope, labels, { old, now, own });
  }
  return changes;
}

interface Sides {
  old: ReplayContent;
  now: ReplayContent;
  own: readonly ReplayRequest[];
}

function tellProduct(scope: Scope, labels: Labelled, { old, now, own }: Sides): void {
  const found = new Map<string, Found>();
  const priced: { number: string; change: number }[] = [];
  const affected = new Set<ReplayRequest>();
  for (const request of own) {
    const [before, after] = [judgeBy(old, request), judgeBy(now, request)];
    const fresh = newReasons(labels, before, after);
    if (!request.open) collect(found, fresh, request.number);
    const change = priceChange(before, after);
    if (change !== 0) priced.push({ number: request.number, change });
    if (change !== 0 || fresh.length > 0) affected.add(request);
  }
  tellCounts(scope, own, affected);
  if (priced.length > 0)
    scope.say("quotation.premium", "", {
      count: priced.length,
      sum: money(priced.reduce((total, { change }) => total + change, 0) / 100),
      numbers: listNumbers(priced.map(({ number }) => number)),
    });
  for (const { kind, what, numbers } of found.values()) scope.say(kind, "", { what, numbers: listNumbers(numbers) });
}

function tellCounts(scope: Scope, own: readonly ReplayRequest[], affected: ReadonlySet<ReplayRequest>): void {
  const count = own.length - affected.size;
  if (count > 0) scope.say("request.unaffected", "", { count, total: own.length });
  const open = [...affected].filter((request) => request.open).map(({ number }) => number);
  if (open.length > 0) scope.say("request.goesOn", "", { count: open.length, numbers: listNumbers(open) });
}

/** What the new content says of a request and the old one does not. */
function newReasons(labels: Labelled, before: Judged, after: Judged): Pick<Found, "kind" | "what">[] {
  const had = new Set(before.reasons.map((one) => JSON.stringify(one)));
  const fresh = after.reasons.filter((one) => !had.has(JSON.stringify(one)));
  const told = fresh.map(({ verdict, step, at }) => ({ kind: KIND[verdict], what: reasonWords(labels, step, at) }));
  const gone = after.verdict === "gone" && before.verdict !== "gone";
  return gone ? [{ kind: "quotation.gone", what: inWords(() => "") }, ...told] : told;
}

const priceChange = ({ premium: before }: Judged, { premium: after }: Judged): number =>
  before === null || after === null ? 0 : after - before;

function collect(all: Map<string, Found>, fresh: readonly Pick<Found, "kind" | "what">[], number: string): void {
  for (const { kind, what } of fresh) {
    const key = JSON.stringify([kind, what]);
    const known = all.get(key) ?? { kind, what, numbers: [] };
    all.set(key, known);
    known.numbers.push(number);
  }
}

const MOST = 20;
const listNumbers = (numbers: readonly string[]): string =>
  numbers.length > MOST ? `${numbers.slice(0, MOST).join(", ")}, … (${numbers.length})` : numbers.join(", ");

/** A field, a question by its number, or a rule over answers by its name. */
function reasonWords(labels: Labelled, step: string, at: string): Words {
  const path = at.split("/").slice(1);
  const question = labels.question(path.at(-1) ?? "");
  if (question) return phrase("quoted", { name: question });
  const named = path.length > 0 ? labels.field(step, path) : inWords(() => at);
  return phrase("quoted", { name: named });
}
