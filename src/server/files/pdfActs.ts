// Whether a PDF holds an action that runs something, or a file: as the kind of an object, or as a member that has a value, so that
// neither the text of a link nor bytes of a picture look like one. Forms and links are none. What is written so that it cannot be
// looked at within bounds is refused.
import { constants, inflateSync } from "node:zlib";
import type { Effort } from "./effort.ts";

const BLANK = "[\\s\\0]*";
const KIND = "(?:/S|/Subtype|/Type|obj)";
const RUNS = "/(?:JavaScript|Launch|Rendition|RichMedia|EmbeddedFile)(?![A-Za-z0-9])";
const PDF_ACTS = new RegExp(`${KIND}${BLANK}${RUNS}|/(?:JavaScript|EmbeddedFiles|EF)${BLANK}(?:<<|\\d)`);
/** What may follow a comment. */
const AFTER_COMMENT = new RegExp(`${RUNS}|<<|\\d+`, "g");
const BEFORE_KIND = new RegExp(`${KIND}${BLANK}$`);
const BEFORE_VALUE = new RegExp(`/(?:JavaScript|EmbeddedFiles|EF)${BLANK}$`);

/** A dictionary stands before its stream; an honest one is shorter. */
const DICTIONARY = 16_384;
const STREAM = /stream(?:\r\n|\r|\n)/g;

/** A name may be written with hexadecimal signs: `/J#61vaScript`. */
const readNames = (text: string) =>
  text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Objects may also stand packed in object streams: these are unpacked; in a notation that nobody writes they are refused. */
export function pdfActs(bytes: Buffer, effort: Effort): boolean {
  const text = bytes.toString("latin1");
  if (actsIn(text, effort)) return true;
  for (const found of text.matchAll(STREAM)) {
    if (text.slice(found.index - 3, found.index) === "end") continue;
    const dictionary = readDictionary(text, found.index);
    if (dictionary === undefined || !effort.spend({ streams: 1, bytes: dictionary.length })) return true;
    if (!/\/ObjStm(?![A-Za-z0-9])/.test(dictionary)) continue;
    const objects = unpack(bytes.subarray(found.index + found[0].length), dictionary, effort);
    if (objects === undefined || actsIn(objects, effort)) return true;
  }
  return false;
}

function actsIn(written: string, effort: Effort): boolean {
  const text = readNames(written);
  return PDF_ACTS.test(text) || actsAfterComments(text, effort);
}

/** Comments may stand between two names, any number of them and of any length. */
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

/** Nothing but blanks stand before it: a comment ends with its line. */
function beginsLine(text: string, place: number): boolean {
  let at = place - 1;
  while (at >= 0 && " \t\f\0".includes(text.charAt(at))) at -= 1;
  return at >= 0 && "\r\n".includes(text.charAt(at));
}

const WORD = 64;
/** The end of what stands before a place, without the comments between; undefined: too much to look at. */
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

/** Where the line begins that ends before this place. */
function findLine(text: string, end: number): number {
  let start = end - 1;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start -= 1;
  return start;
}

/** Undefined where its begin is too far away. */
function readDictionary(text: string, stream: number): string | undefined {
  const before = text.slice(Math.max(0, stream - DICTIONARY), stream);
  const begin = Math.max(...[" ", "\n", "\r", "\t"].map((blank) => before.lastIndexOf(`${blank}obj`)));
  return begin < 0 ? undefined : readNames(before.slice(begin));
}

function unpack(stream: Buffer, dictionary: string, effort: Effort): string | undefined {
  const [, filters] = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary) ?? [];
  const objects = filters === undefined ? readPlain(stream) : inflate(stream, filters, effort.bytesLeft());
  return objects !== undefined && effort.spend({ bytes: objects.length }) ? objects : undefined;
}

const readPlain = (stream: Buffer): string =>
  stream.subarray(0, Math.max(0, stream.indexOf("endstream"))).toString("latin1");

/** Undefined: nobody can look into it. */
function inflate(stream: Buffer, filters: string, mostBytes: number): string | undefined {
  // Who encrypted it lets nobody look; a reader asks for the password before anything runs.
  if (!/^\[?\s*\/FlateDecode\s*\]?$/.test(filters) || mostBytes === 0) return undefined;
  try {
    // What follows the packed bytes is not read; bytes that are cut off give what there is.
    return inflateSync(stream, { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? undefined : "";
  }
}
