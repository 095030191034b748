// A replay as one HTML page that needs nothing else: no script, no font, no other file; light and dark, on paper and on a telephone.
// It names requests by number alone.
import { escapeXml as escapeHtml } from "../report.ts";
import { barChart, boxChart } from "./charts.ts";
import { VERDICTS } from "./judge.ts";
import type { ProductReplay, ReasonCount } from "./replay.ts";
import type { Bin, Spread } from "./spread.ts";
import { isChanged, type ReportLanguage, Telling, type Told } from "./telling.ts";

const MOST_NUMBERS = 20;

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#17202e, #e8ecf3); --muted: light-dark(#4f5a69, #aab4c4);
  --canvas: light-dark(#f4f5f8, #11161f); --surface: light-dark(#fff, #1a212d); --line: light-dark(#d5dae2, #36404f);
  --old: light-dark(#6b7788, #93a0b3); --new: light-dark(#22335f, #8fb0ff); --up: light-dark(#a3420b, #f0a370); --down: light-dark(#1c7040, #79cf9c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 0 0 1rem; } h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { margin: .25rem 0; } .muted, figcaption { color: var(--muted); font-size: .875rem; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; margin-top: 1.25rem; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .375rem .625rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; white-space: nowrap; } th { font-weight: 600; }
th:first-child, td:first-child, .words td, .words th { text-align: left; white-space: normal; } td:first-child { min-width: 8rem; } .words td:nth-child(3) { white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.25rem; } .charts + .scroll { margin-top: 1rem; }
figure { margin: 0; } svg { display: block; width: 100%; height: auto; } svg text { fill: var(--text); font-size: 12px; font-variant-numeric: tabular-nums; }
.axis { stroke: var(--line); } .old { fill: var(--old); stroke: var(--old); } .new { fill: var(--new); stroke: var(--new); } .up { fill: var(--up); } .down { fill: var(--down); } .median { stroke: var(--surface); stroke-width: 3; }
@media (max-width: 40rem) { .words td, .words th { display: block; border: 0; padding: .125rem 0; } .words tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); } .words thead { display: none; } }
@media print { :root { color-scheme: light; } body { background: none; } main { max-width: none; padding: 0; } section { border: 0; padding: 0; } figure, tr { break-inside: avoid; } }
`;

export function writePage(told: Told, language: ReportLanguage): string {
  const telling = new Telling(told, language);
  const { title, about, notes } = telling.about;
  const { products } = told.result;
  const changed = products.filter(isChanged);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(about)}</p>
${notes.map((note) => `<p class="muted">${escapeHtml(note)}</p>`).join("\n")}
<section>${overview(telling)}${changed.length === 0 ? `<p>${escapeHtml(telling.word("nothing"))}</p>` : ""}</section>
${changed.map((product) => productSection(telling, product)).join("\n")}
</main></body>
</html>
`;
}

type Cells = readonly string[];

function table(head: Cells, rows: readonly Cells[], kind = ""): string {
  const cells = (tag: string, all: Cells) => `<tr>${all.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => cells("td", row)).join("\n");
  // Focusable, so that a keyboard can scroll it.
  return `<div class="scroll" tabindex="0"><table class="${kind}"><thead>${cells("th", head)}</thead><tbody>${body}</tbody></table></div>`;
}

function overview(telling: Telling): string {
  const { head, rows } = telling.overview;
  const { verdicts, counts } = telling.newly;
  const first = table(escapeAll(head), rows.map(escapeAll));
  if (verdicts.length === 0) return first;
  const comers = counts.map((own, at) => [rows[at]?.[0] ?? "", ...own]);
  const named = [telling.word("product"), ...verdicts.map((verdict) => telling.word(verdict))];
  return `${first}<h3>${escapeHtml(telling.word("begun"))}</h3>${table(escapeAll(named), comers.map(escapeAll))}`;
}

const escapeAll = (cells: readonly string[]): string[] => cells.map(escapeHtml);

function productSection(telling: Telling, product: ProductReplay): string {
  const { begun, ended, premium } = product;
  const parts = [
    `<h2>${escapeHtml(telling.product(product.product))}</h2>`,
    premium.dearer + premium.cheaper > 0 ? premiumCharts(telling, product) : "",
    begun.length + ended.length > 0 ? verdictTable(telling, product) : "",
    begun.length > 0 ? reasonTable(telling, product.product, "begun", begun) : "",
    ended.length > 0 ? reasonTable(telling, product.product, "ended", ended) : "",
  ];
  return `<section>${parts.join("\n")}</section>`;
}

function premiumCharts(telling: Telling, { premium }: ProductReplay): string {
  const { before, after, euros, percents } = premium as {
    before: Spread;
    after: Spread;
    euros: Bin[];
    percents: Bin[];
  };
  const money = (cents: number) => telling.money(Math.round(cents));
  const rows = (
    [
      ["p5", "5 %"],
      ["p25", "25 %"],
      ["median", "50 %"],
      ["p75", "75 %"],
      ["p95", "95 %"],
      ["mean", ""],
    ] as const
  ).map(([name, percent]) => [
    escapeHtml(name === "mean" ? telling.word("mean") : telling.word("quantile", { percent })),
    ...[money(before[name]), money(after[name]), telling.signedMoney(Math.round(after[name] - before[name]))].map(
      escapeHtml,
    ),
  ]);
  const heads = ["", telling.word("before"), telling.word("after"), telling.word("difference")].map(escapeHtml);
  const named = { before: telling.word("before"), after: telling.word("after"), money };
  const charts = [
    figure(telling.word("spread"), boxChart(before, after, named), telling.word("spreadNote")),
    bins(telling.word("euros"), euros, (value) => telling.number(value)),
    bins(telling.word("percents"), percents, (value) => telling.number(value)),
  ];
  return `<div class="charts">${charts.join("\n")}</div>${table(heads, rows)}`;
}

function figure(title: string, chart: string, note = ""): string {
  const caption = note ? `<figcaption>${escapeHtml(note)}</figcaption>` : "";
  return `<figure><h3>${escapeHtml(title)}</h3>${chart}${caption}</figure>`;
}

function bins(title: string, all: readonly Bin[], write: (value: number) => string): string {
  if (all.length === 0) return "";
  const bars = barChart(
    title,
    all.map(({ from, to, count }) => ({
      label: `${write(from)} – ${write(to)}`,
      count,
      told: write(count),
      kind: from < 0 ? "down" : "up",
    })),
  );
  return figure(title, bars);
}

function verdictTable(telling: Telling, { verdicts, requests }: ProductReplay): string {
  const used = (side: "from" | "to") => VERDICTS.filter((verdict) => verdicts.some((one) => one[side] === verdict));
  const to = used("to");
  const count = (from: string, next: string) =>
    verdicts.find((one) => one.from === from && one.to === next)?.count ?? 0;
  const rows = used("from").map((from) => [
    escapeHtml(telling.word(from)),
    ...to.map((next) => (count(from, next) > 0 ? escapeHtml(telling.number(count(from, next))) : "–")),
  ]);
  const head = [
    `${telling.number(requests)} ${telling.word("requests")}`,
    ...to.map((next) => `→ ${telling.word(next)}`),
  ];
  return `<h3>${escapeHtml(telling.word("verdicts"))}</h3>${table(head.map(escapeHtml), rows)}`;
}

function reasonTable(telling: Telling, product: string, word: "begun" | "ended", all: readonly ReasonCount[]): string {
  const rows = all.map((one) => {
    const left = one.numbers.length - MOST_NUMBERS;
    const shown = one.numbers.slice(0, MOST_NUMBERS).join(", ");
    const more = left > 0 ? ` ${telling.word("more", { count: telling.number(left) })}` : "";
    return [
      escapeHtml(telling.word(one.verdict)),
      escapeHtml(telling.reason(product, one)),
      escapeHtml(`${telling.number(one.numbers.length)} ${telling.word("requests")}`),
      `<span class="muted">${escapeHtml(shown + more)}</span>`,
    ];
  });
  const head = ["verdict", "why", "requests", "numbers"] as const;
  return `<h3>${escapeHtml(telling.word(word))}</h3>${table(
    head.map((one) => escapeHtml(telling.word(one))),
    rows,
    "words",
  )}`;
}
