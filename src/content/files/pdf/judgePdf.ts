// Judges a PDF: which actions, annotations and keys its objects have. Reads its objects alone: every `obj`, wherever it is, and those
// in object streams. The bytes of an image or a font mean nothing, whatever they look like.
import { inflate } from "../containers/inflate.ts";
import { type Effort, Refused, TooComplex } from "../effort.ts";
import { judgeDictionaries } from "./pdfDictionaries.ts";
import { isEncrypted, opensWithoutPassword } from "./pdfPassword.ts";
import { readToken, readValue, type Token } from "./pdfSyntax.ts";

/** The trailer too may contain the catalog itself. */
const OBJECT = /(?<=[\d\s\0])obj(?![A-Za-z0-9])|trailer(?![A-Za-z0-9])/g;
const NUMBER = /^\d+$/;
/** All readers skip up to a kilobyte before a PDF, such as the commands of a printer. */
const LEAD = 1_024;
/** Starts like a program, a script, an archive or a picture, or contains markup. */
const OTHER = /^\s*(?:MZ|.ELF|#!|PK|GIF8|\xff\xd8\xff|\x89PNG|RIFF|\{\\rtf)|</;

/** @throws {Refused} */
export function judgePdf(bytes: Buffer, effort: Effort): void {
  const text = bytes.toString("latin1");
  const lead = text.slice(0, LEAD + 6).search(/%PDF-\d/);
  if (lead < 0 || OTHER.test(text.slice(0, lead))) throw new Refused("file_content");
  const [hasPassword, streams] = [isEncrypted(text), [] as ObjectStream[]];
  for (const { 0: keyword, index } of text.matchAll(OBJECT)) {
    const value = readValue(text, index + keyword.length, effort);
    const isStream = readToken(text, value.at(-1)?.end ?? text.length, effort)?.text === "stream";
    judgeDictionaries(value, { isStream, hasPassword });
    const stream = isStream && findObjectStream(text, value, effort);
    if (stream) streams.push(stream);
  }
  // Without a password it can be read, but the objects in its streams are encrypted anyway.
  if (hasPassword && (streams.length > 0 || !opensWithoutPassword(text, effort)))
    throw new Refused("file_unsafe.encrypted");
  for (const { start, isFlate, first } of streams) {
    // Without the head and the sum of zlib, which readers do not check.
    const content = isFlate ? inflate(bytes.subarray(start + 2), effort) : bytes.subarray(start);
    judgeObjects(content.toString("latin1"), first, effort);
  }
}

/** A stream that contains objects. */
interface ObjectStream {
  start: number;
  /** Place of the first object in its content. */
  first: number;
  isFlate: boolean;
}

/** Undefined for any other object. `/First` counts too, because readers do not insist on the type. @throws {TooComplex} */
function findObjectStream(text: string, value: Token[], effort: Effort): ObjectStream | undefined {
  const names = value.map((token) => token.text);
  if (!names.includes("/ObjStm") && !names.includes("/First")) return undefined;
  const keyword = readToken(text, value.at(-1)?.end ?? text.length, effort);
  if (!keyword) return undefined;
  effort.spend({ streams: 1 });
  const lineEnd = /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(keyword.end, keyword.end + 16))?.[0] ?? "";
  const start = keyword.end + lineEnd.length;
  const first = readDirect(names, "/First");
  // In an object of its own, which nothing writes, it is not looked up.
  if (first === undefined) throw new TooComplex();
  return { start, first, isFlate: isFlate(names) };
}

/** The number behind a key, unless it is in an object of its own. */
function readDirect(names: string[], key: string): number | undefined {
  const index = names.indexOf(key) + 1;
  const isReference = NUMBER.test(names[index + 1] ?? "") && names[index + 2] === "R";
  return index > 0 && NUMBER.test(names[index] ?? "") && !isReference ? Number(names[index]) : undefined;
}

/** Anything but plain compression, such as a filter that another object names, could hide what is in it. @throws {TooComplex} */
function isFlate(names: string[]): boolean {
  const [filterIndex, ...more] = names.flatMap((name, index) => (FILTER.test(name) ? [index + 1] : []));
  if (filterIndex === undefined) return false;
  const [filter, end] =
    names[filterIndex] === "[" ? names.slice(filterIndex + 1, filterIndex + 3) : [names[filterIndex], "]"];
  if (more.length > 0 || filter !== "/FlateDecode" || end !== "]") throw new TooComplex();
  return true;
}

const FILTER = /^\/(?:Filter|F|DecodeParms)$/;

/** Reads all values in turn, and those at the listed places, which could be inside a string. @throws {Refused} */
function judgeObjects(text: string, first: number, effort: Effort): void {
  const judgeAt = (offset: number) => {
    const value = readValue(text, offset, effort);
    judgeDictionaries(value, { isStream: false, hasPassword: false });
    return value.at(-1)?.end ?? text.length;
  };
  const places = [...readPlaces(text, first, effort)];
  for (let offset = 0; offset < text.length; ) offset = judgeAt(offset);
  for (const place of places) judgeAt(place);
}

/** The numbers before `first` are pairs: the number of an object and its place after `first`. */
function* readPlaces(text: string, first: number, effort: Effort): Generator<number> {
  let token = readToken(text, 0, effort);
  for (let index = 0; token && token.end <= first && NUMBER.test(token.text); index += 1) {
    if (index % 2 === 1) yield first + Number(token.text);
    token = readToken(text, token.end, effort);
  }
}
