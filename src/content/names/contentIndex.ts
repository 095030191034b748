// All names of the content, by file. An edit recomputes only its file's names.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parse } from "jsonc-parser";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { readLines } from "../read/files/csvCells.ts";
import { findTables } from "../read/files/csvTables.ts";
import { Memory } from "../read/files/memory.ts";
import { jsonFiles } from "../read/files/readJson.ts";
import { type ContentText, findNames, type Name, namesInCell } from "./names.ts";

const PARTS = ["shared", "rates", "portal", "products"];

/** The file of the same folder that names the table, or undefined if none does. */
function findBeside(file: ContentText, files: readonly ContentText[]): ContentText["beside"] {
  const name = basename(file.file);
  for (const holder of files) {
    if (dirname(holder.file) !== dirname(file.file) || !holder.text.includes(`"${name}"`)) continue;
    const table = findTables(parse(holder.text)).find((candidate) => candidate.name === name);
    if (table) return { holder, place: table.place };
  }
  return undefined;
}

function tableNames(file: ContentText): Name[] {
  const { beside } = file;
  if (!beside) return [];
  // Of a column `label.nl` the value is in `label`.
  const [head = [], ...rows] = readLines(file.text);
  const findPlace = (row: number, index: number) =>
    `${beside.place}/${row}${toPointer((head[index]?.text ?? "").split("."))}`;
  return rows.flatMap((cells, row) => cells.flatMap((cell, index) => namesInCell(cell, findPlace(row, index), file)));
}

export class ContentIndex {
  readonly base: string;
  readonly #folders: string[];
  readonly #quotations: string;
  readonly #memory = new Memory();

  constructor(schemasDir: string, fixturesDir: string) {
    this.base = dirname(resolve(schemasDir));
    this.#folders = [
      ...PARTS.map((part) => join(resolve(schemasDir), part)),
      ...["products", "steps", "journeys"].map((part) => join(resolve(fixturesDir), part)),
    ];
    this.#quotations = join(resolve(fixturesDir), "portfolio/quotations.json");
  }

  files(): ContentText[] {
    const paths = [...this.#folders.flatMap(jsonFiles), this.#quotations];
    const files = paths.flatMap((path) => this.#read(path) ?? []);
    const tables = this.#folders.flatMap(tablesIn).flatMap((path) => this.#read(path) ?? []);
    return [...files, ...tables.map((table) => this.#beside(table, files))];
  }

  /** The same object as long as neither the table nor the file beside it changes. */
  #beside(table: ContentText, files: readonly ContentText[]): ContentText {
    const beside = findBeside(table, files);
    return this.#memory.recall(`beside ${table.file}`, [table, beside?.holder], () => ({
      ...table,
      ...(beside && { beside }),
    }));
  }

  find(file: string): ContentText | undefined {
    return this.files().find((candidate) => candidate.file === file);
  }

  /** Also of a file that is just being written: `changed` takes the place of what is on disk. */
  names(changed?: ContentText): Name[] {
    return this.files().flatMap((file) => this.namesIn(changed?.file === file.file ? changed : file));
  }

  namesIn(file: ContentText): Name[] {
    const holder = file.beside?.holder.text;
    const find = () => (file.beside ? tableNames(file) : findNames(file, parse(file.text)));
    return this.#memory.recall(`names ${file.file}`, [file.text, holder], find);
  }

  #read(path: string): ContentText | null {
    try {
      const text = readFileSync(path, "utf8");
      return this.#memory.recall(path, [text], () => ({ file: relative(this.base, path), path, text }));
    } catch {
      return null;
    }
  }
}

const tablesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".csv"))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** Whether two names name the same thing. */
export function isSame(name: Name, other: Name): boolean {
  const products = name.product === other.product || name.product === null || other.product === null;
  const named = name.name === other.name || (name.kind === "field" && isSamePath(name.name, other.name));
  return name.kind === other.kind && named && name.step === other.step && products;
}

const isSamePath = (path: string, other: string): boolean => leadsTo(path, other) || leadsTo(other, path);

/** Whether a name is one of this field, whose path has `*` for what data names by an index or code and a layout leaves out. */
export function leadsTo(field: string, name: string): boolean {
  return field === name || (field.includes("*") && isLeading(field.split("."), name.split(".")));
}

function isLeading([first, ...rest]: readonly string[], name: readonly string[]): boolean {
  if (first === undefined) return name.length === 0;
  if (first === "*") return isLeading(rest, name) || (name.length > 0 && isLeading(rest, name.slice(1)));
  return first === name[0] && isLeading(rest, name.slice(1));
}
