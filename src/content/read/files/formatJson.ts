// The notation of content files, as `npm run format-content` writes it: what fits on a line of 120 characters is on one line. Values
// keep the notation in which they were written, and one blank line between members stays.
import { applyEdits, type Edit, findNodeAtLocation, type JSONPath, type Node } from "jsonc-parser";
import { parseSafely } from "./places.ts";

const LINE_WIDTH = 120;

/** Returns the text in the notation of content files, or unchanged where it is not JSON. */
export function formatJson(text: string): string {
  const errors: never[] = [];
  const tree = parseSafely(text, errors);
  if (!tree || errors.length > 0) return text;
  return `${writeNode({ text, node: tree, indent: 0, before: 0, after: 0 })}\n`;
}

interface Writing {
  text: string;
  node: Node;
  indent: number;
  /** Characters on the line before the value, and after it. */
  before: number;
  after: number;
}

/** A value as it is written, but for the sign of a positive exponent. */
function copy(text: string, { type, offset, length }: Node): string {
  const written = text.slice(offset, offset + length);
  return type === "number" ? written.replace("e+", "e") : written;
}

function writeNode(writing: Writing): string {
  const { text, node, indent, before, after } = writing;
  if (node.type !== "object" && node.type !== "array") return copy(text, node);
  const children = node.children ?? [];
  const [open, close] = node.type === "object" ? ["{", "}"] : ["[", "]"];
  if (children.length === 0) return open + close;
  const flat = writeFlat(text, node);
  if (flat !== null && before + measure(flat) + after <= LINE_WIDTH) return flat;
  const inner = indent + 2;
  const margin = " ".repeat(inner);
  if (children.every(({ type }) => type === "number")) return fillLines(text, children, indent);
  const lines = children.map((child, index) => {
    const last = index === children.length - 1;
    const blank = index > 0 && hasBlankLine(text, children[index - 1]!, child) ? "\n" : "";
    return `${blank}${margin}${writeChild(text, child, inner, last ? 0 : 1)}`;
  });
  return `${open}\n${lines.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function writeChild(text: string, child: Node, indent: number, after: number): string {
  const [key, value] = child.type === "property" ? (child.children ?? []) : [undefined, child];
  const name = key ? `${copy(text, key)}: ` : "";
  if (!value) return name;
  return name + writeNode({ text, node: value, indent, before: indent + measure(name), after });
}

/** Null where a blank line keeps the members apart. */
function writeFlat(text: string, node: Node): string | null {
  const children = node.children ?? [];
  if (node.type === "property") {
    const [key, value] = children;
    const written = value && writeFlat(text, value);
    return key && typeof written === "string" ? `${copy(text, key)}: ${written}` : null;
  }
  if (node.type !== "object" && node.type !== "array") return copy(text, node);
  if (children.some((child, index) => index > 0 && hasBlankLine(text, children[index - 1]!, child))) return null;
  const parts = children.map((child) => writeFlat(text, child));
  if (parts.includes(null)) return null;
  if (node.type === "array") return `[${parts.join(", ")}]`;
  return parts.length > 0 ? `{ ${parts.join(", ")} }` : "{}";
}

/** Numbers fill the lines. */
function fillLines(text: string, children: readonly Node[], indent: number): string {
  const margin = " ".repeat(indent + 2);
  const lines: string[] = [];
  let line = "";
  for (const [index, child] of children.entries()) {
    const written = copy(text, child) + (index < children.length - 1 ? "," : "");
    if (line !== "" && measure(margin + line) + 1 + written.length > LINE_WIDTH) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? written : `${line} ${written}`;
  }
  return `[\n${[...lines, line].map((each) => margin + each).join("\n")}\n${" ".repeat(indent)}]`;
}

function hasBlankLine(text: string, before: Node, after: Node): boolean {
  const between = text.slice(before.offset + before.length, after.offset);
  return /\n[ \t\r]*\n/.test(between);
}

/** Columns that a text takes: none for a soft hyphen and a combining mark, two for a wide character. */
function measure(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const shown = text.replace(/[\u00AD\u200B-\u200D\p{Mn}]/gu, "");
  return [...shown].length + (shown.match(WIDE)?.length ?? 0);
}

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF60]|\p{Emoji_Presentation}/gu;

export interface JsonEdit {
  path: JSONPath;
  /** Undefined removes the member. */
  value: unknown;
  /** A new member comes after this one, or first with `null`. Without it, last. */
  after?: string | null | undefined;
  /** The value goes between the entries of a list. Else it takes the place of the entry. */
  insert?: boolean | undefined;
  /** The member keeps its value and place, and has another name. */
  rename?: string | undefined;
}

/**
 * Returns the text with another value at a place. -1 as the last segment adds to a list. A text in the notation of content files
 * keeps that notation; any other text changes only at the place. Throws if the text has no such place.
 */
export function editJson(text: string, path: JSONPath, value: unknown, place: Omit<JsonEdit, "path" | "value"> = {}) {
  return keepNotation(text, applyEdits(text, [findEdit(text, { path, value, ...place })]));
}

/** Returns a changed text in the notation of content files where it had that before. */
export const keepNotation = (before: string, after: string): string =>
  formatJson(before) === before ? formatJson(after) : after;

/** Not by `modify` of the parser, whose removals can leave a text that is not JSON. */
function findEdit(text: string, { path, value, after, insert, rename }: JsonEdit): Edit {
  const name = path.at(-1);
  const holder = findHolder(text, path);
  if (!holder?.children || name === undefined) throw new Error(`There is no ${path.join("/")}.`);
  const isList = holder.type === "array";
  const index = isList ? Number(name) : indexOfKey(holder.children, String(name));
  const child = insert ? undefined : holder.children[index];
  if (rename !== undefined) return replacement(child?.children?.[0], JSON.stringify(rename));
  if (value === undefined) return child ? removal(holder.children, index) : { offset: 0, length: 0, content: "" };
  const content = JSON.stringify(value);
  if (child) return replacement(isList ? child : child.children?.[1], content);
  const last = holder.children.length - 1;
  if (isList) return addition(holder, index < 0 ? last : index - 1, content);
  const before = after === undefined ? last : indexOfKey(holder.children, after);
  return addition(holder, before, `${JSON.stringify(String(name))}: ${content}`);
}

function findHolder(text: string, path: JSONPath): Node | undefined {
  const tree = parseSafely(text);
  return tree && path.length > 1 ? findNodeAtLocation(tree, path.slice(0, -1)) : tree;
}

const replacement = ({ offset = 0, length = 0 }: Partial<Node> = {}, content: string): Edit => ({
  offset,
  length,
  content,
});

const indexOfKey = (children: readonly Node[], name: string | null): number =>
  children.findIndex(({ children: [key] = [] }) => key?.value === name);

/** After the child of this index, or first with -1. */
function addition({ offset, children = [] }: Node, index: number, content: string): Edit {
  const before = children[index];
  if (before) return { offset: before.offset + before.length, length: 0, content: `, ${content}` };
  return { offset: offset + 1, length: 0, content: children.length > 0 ? `${content}, ` : content };
}

/** With the comma after it, or before it where it is the last one. */
function removal(children: readonly Node[], index: number): Edit {
  const child = children[index]!;
  const [previous, next] = [children[index - 1], children[index + 1]];
  const start = next || !previous ? child.offset : previous.offset + previous.length;
  const end = next ? next.offset : child.offset + child.length;
  return { offset: start, length: end - start, content: "" };
}
