// Reads the XML of Office files by the rules of XML, as Office does: what is malformed, has a document type (which these parts may
// not have) or has another encoding counts as too complex.
import { SaxesParser } from "saxes";
import { TooComplex } from "../effort.ts";

export interface Tag {
  /** Without its prefix. */
  name: string;
  /** By their names as they are written, with their prefixes. */
  attributes: Record<string, string>;
}

interface Listener {
  open(tag: Tag): void;
  /** The text of an element, without that of the elements in it. */
  close?(name: string, text: string): void;
  /** Reads on behind an error. */
  isLenient?: boolean;
}

/** Reads a part of a package, in UTF-8 or UTF-16. @throws {TooComplex} */
export function readXml(content: Buffer, { open, close, isLenient = false }: Listener): void {
  // Prefixes are not resolved, which takes three times as long: a name counts in any namespace.
  const parser = new SaxesParser({ xmlns: false });
  const refuse = () => {
    throw new TooComplex();
  };
  parser.on("error", () => isLenient || refuse());
  parser.on("doctype", refuse);
  parser.on("xmldecl", ({ encoding = "utf-8" }) => /^(?:utf-?8|utf-?16|us-ascii)$/i.test(encoding) || refuse());
  const texts: string[] = [];
  const readText = (text: string) => {
    if (texts.length > 0) texts.push(`${texts.pop()}${text}`);
  };
  parser.on("opentag", ({ name, attributes }) => {
    texts.push("");
    open({ name: readLocal(name), attributes: attributes as Record<string, string> });
  });
  parser.on("text", readText);
  parser.on("cdata", readText);
  parser.on("closetag", ({ name }) => close?.(readLocal(name), texts.pop() ?? ""));
  parser.write(decode(content)).close();
}

/** The tags of a small part. @throws {TooComplex} */
export function readTags(content: Buffer): Tag[] {
  const tags: Tag[] = [];
  readXml(content, { open: (tag) => tags.push(tag) });
  return tags;
}

const readLocal = (name: string): string => name.slice(name.indexOf(":") + 1);

/** By the mark in front, or by the zero byte of the first sign. */
function decode(content: Buffer): string {
  const begin = content.toString("hex", 0, 2);
  const encoding = { fffe: "utf-16le", "3c00": "utf-16le", feff: "utf-16be", "003c": "utf-16be" }[begin] ?? "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    throw new TooComplex();
  }
}
