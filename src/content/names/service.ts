// The language service of an editor for a place of a content file: completion, hover, definition, references, and the findings of
// the check. Never changes a file. `text` is the editor's text, saved or not.
import { findNodeAtOffset, getLocation, type JSONPath, type Node, parse } from "jsonc-parser";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { RULE_NAMES } from "#engine/schema/rules.ts";
import { findTree, type Place, placeAt } from "../read/files/places.ts";
import { parseFile } from "../read/files/readJson.ts";
import type { Finding } from "../read/findings/finding.ts";
import { ContentIndex, isSame, leadsTo } from "./contentIndex.ts";
import { describeColumns, describePlace, type PlaceDescription } from "./described.ts";
import { explain } from "./explain.ts";
import { type ContentText, findHolder, findProduct, findStep, type Name, UNIT } from "./names.ts";
import { ROWS, type Row } from "./rows.ts";
import { buildPath, cellAt, cellsIn, splitLines } from "./tables.ts";

export interface Location extends Place {
  file: string;
  offset: number;
  length: number;
}

export interface Completion {
  label: string;
  /** What it is. */
  detail: string;
  insert: string;
  from: number;
  to: number;
}

export interface Hover {
  lines: string[];
  from: number;
  to: number;
}

export interface Diagnostic {
  from: number;
  to: number;
  level: Finding["level"];
  message: string;
}

/** `holder`: the names around a field. */
type WantedName = Pick<Name, "kind" | "product"> & { step: string; holder: readonly string[] };

export class LanguageService {
  readonly index: ContentIndex;

  constructor(schemasDir: string, fixturesDir: string) {
    this.index = new ContentIndex(schemasDir, fixturesDir);
  }

  definition(file: string, offset: number, text?: string): Location[] {
    return this.references(file, offset, text, true);
  }

  references(file: string, offset: number, text?: string, definesOnly = false): Location[] {
    const open = this.#open(file, text);
    const name = open && this.#nameAt(open, offset);
    if (!name) return [];
    const names = this.index.names(open);
    const defined = names.find((occurrence) => occurrence.defines && isSame(occurrence, name)) ?? name;
    const same = names.filter((occurrence) => isSame(occurrence, defined) && (occurrence.defines || !definesOnly));
    const texts = new Map([...this.index.files(), open].map((source) => [source.file, source.text]));
    return same.map((occurrence) => ({
      file: occurrence.file,
      offset: occurrence.offset,
      length: occurrence.length,
      ...placeAt(texts.get(occurrence.file) ?? "", occurrence.offset),
    }));
  }

  complete(file: string, offset: number, text?: string): Completion[] {
    const open = this.#open(file, text);
    if (!open) return [];
    if (open.beside) return this.#completeCell(open, open.beside, offset);
    const { path, isAtPropertyKey } = getLocation(open.text, offset);
    return placeChoices(this.#choices(open, path, isAtPropertyKey ? "key" : "value"), open, offset);
  }

  /** Returns the completions of a place: names of the content, or the choices of the file's description. */
  #choices(open: ContentText, path: JSONPath, on: Row["on"], changed = open): Choice[] {
    const pointer = toPointer(path.map((segment) => String(segment) || "x"));
    const content: unknown = parse(open.text);
    const choices = ROWS.filter((row) => row.on === on && row.files.test(open.file)).flatMap((row) => {
      const match = row.path.exec(pointer);
      if (!match) return [];
      const step = findStep(row, match, open.file, content);
      return this.#candidates(
        row,
        { kind: row.kind, step, product: findProduct(open.file, content, pointer), holder: findHolder(match) },
        changed,
      );
    });
    return choices.length > 0 ? choices : offered(describePlace(open, this.index.base, path), on);
  }

  /** In the first line the columns that are lacking, below it what the file beside the table may hold there. */
  #completeCell(open: ContentText, beside: NonNullable<ContentText["beside"]>, offset: number): Completion[] {
    const cell = cellAt(open.text, offset);
    if (!cell) return [];
    const range = { from: cell.from, to: cell.to };
    if (cell.row >= 0) {
      const choices = this.#choices(beside.holder, buildPath(beside, cell.row, cell.column), "value", open);
      return once(choices).map(({ label, detail }) => ({ label, detail, insert: writeCell(label), ...range }));
    }
    const used = cellsIn(open.text).filter((other) => other.row < 0 && other.from !== cell.from);
    const columns = describeColumns(beside.holder, this.index.base, buildPath(beside, 0, "x"));
    const lacking = columns.filter(({ label }) => !used.some(({ text }) => text === label));
    return lacking.map(({ label, detail }) => ({ label, detail, insert: label, ...range }));
  }

  /** Of a cell what its column is for. */
  #describe(open: ContentText, offset: number): (PlaceDescription & { from: number; to: number }) | null {
    const { base } = this.index;
    const cell = open.beside && cellAt(open.text, offset);
    if (cell && open.beside)
      return {
        ...describePlace(open.beside.holder, base, buildPath(open.beside, cell.row, cell.column)),
        from: cell.from,
        to: cell.to,
      };
    const node = open.beside ? undefined : findNodeAtOffset(findTree(open) ?? ({} as Node), offset, true);
    if (!node) return null;
    const described = describePlace(open, base, getLocation(open.text, offset).path);
    return { ...described, from: node.offset, to: node.offset + node.length };
  }

  hover(file: string, offset: number, text?: string): Hover | null {
    const open = this.#open(file, text);
    const described = open && this.#describe(open, offset);
    if (!open || !described) return null;
    const name = this.#nameAt(open, offset);
    const { description, from, to } = described;
    const lines = [...(name ? explain(name, this.#read(open)) : []), ...(description ? [description] : [])];
    if (lines.length === 0) return null;
    return name ? { lines, from: name.offset, to: name.offset + name.length } : { lines, from, to };
  }

  /** What is wrong with what is typed, before the check can read it. */
  syntax(file: string, _offset: number, text = ""): Diagnostic[] {
    return this.diagnose(parseFile({ file, path: "", text }).findings, file, text);
  }

  /** The findings of the check in one file, as stretches of it. */
  diagnose(findings: readonly Finding[], file: string, text?: string): Diagnostic[] {
    const open = this.#open(file, text);
    if (!open) return [];
    const starts = splitLines(open.text).map(({ start }) => start);
    return findings
      .filter((finding) => finding.file === file)
      .map(({ line = 1, column = 1, level, sentence, hint }) => {
        const from = Math.min((starts[line - 1] ?? 0) + column - 1, open.text.length);
        const end = findEnd(open, from);
        return {
          from,
          to: Math.min(Math.max(end, from + 1), open.text.length),
          level,
          message: `${sentence}; ${hint}`,
        };
      });
  }

  #open(file: string, text: string | undefined): ContentText | undefined {
    const saved = this.index.find(file);
    return saved && text !== undefined && text !== saved.text ? { ...saved, text } : saved;
  }

  #nameAt(open: ContentText, offset: number): Name | undefined {
    return this.index.namesIn(open).find((name) => name.offset <= offset && offset <= name.offset + name.length);
  }

  #candidates({ form }: Row, { kind, product, step, holder }: WantedName, open: ContentText): Choice[] {
    if (kind === "rule") return RULE_NAMES.map((label) => ({ label, detail: "rule" }));
    const all = this.#read(open);
    const defined = all.names
      .filter((name) => name.defines && name.kind === kind)
      .filter((name) => name.product === product || name.product === null || product === null);
    const inside = (path: readonly string[]) => leadsTo(path.slice(0, holder.length).join("."), holder.join("."));
    const beside = ({ name }: Name) => leadsTo(name.split(".").slice(0, -1).join("."), holder.join("."));
    const labels = defined
      .filter((name) => kind !== "field" || form === "address" || name.step === step)
      .filter((name) => kind !== "field" || form !== undefined || beside(name))
      .filter((name) => form !== "sibling" || inside(name.name.split(".")))
      .filter((name) => form !== "unit" || name.name.startsWith(UNIT))
      .map((name) => ({ label: this.#write(name, form, holder), detail: explain(name, all)[0] ?? kind }));
    return kind === "step" ? [...labels, { label: "request", detail: "the request block" }] : labels;
  }

  #write({ kind, name, step }: Name, form: Row["form"], holder: readonly string[]): string {
    if (form === "unit") return name.slice(UNIT.length);
    if (form === "address") return `${step}.${name}`;
    if (form === "sibling") return `.${name.split(".").slice(holder.length).join(".")}`;
    if (form === "pointer") return `/${name.replaceAll(".", "/").replaceAll("*", "0")}`;
    if (kind === "field") return name.split(".").at(-1) ?? name;
    return form === "reference" ? `../../shared/fields.schema.json#/definitions/${name}` : name;
  }

  /** Reads every file: once for a question, however many names it is about. */
  #read(open: ContentText) {
    const files = new Map([...this.index.files(), open].map((file) => [file.file, file]));
    return { names: [...files.values()].flatMap((file) => this.index.namesIn(file)), files };
  }
}

/** The value or cell that begins there. */
function findEnd(open: ContentText, from: number): number {
  if (open.beside) return cellAt(open.text, from)?.to ?? from + 1;
  const node = findNodeAtOffset(findTree(open) ?? ({} as Node), from, true);
  return node && node.type !== "object" && node.type !== "array" ? node.offset + node.length : from + 1;
}

const once = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((choice) => [choice.label, choice])).values(),
];

const writeCell = (text: string): string => (/[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

interface Choice {
  label: string;
  detail: string;
}

function offered({ members, choices }: PlaceDescription, on: Row["on"]): Choice[] {
  return on === "key" ? members : choices.map((label) => ({ label, detail: "" }));
}

/** In the place of the text that the cursor is in. Otherwise with quotes of its own. */
function placeChoices(choices: readonly Choice[], open: ContentText, offset: number): Completion[] {
  const node = findNodeAtOffset(findTree(open) ?? ({} as Node), offset, true);
  const inside = node?.type === "string" && node.offset < offset && offset < node.offset + node.length;
  const [from, to] = inside ? [node.offset + 1, node.offset + node.length - 1] : [offset, offset];
  return once(choices).map(({ label, detail }) => {
    const plain = /^-?\d|^(true|false|null)$/.test(label);
    return { label, detail, from, to, insert: inside || plain ? label : JSON.stringify(label) };
  });
}
