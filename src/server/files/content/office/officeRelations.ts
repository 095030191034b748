// Reads the two kinds of XML that decide what an Office package loads: content types and relationships. Office reads the same
// XML: what is malformed, has a document type (which these parts may not have) or has another encoding counts as too complex.
import { SaxesParser } from "saxes";
import { type Danger, TooComplex } from "../effort.ts";

export interface Tag {
  name: string;
  /** Names in lower case, without a namespace. */
  attributes: Map<string, string>;
}

/** The tags of a part of a package, in UTF-8 or UTF-16. @throws {TooComplex} */
export function readTags(content: Buffer): Tag[] {
  const tags: Tag[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const refuse = () => {
    throw new TooComplex();
  };
  parser.on("doctype", refuse);
  parser.on("xmldecl", ({ encoding = "utf-8" }) => /^(?:utf-?8|utf-?16|us-ascii)$/i.test(encoding) || refuse());
  parser.on("opentag", ({ local, attributes }) => {
    const values = Object.values(attributes).map(
      (attribute) => [attribute.local.toLowerCase(), attribute.value] as const,
    );
    tags.push({ name: local.toLowerCase(), attributes: new Map(values) });
  });
  try {
    parser.write(new TextDecoder(findEncoding(content), { fatal: true }).decode(content)).close();
  } catch {
    throw new TooComplex();
  }
  return tags;
}

/** By the mark in front, or by the zero byte of the first sign. */
function findEncoding(content: Buffer): string {
  const begin = content.toString("hex", 0, 2);
  if (begin === "fffe" || begin === "3c00") return "utf-16le";
  return begin === "feff" || begin === "003c" ? "utf-16be" : "utf-8";
}

const ACTIVE_TYPE = /macroEnabled|vbaProject|vbaData|macrosheet|ms-office\.activeX/i;

/** A content type with macros or controls. A default counts if a part has its extension. */
export function findTypeDanger({ name, attributes }: Tag, extensions: Set<string>): boolean {
  if (!ACTIVE_TYPE.test(attributes.get("contenttype") ?? "")) return false;
  return name !== "default" || extensions.has((attributes.get("extension") ?? "").toLowerCase());
}

/** Relationships to macros, controls and embedded programs, by the last word of their type. */
const ACTIVE =
  /(?:^|\/)(?:vbaProject|wordVbaData|xlMacrosheet|xlIntlMacrosheet|oleObject|control|activeXControlBinary)$/i;
/** What a click opens in a browser, a mail program or a telephone. */
const LINK = /^(?:https?|mailto|tel):/i;
/** On the reader's own disk, where Word notes the template of the writer, or in the mail that a text was copied from. */
const LOCAL = /^(?:cid:|file:\/\/\/[^\\/%]|[a-z]:[\\/]|[^:\\/%][^:]*$|$)/i;

/** Outside the package only links are allowed, and what is on the reader's own disk. */
export function findRelationDanger({ attributes }: Tag): Danger | null {
  const type = attributes.get("type") ?? "";
  if (ACTIVE.test(type)) return "file_unsafe";
  if (attributes.get("targetmode")?.toLowerCase() !== "external") return null;
  const target = (attributes.get("target") ?? "").trim();
  return LOCAL.test(target) || (/\/hyperlink$/i.test(type) && LINK.test(target)) ? null : "file_unsafe.external";
}
