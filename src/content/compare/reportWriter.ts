// The blocks of a report in one language: sentences, tables and charts.
import type { Language } from "#engine/values/languages.ts";
import type { Comparison, Titles } from "./compare.ts";
import type { Change, Question } from "./content/changes.ts";
import { VERDICTS, type Verdict } from "./replay/judge.ts";
import type { ProductReplay, ReasonCount } from "./replay/replay.ts";
import type { Bin, Spread } from "./replay/spread.ts";
import {
  formatNumber,
  inWords,
  type Phrase,
  phrase,
  phraseFor,
  quoted,
  type Value,
  type Words,
} from "./words/words.ts";

export type Block =
  | { heading: string; level: 2 | 3 | 4 }
  | { paragraph: string }
  | { list: string[] }
  | { table: { head: string[]; rows: string[][] } }
  /** For pages alone. */
  | { figure: Figure };

interface Figure {
  title: string;
  note?: string;
  /** The spread before and after. */
  box?: { before: Spread; after: Spread; names: BoxNames };
  bars?: Bar[];
}

export interface Bar {
  label: string;
  count: number;
  told: string;
  kind: "up" | "down";
}

export interface BoxNames {
  before: string;
  after: string;
  money(cents: number): string;
}

export interface Report {
  language: Language;
  title: string;
  about: string;
  blocks: Block[];
  notes: string[];
}

type Portfolio = NonNullable<Comparison["portfolio"]>;

const MOST_NUMBERS = 20;
const QUANTILES = [
  ["p5", 5],
  ["p25", 25],
  ["median", 50],
  ["p75", 75],
  ["p95", 95],
] as const;

export class Writer {
  readonly #titles: Titles;
  readonly #language: Language;

  constructor(titles: Titles, language: Language) {
    this.#titles = titles;
    this.#language = language;
  }

  say = (name: Phrase, values: Record<string, Value> = {}): string => phrase(name, values)[this.#language];
  number = (value: number): string => formatNumber(this.#language, value, { maximumFractionDigits: 1 });
  #money = (cents: number, signed = false): string =>
    formatNumber(this.#language, Math.round(cents) / 100, {
      style: "currency",
      currency: "EUR",
      signDisplay: signed ? "exceptZero" : "auto",
    });

  orNothing = (blocks: Block[]): Block[] => (blocks.length > 0 ? blocks : [{ paragraph: this.say("nothingHere") }]);

  /** By product and part. */
  sentences(changes: readonly Change[]): Block[] {
    return [...Map.groupBy(changes, ({ product }) => product)].flatMap(([product, productChanges]): Block[] => [
      { heading: this.#titles.product(product)[this.#language], level: 3 },
      ...[...Map.groupBy(productChanges, ({ part }) => part)].flatMap(([part, sentences]): Block[] => [
        { heading: this.#titles.part({ product, part })[this.#language], level: 4 },
        { list: sentences.map(({ sentence }) => sentence[this.#language]) },
      ]),
    ]);
  }

  portfolio(question: Question, portfolio: Portfolio | null): Block[] {
    if (!portfolio || portfolio.requests === 0 || question === "customer") return [];
    if (question === "outcome")
      return portfolio.products
        .filter(({ begun, ended }) => begun.length + ended.length > 0)
        .flatMap((productReplay) => this.#outcomes(productReplay));
    const priced = portfolio.products.filter(({ premium }) => premium.dearer + premium.cheaper > 0);
    return [
      { heading: this.say("part.portfolio"), level: 3 },
      this.#overview(portfolio.products),
      ...priced.flatMap((productReplay) => this.#premiums(productReplay)),
    ];
  }

  notes({ without, broken }: Portfolio): string[] {
    return [
      this.say("note.premiums"),
      this.say("note.release"),
      ...(without > 0 ? [this.say("note.without", { count: this.number(without) })] : []),
      ...(broken.length > 0 ? [this.say("note.broken", { products: broken.join(", ") })] : []),
    ];
  }

  #overview(products: readonly ProductReplay[]): Block {
    const columns = ["product", "requests", "unchanged", "dearer", "cheaper", "before", "after", "difference"] as const;
    const rows = products.map(({ product, requests, unchanged, premium }) => {
      const { before, after, dearer, cheaper } = premium;
      return [
        this.#name(product),
        ...[requests, unchanged, dearer, cheaper].map(this.number),
        ...[before, after].map((spread) => (spread ? this.#money(spread.mean) : "–")),
        before && after && before.sum > 0 ? this.#percent((after.sum - before.sum) / before.sum) : "–",
      ];
    });
    return { table: { head: columns.map((column) => this.say(`column.${column}`)), rows } };
  }

  #name = (product: string): string => this.#titles.product(product)[this.#language];
  #percent = (ratio: number): string =>
    formatNumber(this.#language, ratio, { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" });

  /** By how much, and for how many. */
  #premiums({ product, premium }: ProductReplay): Block[] {
    const { before, after, euros, percents } = premium as {
      before: Spread;
      after: Spread;
      euros: Bin[];
      percents: Bin[];
    };
    const line = (name: string, key: keyof Spread) => [
      name,
      this.#money(before[key]),
      this.#money(after[key]),
      this.#money(after[key] - before[key], true),
    ];
    const rows = [
      ...QUANTILES.map(([key, part]) =>
        line(this.say("quantile", { percent: formatNumber(this.#language, part / 100, { style: "percent" }) }), key),
      ),
      line(this.say("mean"), "mean"),
    ];
    const named = {
      before: this.say("column.before"),
      after: this.say("column.after"),
      money: (cents: number) => this.#money(cents),
    };
    return [
      { heading: this.#name(product), level: 3 },
      {
        figure: {
          title: this.say("chart.spread"),
          box: { before, after, names: named },
          note: this.say("chart.spreadNote"),
        },
      },
      ...this.#bins("chart.euros", euros),
      ...this.#bins("chart.percents", percents),
      { table: { head: ["", named.before, named.after, this.say("column.difference")], rows } },
    ];
  }

  #bins(name: Phrase, bins: readonly Bin[]): Block[] {
    if (bins.length === 0) return [];
    const title = this.say(name);
    const bars = bins.map(({ from, to, count }) => {
      return {
        label: `${this.number(from)} – ${this.number(to)}`,
        count,
        told: this.number(count),
        kind: from < 0 ? "down" : "up",
      } as const;
    });
    return [{ figure: { title, bars } }];
  }

  #outcomes({ product, verdicts, requests, begun, ended }: ProductReplay): Block[] {
    const used = (side: "from" | "to") =>
      VERDICTS.filter((verdict) => verdicts.some((change) => change[side] === verdict));
    const count = (from: Verdict, to: Verdict) =>
      verdicts.find((change) => change.from === from && change.to === to)?.count ?? 0;
    const columns = used("to");
    const rows = used("from").map((from) => [
      this.say(`outcome.${from}`),
      ...columns.map((to) => (count(from, to) > 0 ? this.number(count(from, to)) : "–")),
    ]);
    const head = [
      this.say("count.requests", { count: this.number(requests) }),
      ...columns.map((to) => `→ ${this.say(`outcome.${to}`)}`),
    ];
    const lines = (kind: Phrase, reasons: readonly ReasonCount[]) =>
      reasons.map((reason) => this.say(kind, this.#reason(product, reason)));
    return [
      { heading: this.#name(product), level: 3 },
      { table: { head, rows } },
      { list: [...lines("reason.begun", begun), ...lines("reason.ended", ended)] },
    ];
  }

  #reason(product: string, { verdict, step, at, rule, numbers }: ReasonCount): Record<string, Value> {
    const left = numbers.length - MOST_NUMBERS;
    const shown = numbers.slice(0, MOST_NUMBERS).join(", ");
    const list = left > 0 ? `${shown} ${this.say("more", { count: this.number(left) })}` : shown;
    const why = this.#why(product, step, at, rule);
    const requests = phrase(numbers.length === 1 ? "count.request" : "count.requests", {
      count: this.number(numbers.length),
    });
    return { verdict: phrase(`outcome.${verdict}`), why, requests, numbers: list };
  }

  /** A field with the rule that it breaks, a question, or a rule over answers. */
  #why(product: string, step: string, pointer: string, rule: string): Words {
    const labels = this.#titles.labels(product);
    if (!labels || pointer === "") return phrase("productGone");
    const path = pointer.split("/").slice(1);
    const label = rule === "rule" ? labels.rule(pointer) : labels.question(path.at(-1) ?? "");
    if (label) return quoted(label);
    const field = quoted(path.length > 0 ? labels.field(step, path) : inWords(() => pointer));
    if (rule === "answer" || rule === "rule") return field;
    return phrase("fieldError", { field, rule: phraseFor(`rule.${labels.namedRule(step, rule) ?? rule}`, {}, rule) });
  }
}
