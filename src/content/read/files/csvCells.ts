// Reads a CSV file as Dutch Excel writes it: separated by semicolons, numbers with a decimal comma, names of columns in the first line.
import { existsSync, readFileSync } from "node:fs";
import { error, type Finding, type Hint } from "../findings/finding.ts";
import { t } from "../findings/translate.ts";

/** Reads a file, or returns null if it does not exist. A byte that is not UTF-8 becomes a mark, which `findUnread` refuses. */
export function readText(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return "\uFFFD";
  }
}

export interface Cell {
  text: string;
  line: number;
  column: number;
  /** In the whole file, without quotes. */
  offset: number;
}

/** Every line of a file, whatever ends it: Excel on a Mac writes `\r` alone. */
export const readLines = (text: string): Cell[][] =>
  [...text.matchAll(/(?<=^\uFEFF?|\n|\r(?!\n))(?!\uFEFF)[^\r\n]*/g)].map(({ 0: line, index: start }, position) =>
    // A quoted cell may contain the separator, and a quote twice.
    [...line.matchAll(/(?<=^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(({ 1: quoted, 2: plain = "", index }) => {
      const indent = quoted === undefined ? plain.length - plain.trimStart().length : 1;
      const cell = (quoted?.replaceAll('""', '"') ?? plain).trim();
      return { text: cell, line: position + 1, column: index + 1, offset: start + index + indent };
    }),
  );

export type ReportCell = (cell: Pick<Cell, "line" | "column">, sentence: string, hint: Hint) => void;
export type Words = [sentence: string, hint: string];

export const reportCells =
  (file: string, findings: Finding[]): ReportCell =>
  ({ line, column }, sentence, hint) =>
    findings.push({ ...error(file, "", sentence, hint), line, column });

export const START = { line: 1, column: 1 };

/** The rows below the first line, without empty ones. Undefined after a report of what makes all of them wrong. */
export function readSheet(text: string | null, report: ReportCell, namesColumns = true) {
  const [columns = [], ...lines] = readLines(text ?? "");
  const unread = findUnread(text, columns, namesColumns);
  if (unread) {
    report(START, ...unread);
    return undefined;
  }
  const rows = lines.filter((cells) => cells.some((cell) => cell.text !== ""));
  const isWhole = (cells: readonly Cell[]) => cells.length === columns.length;
  for (const cells of rows.filter((each) => !isWhole(each))) {
    const { line } = cells[0]!;
    const sentence = t`row ${line} has ${cells.length} cells, the first line has ${columns.length}`;
    report({ line, column: 1 }, sentence, t`separate cells with ";", and put a text that holds one in quotes`);
  }
  return { columns, rows: rows.filter(isWhole) };
}

/** A file or first line after which every row would be wrong. */
function findUnread(text: string | null, head: readonly Cell[], namesColumns: boolean): Words | undefined {
  if (text === null) return [t`the table is missing`, t`add the file, or correct its name`];
  if (text.includes("\uFFFD")) return [t`the table is not written in UTF-8`, t`save it in Excel as "CSV UTF-8"`];
  const [first = ""] = head.map((cell) => cell.text);
  const between = head.length === 1 ? /[,\t]/.exec(first)?.[0] : undefined;
  if (between === "\t") return [t`the cells are separated by tabs`, t`separate them with ";"`];
  if (between)
    return [t`the cells are separated by "${between}"`, t`separate them with ";", and write a decimal comma`];
  if (/^sep=/i.test(first)) return [t`the first line says how cells are separated`, t`remove it`];
  const number = head.find((cell) => typeof toValue(cell.text) === "number");
  return number && namesColumns
    ? [t`the first line names no column "${number.text}"`, t`write the names of the columns above the rows`]
    : undefined;
}

/** A number as Dutch Excel writes it. Any other cell stays a text, which the shape of the table refuses. */
export const toValue = (cell: string): unknown =>
  /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(cell) ? Number(cell.replaceAll(".", "").replace(",", ".")) : cell;
