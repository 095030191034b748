// Tables beside the JSON, as Dutch Excel writes them: `{ "csv": "turnover.csv" }` in a tariff or list is replaced by
// the rows of that file, whose columns are named in its first line. Cells are separated by semicolons, numbers have a
// decimal comma.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { error, type Finding } from "../findings/finding.ts";
import { membersOf } from "../findings/reporting.ts";
import { meantOr } from "../findings/sentences.ts";
import { Memory } from "./memory.ts";
import type { CsvTable } from "./places.ts";
import type { JsonFile } from "./readJson.ts";

/** The file with its tables filled in. It stays the same object as long as neither it nor they change. */
export function withTables(file: JsonFile, base: string, findings: Finding[], memory = new Memory()): JsonFile {
  const references = findTables(file.content);
  if (references.length === 0) return file;
  const texts = references.map(({ name }) => readText(join(dirname(file.path), name)));
  const made = memory.recall(`tables of ${file.path}`, [file, ...texts], () => fill(file, base, references, texts));
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

function readText(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    return "\uFFFD";
  }
}

function fill(file: JsonFile, base: string, references: readonly TableReference[], texts: readonly (string | null)[]) {
  const findings: Finding[] = [];
  const content = structuredClone(file.content);
  const tables = references.map((reference, index): CsvTable => {
    const name = relative(base, join(dirname(file.path), reference.name));
    const table = readTable(name, reference, texts[index] ?? null, findings);
    const keys = reference.place.split("/").slice(1);
    const holder = keys.slice(0, -1).reduce((current: unknown, key) => Object(current)[key], content);
    // What has no rows is a finding, and its product is not checked further.
    if (table.rows.length > 0) (holder as JsonObject)[keys.at(-1) ?? ""] = table.rows;
    return { place: reference.place, file: name, ...table.placed };
  });
  return { file: { ...file, content, tables }, findings };
}

interface Table {
  rows: JsonObject[];
  placed: Pick<CsvTable, "lines" | "columns" | "starts"> & { lines: number[]; starts: number[][] };
}

function readTable(file: string, { text: words }: TableReference, text: string | null, findings: Finding[]): Table {
  const report = (line: number, column: number, sentence: string, hint: string) =>
    findings.push({ ...error(file, "", sentence, hint), line, column });
  const table: Table = { rows: [], placed: { columns: [], lines: [], starts: [] } };
  const [head = "", ...lines] = text?.replace(/^\uFEFF/, "").split(/\r\n?|\n/) ?? [];
  const unread = findUnread(text, head);
  if (unread) {
    report(1, 1, ...unread);
    return table;
  }
  const named = findCells(head);
  const columns = named.map((cell) => cell.text);
  table.placed.columns = columns;
  for (const name of words.filter((word) => !columns.includes(word)))
    report(1, 1, `no column is called "${name}", which "text" names`, meantOr(columns, name, "correct one of the two"));
  for (const [index, { text: name, from }] of named.entries())
    if (name === "" || columns.indexOf(name) !== index)
      report(1, from + 1, `column ${index + 1} of the first line has no name of its own`, "name each column once");
  for (const [index, line] of lines.entries()) {
    const cells = findCells(line);
    if (cells.every((cell) => cell.text === "")) continue;
    if (cells.length !== columns.length) {
      const sentence = `row ${index + 2} has ${cells.length} cells, the first line names ${columns.length} columns`;
      report(index + 2, 1, sentence, 'separate cells with ";", and put a text that holds one in quotes');
      continue;
    }
    const values = cells.map((cell) => cell.text);
    table.rows.push(buildRow(columns, values, words));
    table.placed.lines.push(index + 2);
    table.placed.starts.push(cells.map(({ from }) => from));
  }
  if (table.rows.length === 0 && findings.length === 0)
    report(1, 1, "the table has no rows", "write at least one below the names of the columns");
  return table;
}

type Words = [sentence: string, hint: string];
const ABSENT: Words = ["the table is missing", "add the file, or correct its name"];
const OTHER_LETTERS: Words = ["the table is not written in UTF-8", 'save it in Excel as "CSV UTF-8"'];

function findUnread(text: string | null, head: string): Words | undefined {
  if (text === null) return ABSENT;
  return text.includes("\uFFFD") ? OTHER_LETTERS : findMisread(head);
}

/** A first line after which every row would be wrong. */
function findMisread(head: string): Words | undefined {
  const cells = findCells(head);
  const between = cells.length === 1 ? /[,\t]/.exec(head)?.[0] : undefined;
  if (between === "\t") return ["the cells are separated by tabs", 'separate them with ";"'];
  if (between) return [`the cells are separated by "${between}"`, 'separate them with ";", and write a decimal comma'];
  if (/^"?sep=/i.test(head)) return ["the first line says how cells are separated", "remove it"];
  const number = cells.find(({ text }) => typeof toValue(text) === "number");
  return number && [`the first line names no column "${number.text}"`, "write the names of the columns above the rows"];
}

interface Cell {
  text: string;
  /** In its line, with quotes. */
  from: number;
  to: number;
}

/** Cells of a line. A quoted one may contain the separator, and a quote twice. */
export function findCells(line: string): Cell[] {
  return [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ({ 0: all, 1: quoted, 2: plain = "", index }) => {
      const from = index + (all.startsWith(";") ? 1 : 0);
      return { text: (quoted?.replaceAll('""', '"') ?? plain).trim(), from, to: index + all.length };
    },
  );
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

/** A number as Dutch Excel writes it. Any other cell stays a text, which the shape of the table refuses. */
const toValue = (cell: string): unknown =>
  /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(cell) ? Number(cell.replaceAll(".", "").replace(",", ".")) : cell;
