// Tables beside the JSON, as Dutch Excel writes them: `{ "csv": "turnover.csv" }` in a tariff or list is replaced by
// the rows of that file, whose columns are named in its first line. A `grid` of a tariff has answers in its first line and column.
import { dirname, join, relative } from "node:path";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Finding } from "../findings/finding.ts";
import { membersOf } from "../findings/reporting.ts";
import { meantOr } from "../findings/sentences.ts";
import { t } from "../findings/translate.ts";
import { readSheet, readText, reportCells, START, toValue } from "./csvCells.ts";
import { readGrid } from "./csvGrid.ts";
import { Memory } from "./memory.ts";
import type { CsvTable } from "./places.ts";
import type { JsonFile } from "./readJson.ts";

/** The file with its tables filled in. It stays the same object as long as neither it nor they change. */
export function withTables(file: JsonFile, base: string, findings: Finding[], memory = new Memory()): JsonFile {
  const references = findTables(file.content);
  if (references.length === 0) return file;
  const texts = references.map(({ name }) => readText(join(dirname(file.path), name)));
  const made = memory.recall(`tables ${file.path}`, [file, ...texts], () => fill(file, base, references, texts));
  findings.push(...made.findings);
  return made.file;
}

interface TableReference {
  place: string;
  name: string;
  /** Columns that are no numbers. */
  text: string[];
}

export function findTables(content: unknown): TableReference[] {
  const tables: TableReference[] = [];
  for (const { value, place } of membersOf(content)) {
    const { csv: name, text } = isObject(value) ? value : {};
    if (typeof name === "string" && /^[\w-]+\.csv$/.test(name))
      tables.push({ place, name, text: Array.isArray(text) ? text.map(String) : [] });
  }
  return tables;
}

function fill(file: JsonFile, base: string, references: readonly TableReference[], texts: readonly (string | null)[]) {
  const findings: Finding[] = [];
  const content = structuredClone(file.content);
  const tables = references.flatMap((reference, index): CsvTable[] => {
    const name = relative(base, join(dirname(file.path), reference.name));
    const text = texts[index] ?? null;
    const keys = reference.place.split("/").slice(1);
    const holder = keys.slice(0, -1).reduce((current: unknown, key) => Object(current)[key], content) as JsonObject;
    if (keys.at(-1) === "grid") {
      const { grid, placed } = readGrid(name, text, findings);
      if (grid) holder.grid = grid;
      return placed.map(({ member, ...where }) => ({ place: `${reference.place}/${member}`, file: name, ...where }));
    }
    const table = readTable(name, reference, text, findings);
    // What has no rows is a finding, and its product is not checked further.
    if (table.rows.length > 0) holder[keys.at(-1) ?? ""] = table.rows;
    return [{ place: reference.place, file: name, ...table.placed }];
  });
  return { file: { ...file, content, tables }, findings };
}

interface Table {
  rows: JsonObject[];
  placed: Pick<CsvTable, "rows" | "columns">;
}

function readTable(file: string, { text: words }: TableReference, text: string | null, findings: Finding[]): Table {
  const before = findings.length;
  const report = reportCells(file, findings);
  const sheet = readSheet(text, report);
  if (!sheet) return { rows: [], placed: { columns: [], rows: [] } };
  const columns = sheet.columns.map((cell) => cell.text);
  for (const name of words.filter((word) => !columns.includes(word)))
    report(
      START,
      t`no column is called "${name}", which "text" names`,
      meantOr(columns, name, t`correct one of the two`),
    );
  for (const [index, cell] of sheet.columns.entries())
    if (cell.text === "" || columns.indexOf(cell.text) !== index)
      report(cell, t`column ${index + 1} of the first line has no name of its own`, t`name each column once`);
  if (sheet.rows.length === 0 && findings.length === before)
    report(START, t`the table has no rows`, t`write at least one below the names of the columns`);
  const rows = sheet.rows.map((cells) => cells.map((cell) => cell.text));
  return { rows: rows.map((cells) => buildRow(columns, cells, words)), placed: { columns, rows: sheet.rows } };
}

/** `label.nl` is a member of a member. An empty cell adds none. */
function buildRow(columns: readonly string[], cells: readonly string[], words: readonly string[]): JsonObject {
  const row: JsonObject = {};
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (cell === "") continue;
    const keys = name.split(".");
    const holder = keys.slice(0, -1).reduce((current: JsonObject, key) => {
      if (!isObject(current[key])) current[key] = {};
      return current[key] as JsonObject;
    }, row);
    holder[keys.at(-1) ?? ""] = words.includes(name) ? cell : toValue(cell);
  }
  return row;
}
