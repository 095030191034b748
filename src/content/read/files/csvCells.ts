// The lines and cells of a CSV file as Dutch Excel writes it: separated by semicolons, numbers with a decimal comma.
import { existsSync, readFileSync } from "node:fs";

/** Reads a file, or returns null if it does not exist. A byte that is not UTF-8 becomes a mark, which `findUnread` refuses. */
export function readText(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return "\uFFFD";
  }
}

export type Words = [sentence: string, hint: string];
const ABSENT: Words = ["the table is missing", "add the file, or correct its name"];
const OTHER_LETTERS: Words = ["the table is not written in UTF-8", 'save it in Excel as "CSV UTF-8"'];

export function findUnread(text: string | null, head: string, namesColumns = true): Words | undefined {
  if (text === null) return ABSENT;
  return text.includes("\uFFFD") ? OTHER_LETTERS : findMisread(head, namesColumns);
}

/** A first line after which every row would be wrong. */
function findMisread(head: string, namesColumns: boolean): Words | undefined {
  const cells = findCells(head);
  const between = cells.length === 1 ? /[,\t]/.exec(head)?.[0] : undefined;
  if (between === "\t") return ["the cells are separated by tabs", 'separate them with ";"'];
  if (between) return [`the cells are separated by "${between}"`, 'separate them with ";", and write a decimal comma'];
  if (/^"?sep=/i.test(head)) return ["the first line says how cells are separated", "remove it"];
  const number = cells.find(({ text }) => typeof toValue(text) === "number");
  return number && namesColumns
    ? [`the first line names no column "${number.text}"`, "write the names of the columns above the rows"]
    : undefined;
}

export interface Cell {
  text: string;
  /** In its line, with quotes. */
  from: number;
  to: number;
}

/** The first line and those below it, whatever ends a line. */
export const splitRows = (text: string): string[] => text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);

/** Cells of a line. A quoted one may contain the separator, and a quote twice. */
export function findCells(line: string): Cell[] {
  return [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ({ 0: all, 1: quoted, 2: plain = "", index }) => {
      const from = index + (all.startsWith(";") ? 1 : 0);
      return { text: (quoted?.replaceAll('""', '"') ?? plain).trim(), from, to: index + all.length };
    },
  );
}

/** A number as Dutch Excel writes it. Any other cell stays a text, which the shape of the table refuses. */
export const toValue = (cell: string): unknown =>
  /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(cell) ? Number(cell.replaceAll(".", "").replace(",", ".")) : cell;
