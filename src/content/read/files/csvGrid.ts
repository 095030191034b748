// A grid of numbers by two answers, as Dutch Excel writes it: the first line holds the answers of the columns, the first cell of
// each row that of the row. Whether these answers exist is checked with the tariff.
import type { JsonObject } from "#engine/schema/types.ts";
import { error, type Finding } from "../findings/finding.ts";
import { type Cell, findCells, findUnread, splitRows, toValue, type Words } from "./csvCells.ts";
import type { CsvTable } from "./places.ts";

interface ReadGrid {
  /** Absent where the file has a finding. */
  grid?: JsonObject;
  /** Where the columns and the rows of the grid are in the file. */
  placed: (Pick<CsvTable, "lines" | "columns" | "starts"> & { member: "columns" | "rows" })[];
}

interface GridRow {
  line: number;
  value: Cell;
  cells: Cell[];
}

type ReportCell = (line: number, cell: Pick<Cell, "from">, words: Words) => void;

export function readGrid(file: string, text: string | null, findings: Finding[]): ReadGrid {
  const before = findings.length;
  const report: ReportCell = (line, { from }, [sentence, hint]) =>
    findings.push({ ...error(file, "", sentence, hint), line, column: from + 1 });
  const [head = "", ...lines] = splitRows(text ?? "");
  const [, ...columns] = findCells(head);
  const rows = lines.flatMap((line, index): GridRow[] => {
    const [value, ...cells] = findCells(line);
    return value && [value, ...cells].some((cell) => cell.text !== "") ? [{ line: index + 2, value, cells }] : [];
  });
  const unread = findUnread(text, head, false) ?? (columns.length === 0 || rows.length === 0 ? NO_ROWS : undefined);
  if (unread) report(1, { from: 0 }, unread);
  else checkCells(columns, rows, report);
  return findings.length > before ? { placed: [] } : buildGrid(columns, rows);
}

function buildGrid(columns: readonly Cell[], rows: readonly GridRow[]): ReadGrid {
  const values = (cells: readonly Cell[]) => cells.map(({ text }) => toValue(text));
  const starts = rows.map(({ value, cells }) => [value, ...cells].map(({ from }) => from));
  return {
    grid: {
      columns: columns.map(({ text }) => toKey(text)),
      rows: rows.map(({ value, cells }) => ({ value: toKey(value.text), cells: values(cells) })),
    },
    placed: [
      { member: "columns", lines: columns.map(() => 1), columns: [""], starts: columns.map(({ from }) => [from]) },
      {
        member: "rows",
        lines: rows.map(({ line }) => line),
        columns: ["value", ...columns.map((_column, index) => `cells.${index}`)],
        starts,
      },
    ],
  };
}

function checkCells(columns: readonly Cell[], rows: readonly GridRow[], report: ReportCell): void {
  for (const [index, column] of columns.entries())
    checkKey("column", columns, index, (words) => report(1, column, words));
  const keys = rows.map(({ value }) => value);
  for (const [index, { line, value, cells }] of rows.entries()) {
    checkKey("row", keys, index, (words) => report(line, value, words));
    if (cells.length === columns.length) checkRow(columns, rows[index]!, report);
    else report(line, { from: 0 }, otherCount(line, cells.length + 1, columns.length + 1));
  }
}

function checkRow(columns: readonly Cell[], { line, value, cells }: GridRow, report: ReportCell): void {
  for (const [position, cell] of cells.entries()) {
    const words = findWrong(cell.text, `row "${value.text}", column "${columns[position]?.text}"`);
    if (words) report(line, cell, words);
  }
}

const NO_ROWS: Words = [
  "the grid has no rows or no columns",
  "write the choices or limits of one answer above the columns and those of the other before the rows",
];

const otherCount = (line: number, cells: number, wanted: number): Words => [
  `row ${line} has ${cells} cells, the first line has ${wanted}`,
  'separate cells with ";", and write a decimal comma',
];

function checkKey(kind: "row" | "column", keys: readonly Cell[], index: number, report: (words: Words) => void): void {
  const { text = "" } = keys[index] ?? {};
  const texts = keys.map((key) => key.text);
  if (text === "") report([`a ${kind} has no answer`, "write the choice, or the highest number it is for"]);
  else if (texts.indexOf(text) < index) report([`the ${kind} "${text}" is there twice`, "remove one of the two"]);
}

/** Why a cell is not a number. */
function findWrong(text: string, where: string): Words | undefined {
  if (text === "")
    return [`${where}: there is no number`, "write one: each answer can be given with each of the other"];
  if (typeof toValue(text) === "number") return undefined;
  if (/^-?\d+\.\d+$/.test(text))
    return [`${where}: "${text}" has a decimal point`, `write a decimal comma: ${text.replace(".", ",")}`];
  if (/^[\d.,]*,[\d.,]*$/.test(text))
    return [
      `${where}: the comma in "${text}" is in the wrong place`,
      "write one comma, between the units and the decimals",
    ];
  return [`${where}: "${text}" is not a number`, "write digits, with a decimal comma where needed"];
}

/** A limit as a number, and a code as it is written. */
const toKey = (text: string): unknown => (/^-?0\d/.test(text) ? text : toValue(text));
