// CSV for Excel in the Netherlands, Belgium and France: semicolons, a byte order mark, decimal commas. A text that a spreadsheet
// would evaluate as a formula is escaped (decisions 50).
import { formatDate } from "#engine/formats.ts";
import type { Language } from "#engine/types.ts";

export type Cell = { text: string | number | null } | { amount: number | null } | { day: string | null };

export const BYTE_ORDER_MARK = "\uFEFF";

/** Also matches after blanks and quotes, and full-width signs: spreadsheets evaluate those too. */
const formula = /^[\s'"\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A spreadsheet would read a smaller number. */
const leadingZeros = /^0\d+$/;

function csvText(text: string): string {
  // As a formula that gives a text it keeps all its digits: quotes alone do not.
  if (leadingZeros.test(text)) return `"=""${text}"""`;
  const safe = formula.test(text) ? `'${text}` : text;
  return /[;"\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellText(cell: Cell, language: Language): string {
  if ("amount" in cell) return cell.amount === null ? "" : cell.amount.toFixed(2).replace(".", ",");
  if ("day" in cell) return cell.day === null ? "" : formatDate(cell.day, language);
  if (typeof cell.text === "number") return String(cell.text);
  return csvText(cell.text ?? "");
}

export function csvLine(cells: Cell[], language: Language): string {
  return `${cells.map((cell) => cellText(cell, language)).join(";")}\r\n`;
}
