// A grid of numbers by two answers, as Dutch Excel writes it: the first line holds the answers of the columns, the first cell of
// each row that of the row. Whether these answers exist is checked with the tariff.
import type { JsonObject } from "#engine/schema/types.ts";
import type { Finding } from "../findings/finding.ts";
import { t } from "../findings/translate.ts";
import { type Cell, type ReportCell, readSheet, reportCells, START, toValue, type Words } from "./csvCells.ts";
import type { CsvTable } from "./places.ts";

interface ReadGrid {
  /** Absent where the file has a finding. */
  grid?: JsonObject;
  /** Where the columns and the rows of the grid are in the file. */
  placed: (Pick<CsvTable, "rows" | "columns"> & { member: "columns" | "rows" })[];
}

export function readGrid(file: string, text: string | null, findings: Finding[]): ReadGrid {
  const before = findings.length;
  const report = reportCells(file, findings);
  const sheet = readSheet(text, report, false);
  const [columns, rows] = [sheet?.columns.slice(1) ?? [], sheet?.rows ?? []];
  if (findings.length === before && (columns.length === 0 || rows.length === 0)) {
    const hint = t`write the choices or limits of one answer above the columns and those of the other before the rows`;
    report(START, t`the grid has no rows or no columns`, hint);
  }
  checkKeys(t`column`, columns, report);
  checkKeys(
    t`row`,
    rows.map(([value]) => value!),
    report,
  );
  for (const [value, ...cells] of rows)
    for (const [index, cell] of cells.entries()) {
      const words = findWrong(cell.text, t`row "${value?.text}", column "${columns[index]?.text}"`);
      if (words) report(cell, ...words);
    }
  return findings.length > before ? { placed: [] } : buildGrid(columns, rows);
}

function buildGrid(columns: readonly Cell[], rows: readonly Cell[][]): ReadGrid {
  const names = ["value", ...columns.map((_column, index) => `cells.${index}`)];
  return {
    grid: {
      columns: columns.map(({ text }) => toKey(text)),
      rows: rows.map(([value, ...cells]) => ({
        value: toKey(value?.text ?? ""),
        cells: cells.map(({ text }) => toValue(text)),
      })),
    },
    placed: [
      { member: "columns", columns: [""], rows: columns.map((column) => [column]) },
      { member: "rows", columns: names, rows },
    ],
  };
}

function checkKeys(kind: string, keys: readonly Cell[], report: ReportCell): void {
  const texts = keys.map(({ text }) => text);
  for (const [index, key] of keys.entries()) {
    if (key.text === "") report(key, t`a ${kind} has no answer`, t`write the choice, or the highest number it is for`);
    else if (texts.indexOf(key.text) < index)
      report(key, t`the ${kind} "${key.text}" is there twice`, t`remove one of the two`);
  }
}

/** Why a cell is not a number. */
function findWrong(text: string, where: string): Words | undefined {
  if (text === "")
    return [t`${where}: there is no number`, t`write one: each answer can be given with each of the other`];
  if (typeof toValue(text) === "number") return undefined;
  if (/^-?\d+\.\d+$/.test(text))
    return [t`${where}: "${text}" has a decimal point`, t`write a decimal comma: ${text.replace(".", ",")}`];
  if (/^[\d.,]*,[\d.,]*$/.test(text))
    return [
      t`${where}: the comma in "${text}" is in the wrong place`,
      t`write one comma, between the units and the decimals`,
    ];
  return [t`${where}: "${text}" is not a number`, t`write digits, with a decimal comma where needed`];
}

/** A limit as a number, and a code as it is written. */
const toKey = (text: string): unknown => (/^-?0\d/.test(text) ? text : toValue(text));
