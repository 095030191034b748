// Detects actions that run something, and embedded files, in a PDF. Matches only the type of an object or a dictionary key with a
// value, so that neither the text of a link nor the bytes of an image match. Forms and links are allowed. A PDF that cannot be
// inspected, because of the limits or because its packed objects are encrypted, is refused.
import { constants, inflateSync } from "node:zlib";
import type { Effort } from "./effort.ts";

const BLANK = "[\\s\\0]*";
const KIND = "(?:/S|/Subtype|/Type|obj)";
const RUNS = "/(?:JavaScript|Launch|Rendition|RichMedia|EmbeddedFile)(?![A-Za-z0-9])";
const PDF_ACTS = new RegExp(`${KIND}${BLANK}${RUNS}|/(?:JavaScript|EmbeddedFiles|EF)${BLANK}(?:<<|\\d)`);
/** Tokens that may follow a comment. */
const AFTER_COMMENT = new RegExp(`${RUNS}|<<|\\d+`, "g");
const BEFORE_KIND = new RegExp(`${KIND}${BLANK}$`);
const BEFORE_VALUE = new RegExp(`/(?:JavaScript|EmbeddedFiles|EF)${BLANK}$`);

/** Maximum length of the dictionary before a stream; legitimate ones are shorter. */
const MAX_DICTIONARY = 16_384;
const STREAM = /stream[ \t]*(?:\r\n|\r|\n)/g;
/** `/First` too, because readers of PDF do not insist on the type. */
const OBJECT_STREAM = /\/(?:ObjStm|First)(?![A-Za-z0-9])/;
const FILTERS = /\/(?:Filter|DecodeParms)(?![A-Za-z0-9])/g;
const PLAINLY_PACKED = new RegExp(`/Filter${BLANK}(?:/FlateDecode(?![A-Za-z0-9])|\\[${BLANK}/FlateDecode${BLANK}\\])`);

/** Decodes hexadecimal escapes in names, such as `/J#61vaScript`. */
const readNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decoding an escape takes about as long as reading 64 characters. */
const countWork = (text: string) => text.length + 64 * (text.split("#").length - 1);

/** Encrypted also when it opens without a password: only printing or changing it needs one then. */
export const isEncrypted = (bytes: Buffer): boolean =>
  /\/Encrypt(?![A-Za-z0-9])/.test(readNames(bytes.toString("latin1")));

/** Also unpacks object streams and searches them; an object stream with an unusual filter is refused, and one that is encrypted. */
export function pdfActs(bytes: Buffer, effort: Effort): boolean {
  const text = bytes.toString("latin1");
  if (actsIn(text, effort)) return true;
  const encrypted = isEncrypted(bytes);
  for (const found of text.matchAll(STREAM)) {
    if (text.slice(found.index - 3, found.index) === "end") continue;
    const dictionary = readDictionary(text, found.index);
    if (dictionary === undefined || !effort.spend({ streams: 1, bytes: countWork(dictionary) })) return true;
    const names = readNames(dictionary);
    if (!OBJECT_STREAM.test(names)) continue;
    if (encrypted) return true;
    const objects = unpack(bytes.subarray(found.index + found[0].length), names, effort);
    if (objects === undefined || actsIn(objects, effort)) return true;
  }
  return false;
}

function actsIn(written: string, effort: Effort): boolean {
  const text = readNames(written);
  return PDF_ACTS.test(text) || actsAfterComments(text, effort);
}

/** Any number of comments of any length may separate a key and its value, which the plain pattern does not match. */
function actsAfterComments(text: string, effort: Effort): boolean {
  if (!/\/(?:JavaScript|Launch|Rendition|RichMedia|EmbeddedFiles?|EF)(?![A-Za-z0-9])/.test(text)) return false;
  for (const { index, 0: found } of text.matchAll(AFTER_COMMENT)) {
    if (!beginsLine(text, index)) continue;
    const before = readBefore(text, index, effort);
    if (before === undefined) return true;
    if ((found.includes("/") ? BEFORE_KIND : BEFORE_VALUE).test(before)) return true;
  }
  return false;
}

/** Whether only blanks precede it on its line, as they must after a comment, which ends with its line. */
function beginsLine(text: string, place: number): boolean {
  let at = place - 1;
  while (at >= 0 && " \t\f\0".includes(text.charAt(at))) at -= 1;
  return at >= 0 && "\r\n".includes(text.charAt(at));
}

const WORD = 64;
/** The last characters before a position, skipping comments; undefined when the limit is exceeded. */
function readBefore(text: string, place: number, effort: Effort): string | undefined {
  let end = place;
  while (end > 0) {
    const start = findLine(text, end);
    if (!effort.spend({ bytes: end - start })) return undefined;
    const line = text.slice(start, end);
    const comment = line.indexOf("%");
    const words = comment < 0 ? line : line.slice(0, comment);
    if (words.trim() !== "") return words.slice(-WORD);
    end = start;
  }
  return "";
}

/** Start of the line that ends at this position. */
function findLine(text: string, end: number): number {
  let start = end - 1;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return start;
}

/** Undefined when its start is too far away. Reads no more than it returns, because that is what is counted as effort. */
function readDictionary(text: string, stream: number): string | undefined {
  const before = text.slice(Math.max(0, stream - MAX_DICTIONARY), stream);
  for (let at = before.lastIndexOf("obj"); at > 0; at = before.lastIndexOf("obj", at - 1))
    if (" \n\r\t".includes(before.charAt(at - 1))) return before.slice(at);
  return undefined;
}

/** Empty for objects that are not packed, because they are part of the text that was searched already. */
function unpack(stream: Buffer, dictionary: string, effort: Effort): string | undefined {
  const filters = dictionary.match(FILTERS) ?? [];
  if (filters.length === 0) return "";
  // Anything else, such as a filter that another object names, could hide what is in it.
  if (filters.length > 1 || !PLAINLY_PACKED.test(dictionary)) return undefined;
  const objects = inflate(stream, effort.bytesLeft());
  return objects !== undefined && effort.spend({ bytes: objects.length }) ? objects : undefined;
}

/** Undefined when the stream cannot be inspected. */
function inflate(stream: Buffer, mostBytes: number): string | undefined {
  if (mostBytes === 0) return undefined;
  try {
    // Ignores bytes after the compressed data; truncated data gives what could be decompressed.
    return inflateSync(stream, { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? undefined : "";
  }
}
