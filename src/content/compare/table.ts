// The table of a comparison for a terminal, and the notes below it.
import { formatCount } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";
import type { Comparison } from "./compare.ts";
import type { Row } from "./differences.ts";

interface Names {
  before: string;
  /** Empty: the files as they are. */
  after: string;
}

const WIDEST_PLACE = 80;
const WIDEST_VALUE = 48;
/** How much is shown before the first difference. */
const CONTEXT = 16;

/** A table for each product. Long values are cut around the first character that differs. */
export function writeTable({ rows, portfolio }: Comparison, { before, after }: Names): string {
  const requests = portfolio ? `, ${formatCount(portfolio.requests, "request")}` : "";
  const differences = rows.length === 0 ? "no differences" : formatCount(rows.length, "difference");
  const title = `${before} compared with ${after || "the files as they are"}: ${differences}${requests}.`;
  const tables = [...Map.groupBy(rows, ({ product }) => product)].map(([product, productRows]) =>
    ["", (product ?? "all products").toUpperCase(), ...align(productRows)].join("\n"),
  );
  const notes = portfolio ? ["", ...portfolioNotes(portfolio)] : [];
  return [title, ...tables, ...notes].join("\n");
}

export function portfolioNotes({ without, broken }: NonNullable<Comparison["portfolio"]>): string[] {
  return [
    t`Premiums are what a customer pays in the first year, with surcharge and tax.`,
    t`Requests are judged as if they were made with the new content. In the portal each keeps the rules of its own release.`,
    ...(without > 0 ? [t`Left out: ${formatCount(without, "quotation")} without answers.`] : []),
    ...(broken.length > 0 ? [t`Products that do not compile are left out: ${broken.join(", ")}.`] : []),
  ];
}

function align(rows: readonly Row[]): string[] {
  const cells = rows.map(({ where, before, after }) => [cutPlace(where), cut(before, after), cut(after, before)]);
  const all = [["where", "before", "after"], ...cells];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}

/** The end is the keyword or rule. */
const cutPlace = (where: string): string =>
  where.length > WIDEST_PLACE ? `${where.slice(0, WIDEST_PLACE - 25)}…${where.slice(-24)}` : where;

function cut(text: string, other: string): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= WIDEST_VALUE) return line;
  const same = [...line].findIndex((sign, position) => sign !== other.replace(/\s+/g, " ")[position]);
  const start = Math.max(0, Math.min(same - CONTEXT, line.length - WIDEST_VALUE));
  const end = start + WIDEST_VALUE < line.length ? "…" : "";
  return `${start > 0 ? "…" : ""}${line.slice(start, start + WIDEST_VALUE - 2)}${end}`;
}
