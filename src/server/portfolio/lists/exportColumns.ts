// Turns rows into the cells of an export, by the columns that the schema of the row describes, and cells into CSV for Excel in the
// Netherlands, Belgium and France: semicolons, a byte order mark, decimal commas. A text that a spreadsheet would evaluate as a
// formula is escaped (decisions 50).

import type { Language } from "#engine/schema/types.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { type RowMember, rowMembers } from "../../http/apiSchemas.ts";
import { appTexts, type ServerTexts, serverTexts } from "../../texts/serverTexts.ts";

type Cell = { text: string | number | null } | { amount: number | null } | { day: string | null };

const exportedMembers = (schema: string) =>
  rowMembers(schema).filter(([, { column }]) => column !== undefined && !column.screen);

export const exportHeader = (schema: string, language: Language): string[] =>
  exportedMembers(schema).map(([name, { column }]) => appTexts[language][column?.word ?? ""] ?? name);

export const exportCells = (schema: string, row: object, language: Language): Cell[] =>
  exportedMembers(schema).map(([name, member]) =>
    formatCell(name, member, Reflect.get(row, member.column?.label ?? name) ?? null, serverTexts[language].exports),
  );

/** A timestamp is shown as its day in the Netherlands, a code as the word that the screens use. */
function formatCell(name: string, member: RowMember, value: unknown, { yes, no, words }: ServerTexts["exports"]): Cell {
  const { type = [], format, column } = member;
  if (type.includes("number")) return { amount: value as number | null };
  if (format === "date") return { day: value as string | null };
  if (format === "date-time") return { day: value === null ? null : dayAtInstant(Date.parse(value as string)) };
  if (type === "boolean" || column?.kind === "yesNo") return { text: value === true || value === "J" ? yes : no };
  if (column?.kind === "word") return { text: words[name]?.[String(value)] ?? String(value ?? "") };
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
