// The words, amounts and percentages in which a replay is told, in one language.

import { VERDICTS, type Verdict } from "./judge.ts";
import type { ProductReplay, ReasonCount, ReplayResult } from "./replay.ts";
import type { ProductWords, ReplayContent } from "./rules.ts";
import all from "./words.json" with { type: "json" };

export type ReportLanguage = keyof typeof all;
type WordKey = keyof (typeof all)["nl"];

export const REPORT_LANGUAGES = Object.keys(all) as ReportLanguage[];

/** What is told besides the result. */
export interface Told {
  result: ReplayResult;
  old: ReplayContent;
  new: ReplayContent;
  /** Quotations without answers. */
  without?: number;
}

export class Telling {
  readonly language: string;
  readonly #words: Record<WordKey, string>;
  readonly #told: Told;
  readonly #products = new Map<string, [ProductWords | undefined, ProductWords | undefined]>();
  readonly #money: Intl.NumberFormat;
  readonly #change: Intl.NumberFormat;
  readonly #plain: Intl.NumberFormat;

  constructor(told: Told, language: ReportLanguage) {
    this.language = language;
    this.#told = told;
    this.#words = all[language];
    const { locale } = this.#words;
    this.#money = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
    this.#change = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR", signDisplay: "exceptZero" });
    this.#plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  }

  word(key: WordKey, values: Record<string, string> = {}): string {
    return this.#words[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }

  /** What stands above and below everything else. */
  get about(): { title: string; about: string; notes: string[] } {
    const { result, without = 0, old, new: next } = this.#told;
    const names = { old: result.old, new: result.new };
    const broken = [...new Set([...old.broken, ...next.broken])];
    return {
      title: this.word("title"),
      about: this.word("about", { count: this.number(result.requests), ...names }),
      notes: [
        this.word("note"),
        ...(without > 0 ? [this.word("without", { count: this.number(without) })] : []),
        ...(broken.length > 0 ? [this.word("broken", { products: broken.join(", ") })] : []),
      ],
    };
  }

  /** A line for each product. */
  get overview(): { head: string[]; rows: string[][] } {
    const words = ["product", "requests", "unchanged", "dearer", "cheaper", "before", "after", "difference"] as const;
    const rows = this.#told.result.products.map((product) => {
      const { requests, unchanged, premium } = product;
      const { before, after, dearer, cheaper } = premium;
      return [
        this.product(product.product),
        ...[requests, unchanged, dearer, cheaper].map((count) => this.number(count)),
        ...[before, after].map((spread) => (spread ? this.money(spread.mean) : "–")),
        this.#difference(product),
      ];
    });
    return { head: words.map((word) => this.word(word)), rows };
  }

  /** Who newly comes to which verdict: of each product how many, by verdict. */
  get newly(): { verdicts: Verdict[]; counts: string[][] } {
    const { products } = this.#told.result;
    const verdicts = VERDICTS.filter((verdict) => products.some((product) => countNewly(product, verdict) > 0));
    const counts = products.map((product) => verdicts.map((verdict) => this.number(countNewly(product, verdict))));
    return { verdicts, counts };
  }

  number(value: number): string {
    return this.#plain.format(value);
  }

  money(cents: number): string {
    return this.#money.format(cents / 100);
  }

  signedMoney(cents: number): string {
    return this.#change.format(cents / 100);
  }

  percent(value: number): string {
    return `${this.number(value)} %`;
  }

  /** Of all premiums together. */
  #difference({ premium: { before, after } }: ProductReplay): string {
    if (!before || !after || before.sum === 0) return "–";
    const percentage = ((after.sum - before.sum) * 100) / before.sum;
    return `${percentage > 0 ? "+" : ""}${this.percent(percentage)}`;
  }

  product(key: string): string {
    const [next, old] = this.#wordsOf(key);
    return next?.name ?? old?.name ?? key;
  }

  /** "Turnover: maximum", or the words of the question. */
  reason(product: string, { step, at, rule }: ReasonCount): string {
    const [next, old] = this.#wordsOf(product);
    const named = (words: ProductWords) => (rule === "rule" ? words.rule(at) : words.field(step, at));
    const found = [next, old].flatMap((words) => words ?? []).map(named);
    // A field that one content does not know has its bare name there.
    const bare = at.split("/").slice(1).join(" ");
    const name = found.find((one) => one !== bare) ?? found[0] ?? at;
    if (rule === "answer" || rule === "rule" || rule === "required") return name;
    return `${name} (${rule === "price" ? this.word("priceless") : rule})`;
  }

  #wordsOf(key: string) {
    const { old, new: next } = this.#told;
    const language = this.#words.content as "nl";
    const made = this.#products.get(key) ?? [
      next.products.get(key)?.words(language),
      old.products.get(key)?.words(language),
    ];
    this.#products.set(key, made as [ProductWords | undefined, ProductWords | undefined]);
    return made;
  }
}

/** How many come to a verdict that they did not have. */
const countNewly = ({ verdicts }: ProductReplay, verdict: Verdict): number =>
  verdicts.reduce((sum, { from, to, count }) => sum + (to === verdict && from !== to ? count : 0), 0);

export const isChanged = ({ requests, unchanged }: ProductReplay): boolean => unchanged < requests;
