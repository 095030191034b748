// The tables of a product: prices, rates, bands, factors and lists in its tariff and professions, as JSON or as a CSV file beside it,
// each as rows of cells. Pure: an edit is a patch on the files.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { listChoices } from "../model/answers.ts";
import type { Content } from "../model/content.ts";
import type { Path } from "../model/places.ts";
import { readAmount, readCells, writeAmount, writeCells } from "./csv.ts";

export interface Column {
  name: string;
  isNumber: boolean;
  /** Names of answers and of the rows themselves are changed in the JSON. */
  isLocked: boolean;
  /** A row may be without it. */
  isOptional: boolean;
}

export interface ProductTable {
  id: string;
  /** Of the cells. */
  file: string;
  /** Where the rows are in a JSON file. */
  path: Path;
  kind: "rows" | "values" | "grid" | "csv";
  /** Where a cell is in a JSON file. */
  locate(row: number, column: number): Path;
  /** The answer that chooses a row: `<step>.<field>`. */
  answer: string | undefined;
  /** The list of records that the factors are of. */
  list: string | undefined;
  /** What the file calls it. */
  name: string;
  columns: Column[];
  rows: string[][];
}

const FILES = /\/(?:tariff(?:\.\d{4}-\d\d-\d\d)?|professions)\.json$/;
const LOCKED = /^(?:name|answer|each|by|list|amount|sector_id|reference)$/;

export function listTables(content: Content): ProductTable[] {
  const files = Object.keys(content.texts).filter((file) => file.startsWith(`${content.folder}/`) && FILES.test(file));
  // The tariff first.
  return files
    .sort()
    .reverse()
    .flatMap((file) => findTables(content, file, content.read(file) ?? {}, []));
}

function findTables(content: Content, file: string, node: unknown, path: Path): ProductTable[] {
  const around = { content, file, holder: content.part(file, path.slice(0, -1)).node, path };
  if (isObject(node) && typeof node.csv === "string") return readCsv(around, node.csv);
  const own = readRows(around, node) ?? readGrid(around, node) ?? readValues(around, node);
  const inside = Object.entries(Object(node) as JsonObject).flatMap(([key, value]) =>
    typeof value === "object"
      ? findTables(content, file, value, [...path, Array.isArray(node) ? Number(key) : key])
      : [],
  );
  if (!own?.columns.some(({ isLocked }) => !isLocked)) return inside;
  return own.kind === "rows" ? [own, ...inside] : [own];
}

interface Around {
  content: Content;
  file: string;
  holder: JsonObject;
  path: Path;
}

function start({ file, holder, path }: Around, kind: ProductTable["kind"]) {
  const [answer, list] = [holder.answer, holder.each].map((each) => (typeof each === "string" ? each : undefined));
  const name = typeof holder.name === "string" ? holder.name : path.filter((key) => typeof key === "string").join(" ");
  return { id: `${file} ${path.join("/")}`, file, path, kind, answer, list, name, locate: (): Path => path };
}

const show = (value: unknown): string =>
  typeof value === "number" ? writeAmount(value) : value === undefined || value === null ? "" : String(value);

/** The members of a row that are no tables themselves, those of a member with a dot. */
function flatten(row: JsonObject, before = ""): [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value !== "object" || value === null) return [[before + name, value]];
    return before === "" && isObject(value) && name !== "values" && !("csv" in value) && !("rows" in value)
      ? flatten(value, `${name}.`)
      : [];
  });
}

function describeColumns(names: readonly string[], rows: readonly Map<string, unknown>[]): Column[] {
  return names.map((name) => {
    const values = rows.map((row) => row.get(name)).filter((value) => value !== undefined && value !== null);
    const isNumber = values.every((value) => typeof value === "number");
    const isLocked = !isNumber && LOCKED.test(name.slice(name.lastIndexOf(".") + 1));
    return { name, isNumber, isLocked, isOptional: values.length < rows.length };
  });
}

function readRows(around: Around, node: unknown): ProductTable | null {
  if (!Array.isArray(node) || node.length === 0 || !node.every(isObject)) return null;
  const rows = node.map((row) => new Map(flatten(row)));
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  // An answer has words, and then what the file calls the row needs no column.
  if (names.has("answer") || names.has("each")) names.delete("name");
  const columns = describeColumns([...names], rows);
  return {
    ...start(around, "rows"),
    columns,
    rows: rows.map((row) => columns.map(({ name }) => show(row.get(name)))),
    locate: (row, column) => [...around.path, row, ...columns[column]!.name.split(".")],
  };
}

const NUMBER = { isNumber: true, isLocked: false, isOptional: false };
const KEY = { name: "value", isNumber: false, isLocked: true, isOptional: false };

/** With a row for each choice of the answer that has no factor yet. */
function readValues(around: Around, node: unknown): ProductTable | null {
  if (around.path.at(-1) !== "values" || !isObject(node)) return null;
  const table = start(around, "values");
  const field = around.content.findAnswer(table.answer);
  const choices = field ? listChoices(around.content, field).map(String) : [];
  const keys = [...Object.keys(node), ...choices.filter((choice) => !Object.hasOwn(node, choice))];
  const columns = [KEY, { ...NUMBER, name: "factor", isOptional: true }];
  const rows = keys.map((key) => [key, show(node[key])]);
  return { ...table, columns, rows, locate: (row) => [...around.path, keys[row]!] };
}

function readGrid(around: Around, node: unknown): ProductTable | null {
  const { columns, rows } = Object(node) as JsonObject;
  if (around.path.at(-1) !== "grid" || !Array.isArray(columns) || !Array.isArray(rows)) return null;
  const heads = [KEY, ...columns.map((name) => ({ ...NUMBER, name: show(name) }))];
  const cells = rows.map((row) => [row?.value, ...(Array.isArray(row?.cells) ? row.cells : [])].map(show));
  const locate = (row: number, column: number) => [...around.path, "rows", row, "cells", column - 1];
  return { ...start(around, "grid"), columns: heads, rows: cells, locate };
}

function readCsv(around: Around, name: string): ProductTable[] {
  const file = around.file.replace(/[^/]+$/, name);
  const text = around.content.texts[file];
  if (text === undefined) return [];
  const [heads = [], ...rows] = readCells(text);
  const isGrid = around.path.at(-1) === "grid";
  const columns = heads.map((head, index): Column => {
    const cells = rows.map((row) => row[index] ?? "").filter(Boolean);
    const isNumber = cells.every((cell) => readAmount(cell) !== undefined);
    const isLocked = (isGrid && index === 0) || (!isNumber && LOCKED.test(head));
    return { name: head, isNumber, isLocked, isOptional: cells.length < rows.length };
  });
  return [{ ...start(around, "csv"), id: file, file, columns, rows }];
}

/** Where a text of a row begins: counted from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

export interface CellFault extends CellPlace {
  reason: "number" | "empty" | "locked" | "columns" | "rows";
}

/** Returns the cells of a table that do not fit. A change with one is not written. */
export function findFaults(table: ProductTable, from: CellPlace, cells: readonly (readonly string[])[]): CellFault[] {
  return cells.flatMap((line, down) =>
    line.flatMap((text, right): CellFault[] => {
      const place = { row: from.row + down, column: from.column + right };
      const reason = findReason(table, place, text, { from, width: line.length });
      return reason ? [{ ...place, reason }] : [];
    }),
  );
}

function findReason(
  { kind, columns, rows }: ProductTable,
  { row, column }: CellPlace,
  text: string,
  { from, width }: { from: CellPlace; width: number },
): CellFault["reason"] | null {
  const head = columns[column];
  if (!head) return "columns";
  const isNew = row >= rows.length;
  if (isNew && (kind === "values" || kind === "grid" || from.column > 0 || width < columns.length)) return "rows";
  if (head.isLocked && !isNew && text !== rows[row]?.[column]) return "locked";
  if (text === "") return head.isOptional ? null : "empty";
  return head.isNumber && readAmount(text) === undefined ? "number" : null;
}

/** Returns the patch that puts cells into a table, with the rows that it needs. Throws nothing: faults are found before. */
export function writeTable(
  content: Content,
  table: ProductTable,
  from: CellPlace,
  cells: readonly (readonly string[])[],
): Edit[] {
  const rows = table.rows.map((row) => [...row]);
  for (const [down, line] of cells.entries())
    for (const [right, text] of line.entries()) {
      rows[from.row + down] ??= table.columns.map(() => "");
      rows[from.row + down]![from.column + right] = text.trim();
    }
  return replaceRows(content, table, rows);
}

/** Returns the patch that gives a table these rows. */
function replaceRows(content: Content, table: ProductTable, rows: readonly (readonly string[])[]): Edit[] {
  const { file, path, columns } = table;
  if (table.kind === "csv") {
    const was = content.texts[file] ?? "";
    const value = writeCells([columns.map(({ name }) => name), ...rows], was);
    return value === was ? [] : [{ file, path: [""], was, value }];
  }
  const changed = rows.slice(0, table.rows.length).flatMap((cells, row) =>
    columns.flatMap((head, column): Edit[] => {
      const text = cells[column] ?? "";
      if (text === table.rows[row]?.[column]) return [];
      const place = table.locate(row, column);
      return [{ file, path: place, was: content.valueAt(file, place), value: toValue(head, text) }];
    }),
  );
  const added = rows
    .slice(table.rows.length)
    .map((row): Edit => ({ file, path: [...path, -1], value: buildRow(columns, row) }));
  return [...changed, ...added];
}

/** Returns the patch that puts a copy of a row below it. */
export function copyRow(content: Content, table: ProductTable, row: number): Edit[] {
  const { kind, file, path, rows } = table;
  if (kind === "csv") return replaceRows(content, table, rows.toSpliced(row + 1, 0, rows[row] ?? []));
  const value = content.valueAt(file, [...path, row]);
  return kind === "rows" && value !== undefined ? [{ file, path: [...path, row + 1], value, insert: true }] : [];
}

export function removeRow(content: Content, table: ProductTable, row: number): Edit[] {
  const { kind, file, path, rows } = table;
  if (kind === "csv") return replaceRows(content, table, rows.toSpliced(row, 1));
  const place = [...path, kind === "values" ? (rows[row]?.[0] ?? "") : row];
  const was = content.valueAt(file, place);
  return was === undefined || kind === "grid" ? [] : [{ file, path: place, value: undefined, was }];
}

const toValue = ({ isNumber }: Column, text: string): unknown => {
  if (text === "") return undefined;
  if (isNumber) return readAmount(text);
  return text === "true" || text === "false" ? text === "true" : text;
};

function buildRow(columns: readonly Column[], cells: readonly string[]): JsonObject {
  const row: JsonObject = {};
  for (const [index, column] of columns.entries()) {
    const value = toValue(column, cells[index] ?? "");
    const [name = "", inner] = column.name.split(".");
    if (value === undefined) continue;
    row[name] = inner === undefined ? value : { ...Object(row[name]), [inner]: value };
  }
  return row;
}
