// Tables beside the JSON: the places of their cells, and the place of the file beside them that a cell fills in.
import type { JSONPath } from "jsonc-parser";
import { findCells } from "../read/files/csvCells.ts";
import type { ContentText } from "./names.ts";

interface PlacedCell {
  text: string;
  /** In the whole file, without quotes. */
  offset: number;
  /** Counted from 0. Of the names of the columns -1. */
  row: number;
  /** The name of its column. */
  column: string;
  /** With quotes. */
  from: number;
  to: number;
}

export function cellsIn(text: string): PlacedCell[] {
  const cells: PlacedCell[] = [];
  let columns: string[] = [];
  for (const [lineIndex, { start, line }] of splitLines(text).entries()) {
    const lineCells = findCells(line);
    if (lineIndex === 0) columns = lineCells.map((cell) => cell.text);
    for (const [index, cell] of lineCells.entries()) {
      const quoted = line[cell.from] === '"' ? 1 : 0;
      const offset = start + cell.from + quoted + (quoted ? 0 : cellIndent(line, cell.from));
      const range = { from: start + cell.from, to: start + cell.to };
      cells.push({ text: cell.text, offset, row: lineIndex - 1, column: columns[index] ?? "", ...range });
    }
  }
  return cells;
}

/** As the check counts them, whatever ends a line: Excel on a Mac writes `\r` alone. */
export function splitLines(text: string): { start: number; line: string }[] {
  const lines = text.matchAll(/(?<=^\uFEFF?|\n|\r(?!\n))(?!\uFEFF)[^\r\n]*/g);
  return [...lines].map(({ 0: line, index }) => ({ start: index, line }));
}

const cellIndent = (line: string, from: number): number => /^[ \t]*/.exec(line.slice(from))?.[0].length ?? 0;

export const cellAt = (text: string, offset: number): PlacedCell | undefined =>
  cellsIn(text).find(({ from, to }) => from <= offset && offset <= to);

/** The place of a cell's value in the file beside the table: of a column `label.nl` in `label`. */
export function buildPath({ place }: NonNullable<ContentText["beside"]>, row: number, column: string): JSONPath {
  const before = place.split("/").slice(1);
  const keys = before.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return [...keys, Math.max(row, 0), ...column.split(".")];
}
