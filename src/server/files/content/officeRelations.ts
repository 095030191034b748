// Reads the two kinds of XML that decide what an Office package loads: content types and relationships. Reads tags and
// attributes only. A document type, which these parts may not have, counts as too complex.
import { TooComplex } from "./effort.ts";

export interface Tag {
  name: string;
  /** Names in lower case, without a namespace. */
  attributes: Map<string, string>;
}

const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The tags of a part of a package, in UTF-8 or UTF-16. @throws {TooComplex} */
export function readTags(content: Buffer): Tag[] {
  const text = decodeXml(content).replace(/<!--[\s\S]*?-->/g, "");
  if (/<!DOCTYPE/i.test(text)) throw new TooComplex();
  return text
    .split("<")
    .slice(1)
    .map((tag) => ({ name: withoutNamespace(/^[\w:.-]*/.exec(tag)?.[0] ?? ""), attributes: readAttributes(tag) }));
}

const withoutNamespace = (name: string): string => (name.split(":").at(-1) ?? name).toLowerCase();

const readAttributes = (tag: string) =>
  new Map(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
      withoutNamespace(name),
      decodeEntities(double ?? single ?? ""),
    ]),
  );

function decodeXml(content: Buffer): string {
  const begin = content.toString("hex", 0, 2);
  if (begin === "fffe" || begin === "3c00") return content.toString("utf16le");
  if (begin !== "feff" && begin !== "003c") return content.toString("utf8");
  return Buffer.from(content.subarray(0, content.length & ~1))
    .swap16()
    .toString("utf16le");
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

const ACTIVE_TYPE = /macroEnabled|vbaProject|vbaData|macrosheet|ms-office\.activeX/i;

/** A content type with macros or controls. A default counts if a part has its extension. */
export function findTypeDanger({ name, attributes }: Tag, extensions: Set<string>): boolean {
  if (!ACTIVE_TYPE.test(attributes.get("contenttype") ?? "")) return false;
  return name !== "default" || extensions.has((attributes.get("extension") ?? "").toLowerCase());
}

/** Relationships to macros, controls and embedded programs, by the last word of their type. */
const ACTIVE = new Set(
  ["vbaProject", "wordVbaData", "xlMacrosheet", "xlIntlMacrosheet", "oleObject", "control", "activeXControlBinary"].map(
    (type) => type.toLowerCase(),
  ),
);
/** Loaded when the document opens, wherever they are. */
const LOADED = new Set(["attachedtemplate", "frame", "subdocument", "afchunk"]);
/** On the reader's own disk: Word notes the template of the writer there. */
const LOCAL = /^(?:file:\/\/\/[^\\/%]|[a-z]:[\\/]|[^:\\/][^:]*$)/i;

export function findRelationDanger({ attributes }: Tag): boolean {
  const type = attributes.get("type")?.split("/").at(-1)?.toLowerCase() ?? "";
  if (ACTIVE.has(type)) return true;
  if (!LOADED.has(type)) return false;
  const isExternal = attributes.get("targetmode")?.toLowerCase() === "external";
  return isExternal && !LOCAL.test((attributes.get("target") ?? "").trim());
}
