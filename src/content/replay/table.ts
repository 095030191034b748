// A replay as lines for a terminal: one table of all products, then what is new and what is over in each.
import type { ProductReplay, ReasonCount } from "./replay.ts";
import { isChanged, type ReportLanguage, Telling, type Told } from "./telling.ts";

const MOST_REASONS = 12;

export function tellReplay(told: Told, language: ReportLanguage): string[] {
  const telling = new Telling(told, language);
  const { title, about, notes } = telling.about;
  const { newly } = telling;
  const { head, rows } = telling.overview;
  const { products } = told.result;
  const changed = products.filter(({ begun, ended }) => begun.length + ended.length > 0);
  return [
    `${title}${telling.word("colon")}${about}`,
    "",
    ...align([
      [...head, ...newly.verdicts.map((verdict) => telling.word("newly", { verdict: telling.word(verdict) }))],
      ...rows.map((cells, at) => [...cells, ...(newly.counts[at] ?? [])]),
    ]),
    ...changed.flatMap((product) => [
      "",
      `${telling.product(product.product)}${telling.word("colon")}`.trimEnd(),
      ...reasons(telling, product),
    ]),
    ...(!products.some(isChanged) ? ["", telling.word("nothing")] : []),
    "",
    ...notes,
  ];
}

function reasons(telling: Telling, { product, begun, ended }: ProductReplay): string[] {
  const line = (word: "begun" | "ended") => (one: ReasonCount) =>
    `  ${telling.word(word)} ${telling.word(one.verdict)}${telling.word("colon")}${telling.reason(product, one)} — ${telling.number(one.numbers.length)} ${telling.word("requests")}`;
  const all = [...begun.map(line("begun")), ...ended.map(line("ended"))];
  const left = all.length - MOST_REASONS;
  return [...all.slice(0, MOST_REASONS), ...(left > 0 ? [`  ${telling.word("more", { count: String(left) })}`] : [])];
}

/** The first column to the left, numbers to the right. */
function align(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  "),
  );
}
