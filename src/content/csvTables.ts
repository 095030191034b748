// Tables beside the JSON, as Dutch Excel writes them: `{ "csv": "turnover.csv" }` in a tariff or list stands for the rows of that
// file, whose columns are named in its first line. Cells are separated by `;`, numbers have a decimal comma.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { error, type Finding } from "./finding.ts";
import { Memory } from "./memory.ts";
import type { CsvTable } from "./places.ts";
import type { JsonFile } from "./readJson.ts";

/** The file with its tables filled in; the same file as long as neither it nor they change. */
export function withTables(file: JsonFile, base: string, findings: Finding[], memory = new Memory()): JsonFile {
  const references = findReferences(file.content);
  if (references.length === 0) return file;
  const texts = references.map(({ name }) => readText(join(dirname(file.path), name)));
  const made = memory.recall(`tables of ${file.path}`, [file, ...texts], () => fill(file, base, references, texts));
  findings.push(...made.findings);
  return made.file;
}

interface Reference {
  place: string;
  name: string;
  /** Columns that are no numbers. */
  text: string[];
}

function findReferences(value: unknown, place = ""): Reference[] {
  if (typeof value !== "object" || value === null) return [];
  if (isObject(value) && typeof value.csv === "string" && place !== "") {
    const text = Array.isArray(value.text) ? value.text.map(String) : [];
    return /^[\w-]+\.csv$/.test(value.csv) ? [{ place, name: value.csv, text }] : [];
  }
  return Object.entries(value).flatMap(([key, member]) => findReferences(member, `${place}/${key}`));
}

function readText(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return "\uFFFD";
  }
}

function fill(file: JsonFile, base: string, references: readonly Reference[], texts: readonly (string | null)[]) {
  const findings: Finding[] = [];
  const content = structuredClone(file.content);
  const tables = references.map((reference, at): CsvTable => {
    const name = relative(base, join(dirname(file.path), reference.name));
    const table = readTable(name, reference, texts[at] ?? null, findings);
    const keys = reference.place.split("/").slice(1);
    const holder = keys.slice(0, -1).reduce((current: unknown, key) => Object(current)[key], content);
    // What has no rows is a finding, and its product is not checked further.
    if (table.rows.length > 0) (holder as JsonObject)[keys.at(-1) ?? ""] = table.rows;
    return { place: reference.place, file: name, lines: table.lines, columns: table.columns };
  });
  return { file: { ...file, content, tables }, findings };
}

interface Table {
  columns: string[];
  rows: JsonObject[];
  /** Of each row, counted from 1. */
  lines: number[];
}

function readTable(file: string, { text: words }: Reference, text: string | null, findings: Finding[]): Table {
  const report = (line: number, column: number, sentence: string, hint: string) =>
    findings.push({ ...error(file, "", sentence, hint), line, column });
  const table: Table = { columns: [], rows: [], lines: [] };
  if (text === null) report(1, 1, "the table is missing", "add the file, or correct its name");
  else if (text.includes("\uFFFD"))
    report(1, 1, "the table is not written in UTF-8", 'save it in Excel as "CSV UTF-8"');
  if (text === null || text.includes("\uFFFD")) return table;
  const [head = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  table.columns = cellsOf(head);
  for (const [at, name] of table.columns.entries())
    if (name === "" || table.columns.indexOf(name) !== at)
      report(1, at + 1, `column ${at + 1} of the first line has no name of its own`, "name each column once");
  for (const [at, line] of lines.entries()) {
    const cells = cellsOf(line);
    if (cells.every((cell) => cell === "")) continue;
    if (cells.length !== table.columns.length) {
      const sentence = `row ${at + 2} has ${cells.length} cells, the first line names ${table.columns.length} columns`;
      report(at + 2, 1, sentence, 'separate cells with ";", and put a text that holds one in quotes');
      continue;
    }
    table.rows.push(rowOf(table.columns, cells, words));
    table.lines.push(at + 2);
  }
  if (table.rows.length === 0 && findings.length === 0)
    report(1, 1, "the table has no rows", "write at least one below the names of the columns");
  return table;
}

/** Cells of a line; a quoted one may hold `;`, and a quote twice. */
function cellsOf(line: string): string[] {
  const found = line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g);
  return [...found].map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
}

/** `label.nl` is a member of a member; an empty cell says nothing. */
function rowOf(columns: readonly string[], cells: readonly string[], words: readonly string[]): JsonObject {
  const row: JsonObject = {};
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? "";
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

/** A number as Dutch Excel writes it; what is none stays a text, which the shape of the table refuses. */
const toValue = (cell: string): unknown =>
  /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(cell) ? Number(cell.replaceAll(".", "").replace(",", ".")) : cell;
