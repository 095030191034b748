// Where in a file a finding is: line and column of what a JSON Pointer leads to, as an editor counts them.
import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import type { Finding } from "../findings/finding.ts";
import { writeKind } from "../findings/sentences.ts";
import { t } from "../findings/translate.ts";

/** A table beside the file, with the place of its rows in the content. */
export interface CsvTable {
  place: string;
  file: string;
  columns: readonly string[];
  /** Of each row where its cells begin, in its own file. */
  rows: readonly (readonly Place[])[];
}

export interface FileText {
  file: string;
  text: string;
  tables?: readonly CsvTable[];
  words?: ReadonlyMap<string, { file: FileText; place: string }>;
}

export interface Place {
  line: number;
  column: number;
}

export function placeAt(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Undefined where brackets are nested so deep that no parser follows. */
export function parseSafely(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch {
    return undefined;
  }
}

const trees = new WeakMap<FileText, Node | undefined>();

export function findTree(file: FileText): Node | undefined {
  if (!trees.has(file)) trees.set(file, parseSafely(file.text));
  return trees.get(file);
}

/** Of a member its name. A missing part is placed in the innermost part that exists. */
export function findPlace(file: FileText, pointer: string): Place {
  const tree = findTree(file);
  const segments = pointerSegments(pointer);
  for (let length = segments.length; tree && length > 0; length -= 1) {
    const node = findNode(tree, segments.slice(0, length));
    if (node) return placeAt(file.text, (node.parent?.type === "property" ? node.parent : node).offset);
  }
  return { line: 1, column: 1 };
}

/** Through lists by number, through objects by name. */
function findNode(tree: Node, segments: readonly string[]): Node | undefined {
  let node: Node | undefined = tree;
  for (const segment of segments) {
    if (!node) return undefined;
    node = findNodeAtLocation(node, [node.type === "array" ? Number(segment) : segment]);
  }
  return node;
}

/** The findings with line and column, where they have none yet and their file could be read. */
export function placed(findings: readonly Finding[], files: Iterable<FileText>): Finding[] {
  const byName = new Map([...files].map((file) => [file.file, file]));
  return findings.map((finding) => {
    const file = byName.get(finding.file);
    if (!file || finding.line !== undefined) return finding;
    const word = file.words?.get(finding.place.slice(1));
    if (word) return { ...finding, file: word.file.file, place: word.place, ...findPlace(word.file, word.place) };
    const placedIn = inTable(finding, file);
    return placedIn.line === undefined ? { ...finding, ...findPlace(file, finding.place) } : placedIn;
  });
}

/** The finding at its row and column, where its place is in a table. */
function inTable(finding: Finding, { tables = [] }: FileText): Finding {
  const table = tables.find(({ place }) => finding.place.startsWith(`${place}/`));
  if (!table) return finding;
  const [row = "", ...rest] = finding.place.slice(table.place.length + 1).split("/");
  const name = rest.join(".");
  const column = table.columns.indexOf(name);
  const cells = table.rows[Number(row)] ?? [];
  const line = cells[0]?.line ?? 1;
  const { sentence } = finding;
  const isColumn = column >= 0 && name !== "";
  return {
    ...finding,
    file: table.file,
    line,
    column: cells[column]?.column ?? 1,
    sentence: isColumn ? t`row ${line}, column ${name}: ${sentence}` : t`row ${line}: ${sentence}`,
    hint: inCell(finding, name),
  };
}

/** What is done in JSON is done otherwise in a cell. */
function inCell({ hint, remedy: [change] = [] }: Finding, column: string): string {
  if ([writeKind("number"), writeKind("integer")].includes(hint))
    return t`write digits, with a decimal comma where needed`;
  const isQuoting = change?.kind === "replace" && hint === t`write "${change.value}" in quotes`;
  return isQuoting ? t`name "${column}" in "text" beside "csv"` : hint;
}
