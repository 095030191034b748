// All texts of a product with their languages side by side, and the file that a translator gets and gives back. What comes back is taken
// whole or not at all.
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { type Content, textOf } from "../model/content.ts";
import type { Path } from "../model/places.ts";
import { readCells, writeCells } from "../tables/csv.ts";

/** Where a text of one language is. */
interface TextPlace {
  file: string;
  path: Path;
}

export interface TextRow {
  /** Unique in the product: the key of a text, or the file and place of words beside what they are about. */
  key: string;
  texts: Record<Language, string | undefined>;
  places: Record<Language, TextPlace>;
  /** Other products show it too. */
  isShared: boolean;
  /** Brokers have other words, or none. */
  isChanged?: boolean;
}

export const FILTERS = ["own", "missing", "long", "changed", "shared", "all"] as const;
export type Filter = (typeof FILTERS)[number];

/** Marks the texts that are not as in the release on offer. */
export function markChanged(rows: readonly TextRow[], released: readonly TextRow[]): TextRow[] {
  const earlier = new Map(released.map(({ key, texts }) => [key, texts]));
  const isChanged = ({ key, texts }: TextRow) => LANGUAGES.some((code) => texts[code] !== earlier.get(key)?.[code]);
  return rows.map((row) => ({ ...row, isChanged: isChanged(row) }));
}

/** The words beside fields and in lists of the product, the texts that it has by key, and those that all products share. */
export function listTexts(content: Content): TextRow[] {
  const beside = Object.keys(content.texts).flatMap((file) => {
    const isOwn = file.startsWith(`${content.folder}/`) && file.endsWith(".json") && !/\/texts\.\w+\.json$/.test(file);
    return isOwn ? findWords(content.read(file), { file, path: [] }) : [];
  });
  const keysIn = (kind: "own" | "shared") =>
    new Set(LANGUAGES.flatMap((code) => Object.keys(content.read(content.textFiles(code)[kind]) ?? {})));
  const own = keysIn("own");
  const shared = [...keysIn("shared")].filter((key) => !own.has(key));
  const build = (kind: "own" | "shared") => (key: string) => {
    const places = inEachLanguage((code) => ({ file: content.textFiles(code)[kind], path: [key] }));
    const texts = inEachLanguage((code) => textOf(content.read(places[code].file)?.[key]));
    return { key, texts, places, isShared: kind === "shared" };
  };
  const byKey = [...[...own].map(build("own")), ...shared.map(build("shared"))];
  return [...beside, ...byKey.filter(({ key }) => !key.startsWith("$"))];
}

const codes: readonly string[] = LANGUAGES;

/** Every part of a file that has nothing but a text for languages. */
function findWords(node: unknown, { file, path }: TextPlace): TextRow[] {
  if (typeof node !== "object" || node === null) return [];
  const members = Object.entries(node);
  if (members.length > 0 && members.every(([name, text]) => codes.includes(name) && typeof text === "string")) {
    const key = `${file.slice(file.lastIndexOf("/") + 1)}/${path.join("/")}`;
    const texts = inEachLanguage((code) => textOf((node as JsonObject)[code]));
    return [{ key, texts, places: inEachLanguage((code) => ({ file, path: [...path, code] })), isShared: false }];
  }
  return members.flatMap(([name, value]) =>
    findWords(value, { file, path: [...path, Array.isArray(node) ? Number(name) : name] }),
  );
}

/** Returns the patch that gives a text other words. A new one in a file of texts comes where the other language has it. */
export function writeWords(content: Content, { texts, places }: TextRow, code: Language, typed: string): Edit[] {
  const { file, path } = places[code];
  const value = typed.trim() === "" ? undefined : typed;
  if (value === texts[code]) return [];
  const other = LANGUAGES.find((each) => each !== code && texts[each] !== undefined);
  if (path.length > 1 || other === undefined) return [{ file, path, value, was: texts[code] }];
  const keys = Object.keys(content.read(places[other].file) ?? {});
  const before = keys.slice(0, keys.indexOf(String(path[0])));
  const after = before.findLast((key) => content.read(file)?.[key] !== undefined) ?? null;
  return [{ file, path, value, was: texts[code], after }];
}

const SHORT = /(?:^|[./])(?:label|title|unit|placeholder|options?[./][^./]+)$/;
const LONGEST = { short: 70, other: 400 };

const isMissing = ({ texts }: TextRow): boolean => LANGUAGES.some((code) => !texts[code]?.trim());
/** Longer than what is shown on one line, or read at once. */
export const isTooLong = (key: string, text = ""): boolean =>
  text.length > (SHORT.test(key) ? LONGEST.short : LONGEST.other);

const FITS: Record<Filter, (row: TextRow) => boolean> = {
  own: ({ isShared }) => !isShared,
  missing: isMissing,
  long: ({ key, texts }) => LANGUAGES.some((code) => isTooLong(key, texts[code])),
  changed: ({ isChanged }) => isChanged === true,
  shared: ({ isShared }) => isShared,
  all: () => true,
};

export function chooseTexts(rows: readonly TextRow[], filter: Filter, search: string): TextRow[] {
  const wanted = search.trim().toLowerCase();
  const contains = ({ key, texts }: TextRow) =>
    [key, ...LANGUAGES.map((code) => texts[code] ?? "")].some((text) => text.toLowerCase().includes(wanted));
  return rows.filter((row) => FITS[filter](row) && contains(row));
}

const HEAD = ["key", ...LANGUAGES];

/** With the mark by which Excel reads accents. */
export const exportTexts = (rows: readonly TextRow[]): string =>
  writeCells(
    [HEAD, ...rows.map(({ key, texts }) => [key, ...LANGUAGES.map((code) => texts[code] ?? "")])],
    "\uFEFF\r\n",
  );

export interface Refusal {
  line: number;
  key: string;
  reason: "head" | "cells" | "unknown" | "twice" | "shared" | "source" | "empty" | "values";
}

/** Returns the patch for a file that came back, or why it is not taken. The texts in the first language must be as they are now. */
export function importTexts(content: Content, file: string): { edits: Edit[]; refusals: Refusal[] } {
  const [head = [], ...lines] = readCells(file);
  if (head.length !== HEAD.length || !HEAD.every((name) => head.includes(name)))
    return { edits: [], refusals: [{ line: 1, key: head.join(";"), reason: "head" }] };
  const rows = new Map(listTexts(content).map((row) => [row.key, row]));
  const keyAt = head.indexOf("key");
  const keys = lines.map((cells) => cells[keyAt] ?? "");
  const read = lines.map((cells, index) => {
    const key = keys[index] ?? "";
    const row = rows.get(key);
    const given = inEachLanguage((code) => cells[head.indexOf(code)] ?? "");
    const isTwice = keys.indexOf(key) < index;
    const fault = cells.length !== head.length ? "cells" : isTwice ? "twice" : row ? judge(row, given) : "unknown";
    return { line: index + 2, key, row, given, fault };
  });
  const refusals = read.flatMap(({ line, key, fault }): Refusal[] => (fault ? [{ line, key, reason: fault }] : []));
  if (refusals.length > 0) return { edits: [], refusals };
  const write = (row: TextRow, given: Record<Language, string>) =>
    findChanged(row, given).flatMap((code) => writeWords(content, row, code, given[code]));
  return { edits: read.flatMap(({ row, given }) => (row ? write(row, given) : [])), refusals };
}

const findChanged = ({ texts }: TextRow, given: Record<Language, string>): Language[] =>
  LANGUAGES.filter((code) => given[code] !== (texts[code] ?? "").trim());

function judge(row: TextRow, given: Record<Language, string>): Refusal["reason"] | null {
  const source = row.texts[DEFAULT_LANGUAGE] ?? "";
  const changed = findChanged(row, given);
  if (changed.includes(DEFAULT_LANGUAGE)) return "source";
  if (changed.length > 0 && row.isShared) return "shared";
  if (changed.some((code) => given[code] === "")) return "empty";
  return changed.every((code) => listValues(given[code]) === listValues(source)) ? null : "values";
}

/** The values that a text names, and how often a brace opens and closes. */
function listValues(text: string): string {
  const names = [...text.matchAll(/\{\s*(\w+)/g)].map(([, name]) => name);
  const braces =
    [...text].filter((letter) => letter === "{").length - [...text].filter((letter) => letter === "}").length;
  return `${[...new Set(names)].sort().join()} ${braces}`;
}
