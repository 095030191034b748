// Finds where a name is in the content, and what it names, by the table of `rows.json`. Completion, definition, references and rename
// read it. The check reports whether a name exists.
import type { Node } from "jsonc-parser";
import { splitRecords } from "#engine/expressions/paths.ts";
import { pointerSegments, toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import { FACTS } from "#engine/rules/facts.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { findTree } from "../read/files/places.ts";
import { CASES, type NameKind, QUOTATIONS, ROWS, type Row } from "./rows.ts";

export interface ContentText {
  /** Path from the project's root. */
  file: string;
  path: string;
  text: string;
  /** For a table, the file beside it and the place of its rows in that. */
  beside?: { holder: ContentText; place: string };
}

export interface Name {
  kind: NameKind;
  file: string;
  /** Null: of all products. */
  product: string | null;
  /** The step of a field. */
  step?: string;
  /** For a field inside another the names that lead to it, as in an address: `owners.*.name`. Data has an index or a code for `*`, layouts leave it out. */
  name: string;
  /** The name alone, without quotes and without the rest of an address or pointer. */
  offset: number;
  length: number;
  /** What it names comes to be here. */
  defines: boolean;
}

/** The names of a field as its texts have them: without entries. */
export const textPath = (field: string): string[] => field.split(".").filter((name) => !/^(?:\*|\d+)$/.test(name));

/** What a JSON Pointer leads to. */
export const readPointer = (content: unknown, pointer: string): unknown => valueAt(content, pointerSegments(pointer));

/** The product that a file, or for a list of all products' things this entry of it, belongs to. */
export function findProduct(file: string, content: unknown, path: string): string | null {
  const named = /^(?:(?:schemas|fixtures)\/products|fixtures\/steps)\/([^/]+)\//.exec(file)?.[1];
  if (named !== undefined) return named;
  if (file.startsWith("schemas/portal/")) return "portal";
  const entry = QUOTATIONS.test(file) ? `/${path.split("/")[1]}/product_key` : "/product";
  const value = readPointer(content, entry);
  return typeof value === "string" && file.startsWith("fixtures/") ? value : null;
}

const STEP_FILE = /([^/]+)\.(?:schema|ui)\.json$|\/steps\/([^/]+)\/step\.json$/;

export function findStep({ step }: Row, match: RegExpExecArray, file: string, content: unknown): string {
  if (step === undefined) {
    const stepKey = CASES.test(file) ? readPointer(content, "/step") : STEP_FILE.exec(file)?.slice(1).find(Boolean);
    return typeof stepKey === "string" ? stepKey : "";
  }
  const filled = step.replace("$1", match[1] ?? "");
  if (filled.startsWith("=")) return filled.slice(1);
  // A shared step has its own name, unless the product gives it another.
  return String(readPointer(content, filled) ?? readPointer(content, filled.replace(/\/key$/, "/use")) ?? "");
}

interface Part {
  kind: NameKind;
  name: string;
  /** Where in the text it begins. */
  from: number;
  /** How much of the text it takes, where that is not the name. */
  length?: number;
  step?: string;
}

export const UNIT = "unit.";

/** Returns the names of the fields that a pointer into schemas and conditions leads through, with `*` for entries and rows. */
function schemaPath(pointer: string): string[] {
  const segments = pointer.split("/").slice(1);
  return segments.flatMap((segment, index) => {
    const keywords = segments.slice(0, index).reverse();
    // A field may be called as a keyword is: what an odd number of "properties" precedes is a name.
    const before = keywords.findIndex((keyword) => keyword !== "properties");
    if ((before < 0 ? index : before) % 2 === 1) return [segment];
    return ENTRIES.has(segment) ? ["*"] : [];
  });
}

const ENTRIES: ReadonlySet<string> = new Set(["items", "contains", "rows", "explain"]);

/** Returns the names around a field, by the groups in the pattern of its place. */
export function findHolder({ groups: { schema, address, pointer, data } = {} }: RegExpExecArray): string[] {
  if (schema !== undefined) return [...(data ?? "").split("/").slice(1), ...schemaPath(schema)];
  if (address !== undefined) return address.split(".").slice(1);
  const inPointer = pointer === undefined ? [] : pointerSegments(`/${pointer}`)[0]!.split("/").slice(1);
  return [...inPointer, ...(data ?? "").split("/").slice(1)];
}

/** Each member of a path is a field of its own. Numbers and `*` are the entries of lists. */
function splitPath(path: string, separator: "." | "/", { kind, step, holder = [], from }: PathOptions): Part[] {
  const segments = path.split(separator);
  const starts = segments.map((_, index) => segments.slice(0, index).join(separator).length + (index > 0 ? 1 : 0));
  return segments.flatMap((segment, index): Part[] => {
    if (/^(?:\*|\d*|-)$/.test(segment)) return [];
    const name = [...holder, ...segments.slice(0, index + 1)].join(".");
    return [{ kind, name, from: from + starts[index]!, length: segment.length, step }];
  });
}

interface PathOptions {
  kind: NameKind;
  step: string;
  /** The names around the first one. */
  holder?: readonly string[];
  from: number;
}

/** The names that one text holds. */
function splitParts({ kind, form = "alone" }: Row, text: string, step: string, match: RegExpExecArray): Part[] {
  const holder = kind === "field" ? findHolder(match) : [];
  if (form === "pointer") return text.startsWith("/") ? splitPath(text.slice(1), "/", { kind, step, from: 1 }) : [];
  if (form === "sibling") return splitPath(text.slice(1), ".", { kind, step, holder, from: 1 });
  if (form === "reference") {
    const name = /#\/definitions\/([^/]+)$/.exec(text)?.[1];
    return name === undefined ? [] : [{ kind, name, from: text.length - name.length }];
  }
  if (form === "unit") return [{ kind, name: `${UNIT}${text}`, from: 0, length: text.length }];
  if (form === "alone") {
    if (kind !== "field") return [{ kind, name: text, from: 0 }];
    return [{ kind, name: [...holder, text].join("."), from: 0, length: text.length, step }];
  }
  const [first = ""] = text.split(".");
  const named: Part = { kind: "step", name: first, from: 0 };
  if (first === text) return [named];
  return [named, ...splitPath(text.slice(first.length + 1), ".", { kind, step: first, from: first.length + 1 })];
}

interface WrittenName {
  on: Row["on"];
  path: string;
  node: Node;
}

/** Every key and every text of a file, with the pointer that leads there. */
function* writtenIn(node: Node, path = ""): Generator<WrittenName> {
  if (node.type !== "object" && node.type !== "array") {
    yield { on: "value", path, node };
    return;
  }
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
    const inside = path + toPointer([String(key ? key.value : index)]);
    if (key) yield { on: "key", path: inside, node: key };
    if (value) yield* writtenIn(value, inside);
  }
}

export function findNames(file: ContentText, content: unknown): Name[] {
  const rows = ROWS.filter(({ files }) => files.test(file.file));
  const tree = rows.length > 0 ? findTree(file) : undefined;
  return tree
    ? [...writtenIn(tree)].flatMap((written) => rows.flatMap((row) => takeNames(row, written, file, content)))
    : [];
}

function takeNames(each: Row, { on, path, node }: WrittenName, file: ContentText, content: unknown): Name[] {
  const match = each.on === on && typeof node.value === "string" ? each.path.exec(path) : null;
  if (!match) return [];
  const records = node.value.startsWith(".") ? findRecords(content, path) : "";
  const name = records + node.value;
  if (each.only?.test(name) === false) return [];
  // A text with escapes is longer in the file than its value, and names have none.
  if (file.text.slice(node.offset + 1, node.offset + node.length - 1) !== node.value) return [];
  const start = node.offset + 1 - records.length;
  const position = { file: file.file, product: findProduct(file.file, content, path), offset: start };
  const parts = splitParts(each, name, findStep(each, match, file.file, content), match);
  return parts
    .filter(({ from }) => from >= records.length)
    .flatMap((part) => asFact(part).map((fact) => named(fact, each, position)));
}

/** Returns the path of the records that the `where` around a place chooses among, empty outside of one. */
function findRecords(content: unknown, path: string): string {
  const end = path.lastIndexOf("/where/");
  const operation = end < 0 ? undefined : readPointer(content, path.slice(0, end));
  const read = Object.values(isObject(operation) ? operation : {}).find((operand) => typeof operand === "string");
  return typeof read === "string" ? splitRecords(read).records : "";
}

/** Returns a name under `facts` as that of a fact: it is not a field of a step. */
function asFact({ step, ...part }: Part): Part[] {
  if (part.kind === "step" && part.name === FACTS) return [];
  if (part.kind === "field" && step === FACTS) return [{ ...part, kind: "fact" }];
  return [step === undefined ? part : { ...part, step }];
}

const named = (
  { from, length, ...part }: Part,
  { defines }: Row,
  { offset, ...where }: Pick<Name, "file" | "product" | "offset">,
): Name => ({
  ...part,
  ...where,
  offset: offset + from,
  length: length ?? part.name.length,
  defines: defines === true,
});

/** The names in one cell of a table, by the place that its value has in the file beside it. */
export function namesInCell(cell: { text: string; offset: number }, path: string, file: ContentText): Name[] {
  const holder = file.beside?.holder.file ?? "";
  return ROWS.filter(({ files, on }) => on === "value" && files.test(holder)).flatMap((each) => {
    const match = cell.text === "" ? null : each.path.exec(path);
    if (!match || each.only?.test(cell.text) === false) return [];
    const position = { file: file.file, product: findProduct(holder, {}, path), offset: cell.offset };
    return splitParts(each, cell.text, findStep(each, match, holder, {}), match).flatMap((part) =>
      asFact(part).map((fact) => named(fact, each, position)),
    );
  });
}
