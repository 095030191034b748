// Detects actions that run something, and embedded files, in a PDF. Reads its objects alone: every `obj`, wherever it is, and those in
// object streams. The bytes of an image or a font mean nothing, whatever they look like.
import { inflate } from "../containers/inflate.ts";
import { type Danger, type Effort, TooComplex } from "../effort.ts";
import { isEncrypted, opensWithoutPassword } from "./pdfPassword.ts";
import { readToken, readValue, type Token } from "./pdfSyntax.ts";

const OBJECT = /(?<=[\d\s\0])obj(?![A-Za-z0-9])/g;
/** What runs or embeds something: the type of an action, annotation or stream. */
const ACTIVE = /^\/(?:JavaScript|Launch|Rendition|RichMedia|EmbeddedFile)$/;
const KIND = /^\/(?:S|Subtype|Type)$/;
/** Keys with a dictionary of scripts or files. */
const ACTIVE_KEY = /^\/(?:JavaScript|EmbeddedFiles|EF)$/;
const NUMBER = /^\d+$/;

/** @throws {TooComplex} */
export function findPdfDanger(bytes: Buffer, effort: Effort): Danger | null {
  const text = bytes.toString("latin1");
  const streams: ObjectStream[] = [];
  for (const { index } of text.matchAll(OBJECT)) {
    const value = readValue(text, index + 3, effort);
    if (isActive(value)) return "file_unsafe";
    const stream = findObjectStream(text, value, effort);
    if (stream) streams.push(stream);
  }
  // Without a password it can be read, but the objects in its streams are encrypted all the same.
  if (isEncrypted(text) && (streams.length > 0 || !opensWithoutPassword(text, effort))) return "file_unsafe.encrypted";
  const isDangerous = ({ start, isFlate, first }: ObjectStream) => {
    // Without the head and the sum of zlib, which readers do not check.
    const content = isFlate ? inflate(bytes.subarray(start + 2), effort) : bytes.subarray(start);
    return hasActiveObject(content, first, effort);
  };
  return streams.some(isDangerous) ? "file_unsafe" : null;
}

/** A stream that contains objects. */
interface ObjectStream {
  start: number;
  /** Place of the first object in its content. */
  first: number;
  isFlate: boolean;
}

/** An object that is such a name is one too: the type may be in an object of its own. */
const isActive = (value: Token[]): boolean =>
  (value.length === 1 && ACTIVE.test(value[0]?.text ?? "")) ||
  value.some(({ text }, index) => {
    const key = value[index - 1]?.text ?? "";
    return KIND.test(key) ? ACTIVE.test(text) : ACTIVE_KEY.test(key) && (text === "<<" || NUMBER.test(text));
  });

/** Undefined for any other object. `/First` counts too, because readers do not insist on the type. @throws {TooComplex} */
function findObjectStream(text: string, value: Token[], effort: Effort): ObjectStream | undefined {
  const names = value.map((token) => token.text);
  if (!names.includes("/ObjStm") && !names.includes("/First")) return undefined;
  const keyword = readToken(text, value.at(-1)?.end ?? text.length, effort);
  if (keyword?.text !== "stream") return undefined;
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

/** Reads all values in turn, and those at the listed places, which could be inside a string. @throws {TooComplex} */
function hasActiveObject(content: Buffer, first: number, effort: Effort): boolean {
  const text = content.toString("latin1");
  const places = [...readPlaces(text, first, effort)];
  for (let offset = 0; offset < text.length; ) {
    const value = readValue(text, offset, effort);
    if (isActive(value)) return true;
    offset = value.at(-1)?.end ?? text.length;
  }
  return places.some((offset) => isActive(readValue(text, offset, effort)));
}

/** The numbers before `first` are pairs: the number of an object and its place after `first`. */
function* readPlaces(text: string, first: number, effort: Effort): Generator<number> {
  let token = readToken(text, 0, effort);
  for (let index = 0; token && token.end <= first && NUMBER.test(token.text); index += 1) {
    if (index % 2 === 1) yield first + Number(token.text);
    token = readToken(text, token.end, effort);
  }
}
