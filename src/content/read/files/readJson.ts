// Reads content files. A file that is not valid JSON becomes a finding with the reason. Content never throws.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Node, type ParseError, printParseErrorCode } from "jsonc-parser";
import type { JsonObject } from "#engine/schema/types.ts";
import { error, type Finding } from "../findings/finding.ts";
import { t, translate } from "../findings/translate.ts";
import words from "../findings/words.json" with { type: "json" };
import { Memory } from "./memory.ts";
import { type CsvTable, type FileText, parseSafely, placeAt } from "./places.ts";

export interface JsonFile {
  /** Path as findings name it. */
  file: string;
  path: string;
  text: string;
  content: JsonObject;
  tables?: readonly CsvTable[];
  /** Of texts: those that are beside their field, by key. */
  words?: FileText["words"];
  /** Of cases: the file that those from this index on come from. */
  shared?: { file: string; from: number };
  /** Of a shared journey: the product's cases that contain its amounts. */
  amounts?: JsonFile;
}

export function jsonFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const entries = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return entries
    .filter((name) => /\.json$/i.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/** The contents of the files of a folder, by their path, without those that are not valid JSON. */
export const readContents = <T>(folder: string): [path: string, content: T][] =>
  jsonFiles(folder).flatMap((path): [string, T][] => {
    const file = readJson(path, folder, []);
    return file ? [[path, file.content as unknown as T]] : [];
  });

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const BOM = "\uFEFF";

/** Returns null if the file is not valid JSON, with a finding. With a memory the same text gives the same object. */
export function readJson(path: string, base: string, findings: Finding[], memory = new Memory()): JsonFile | null {
  const file = relative(base, path);
  const bytes = readBytes(path);
  const text = bytes && decode(bytes);
  if (text !== null) {
    const read = memory.recall(`read ${path}`, [file, text], () => parseFile({ file, path, text }));
    findings.push(...read.findings);
    return read.json;
  }
  if (bytes) {
    const hint = t`save it as UTF-8 in your editor ("Save with encoding"); it was probably saved as ${isWide(bytes) ? "UTF-16" : "Windows-1252"}`;
    const sentence = t`the file is not written in UTF-8, so its accents would be lost`;
    findings.push({ ...error(file, "", sentence, hint), ...firstForeign(bytes) });
  } else findings.push(error(file, "", t`the file cannot be read`, t`check that it exists and may be read`));
  return null;
}

/** Null: it is not there, or may not be read. */
export function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Of a file that some editors call "Unicode": two bytes a letter, and a mark before them. */
const isWide = (bytes: Buffer): boolean => ["fffe", "feff"].includes(bytes.toString("hex", 0, 2));

/** Returns the place of the first byte that is not UTF-8. */
function firstForeign(bytes: Buffer) {
  const text = bytes.toString("utf8");
  return placeAt(text, Math.max(text.indexOf("\uFFFD"), 0));
}

type TextOfFile = Pick<JsonFile, "file" | "path" | "text">;

export function parseFile({ file, path, text }: TextOfFile): { json: JsonFile | null; findings: Finding[] } {
  const findings: Finding[] = [];
  const report = (offset: number, sentence: string, hint: string) => {
    findings.push({ ...error(file, "", sentence, hint), ...placeAt(text, offset) });
  };
  if (text.startsWith(BOM)) {
    const hint = t`save it as "UTF-8", not as "UTF-8 with BOM"`;
    report(0, t`the file begins with an invisible sign (a byte order mark)`, hint);
  }
  const json = text.startsWith(BOM) ? ` ${text.slice(1)}` : text;
  if (json.trim() === "") {
    report(0, t`the file is empty`, t`write it as the same file of another product, or put it back`);
    return { json: null, findings };
  }
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    report(...syntaxError(json));
    return { json: null, findings };
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    report(0, t`the file must hold one object`, t`start it with { and end it with }`);
    return { json: null, findings };
  }
  const deepest = findTooDeep(json);
  if (deepest !== undefined) {
    report(deepest, t`this is nested more than ${MAX_DEPTH} deep`, t`split it into several fields or rules`);
    return { json: null, findings };
  }
  for (const { key, offset } of doubledKeys(json, content))
    report(offset, t`"${key}" is there twice`, t`only the last one counts; remove one of the two`);
  for (const { written, offset } of findDottedThousands(json))
    report(
      offset,
      t`${written} is ${Number(written)}, because a dot comes before decimals`,
      t`write ${written.replace(".", "")}, or ${Number(written)}`,
    );
  return { json: { file, path, text: json, content: content as JsonObject }, findings };
}

/** Our own content is at most 12 deep. Validators and walks call themselves for each level. */
const MAX_DEPTH = 64;

/** The offset of the first bracket that is nested too deep. */
function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:\\.|[^"\\])*"|[[\]{}]/g)) {
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    if (depth > MAX_DEPTH) return index;
  }
  return undefined;
}

/** By the names of jsonc-parser's codes. */
const syntax: Record<string, string[]> = words.syntax;
const wordsFor = (code: string) =>
  (syntax[code] ?? words.syntax.unclear).map(translate) as [sentence: string, hint: string];

/** The first mistake only: those after it are mostly its consequences. */
function syntaxError(text: string): [offset: number, sentence: string, hint: string] {
  const errors: ParseError[] = [];
  parseSafely(text, errors);
  const [first] = errors.toSorted((left, other) => left.offset - other.offset);
  const end = Math.max(text.trimEnd().length - 1, 0);
  if (!first) return [end, ...wordsFor("unclear")];
  const before = text.slice(0, first.offset).trimEnd();
  const last = Math.max(before.length - 1, 0);
  const name = printParseErrorCode(first.error);
  const next = text[first.offset] ?? "";
  if (before.endsWith(",") && ",}]".includes(next)) return [last, t`there is a comma too many`, t`remove it`];
  if (/\d,$/.test(before) && /\d/.test(next)) return [last, ...wordsFor("InvalidNumberFormat")];
  if (name === "CommaExpected" && "}]".includes(next))
    return [
      first.offset,
      t`a closing ${next === "}" ? "]" : "}"} is missing before this`,
      t`write it where its bracket ends`,
    ];
  const after = name === "CommaExpected" || name === "ColonExpected";
  return [after ? last : Math.min(first.offset, end), ...wordsFor(name)];
}

/** A last 0 of three decimals is meant as Dutch thousands. */
const DOTTED = /^-?[1-9]\d{0,2}\.\d\d0$/;

function findDottedThousands(text: string): { written: string; offset: number }[] {
  return /\d\.\d\d0\b/.test(text)
    ? findNumbers(parseSafely(text), text).filter(({ written }) => DOTTED.test(written))
    : [];
}

function findNumbers(node: Node | undefined, text: string): { written: string; offset: number }[] {
  if (node?.type !== "number") return (node?.children ?? []).flatMap((child) => findNumbers(child, text));
  return [{ written: text.slice(node.offset, node.offset + node.length), offset: node.offset }];
}

interface DuplicateKey {
  key: string;
  /** The place of the second one. */
  offset: number;
}

/**
 * A key that is written twice in one object: JSON.parse silently keeps the last, so that a change of the first would
 * do nothing. The text is looked into only where it seems to hold more keys than were kept.
 */
function doubledKeys(text: string, content: unknown): DuplicateKey[] {
  const colons = text.match(/"\s*:/g)?.length ?? 0;
  return colons > countKeys(content) ? doubledIn(parseSafely(text)) : [];
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.values(value);
  let count = Array.isArray(value) ? 0 : members.length;
  for (const memberValue of members) count += countKeys(memberValue);
  return count;
}

function doubledIn(node: Node | undefined): DuplicateKey[] {
  const doubled: DuplicateKey[] = [];
  const seen = new Set<string>();
  for (const part of node?.children ?? []) {
    const name = part.type === "property" ? part.children?.[0] : undefined;
    if (name && seen.has(name.value)) doubled.push({ key: String(name.value), offset: name.offset });
    if (name) seen.add(name.value);
    doubled.push(...doubledIn(part));
  }
  return doubled;
}
