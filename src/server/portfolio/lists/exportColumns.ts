// Turns rows into the cells of an export, by the columns of the list and the kind of each column, and cells into CSV for Excel in the
// Netherlands, Belgium and France: semicolons, a byte order mark, decimal commas. A text that a spreadsheet would evaluate as a
// formula is escaped (decisions 50).

import type { Language } from "#engine/schema/types.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/formats.ts";
import { type ServerTexts, serverTexts } from "../../texts/serverTexts.ts";

/** `instant`: a timestamp, shown as its day in the Netherlands. `word`: a code, shown as the word that the screens use. */
type Kind = "text" | "amount" | "day" | "instant" | "yesNo" | "word";
/** `word` names the header among the server's texts, where that is not by the name of the member. */
type Column = Kind | { kind: Kind; word: string };
/** Named after the members of a row in the response. */
export type Columns<Row> = { readonly [name in keyof Row]?: Column };
type Cell = { text: string | number | null } | { amount: number | null } | { day: string | null };

export const exportName = (list: string, language: Language) => serverTexts[language].exports.file[list] ?? list;

const readColumns = (columns: Columns<object>) =>
  Object.entries(columns as Record<string, Column>).map(([name, column]) =>
    typeof column === "string" ? { name, kind: column, word: name } : { name, ...column },
  );

export function exportHeader(columns: Columns<object>, language: Language): Cell[] {
  const { column } = serverTexts[language].exports;
  return readColumns(columns).map(({ word }) => ({ text: column[word] ?? word }));
}

export const exportCells = (columns: Columns<object>, row: object, language: Language): Cell[] =>
  readColumns(columns).map(({ name, kind, word }) =>
    formatCell(kind, word, Reflect.get(row, name) ?? null, serverTexts[language].exports),
  );

function formatCell(kind: Kind, word: string, value: unknown, { yes, no, words }: ServerTexts["exports"]): Cell {
  if (kind === "amount") return { amount: value as number | null };
  if (kind === "day") return { day: value as string | null };
  if (kind === "instant") return { day: value === null ? null : dayAtInstant(Date.parse(value as string)) };
  if (kind === "yesNo") return { text: value === true || value === "J" ? yes : no };
  if (kind === "word") return { text: words[word]?.[String(value)] ?? String(value ?? "") };
  return { text: value as string | number | null };
}

export const BYTE_ORDER_MARK = "\uFEFF";

/** Also matches after blanks and quotes, and full-width signs: spreadsheets evaluate those too. */
const formula = /^[\s'"\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

const month = String.raw`(?:jan|f[eé][bv]|mrt|maart|mar|a[pv]r|mei|may|mai|jui?n|jui?l|a[uo][gû]|sep|o[kc]t|nov|d[eé]c)\p{L}*\.?`;

/** Texts that a spreadsheet would turn into a number, a day, a time or a truth value. */
const misread = [
  /^(?:0\d+|\d{12,})$/,
  /^(?:[€$£] ?\d|\d+[ .,:/%€$£e+-])[\d .,:/%€$£e+-]*$/i,
  /^\d[\d:. ]*[ap]m?$/i,
  new RegExp(`^(?:\\d{1,4}[ ./-]*${month}(?:[ ./-]*\\d{1,4})?|${month}[ ./-]*\\d{1,4})$`, "iu"),
  /^(?:true|false|waar|onwaar|vrai|faux)$/i,
];

function csvText(text: string): string {
  // As a formula whose result is a text it keeps its characters: quotes alone do not.
  if (misread.some((shape) => shape.test(text))) return `"=""${text}"""`;
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
