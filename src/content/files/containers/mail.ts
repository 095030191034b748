// Reads mails (RFC 5322 and MIME): whether a text is one, and its parts with their names and decoded contents. Own code, because
// packages guess at what can be read in two ways, and a guess differs from that of the next mail program: this reader refuses it.
import { type Effort, Refused, TooComplex } from "../effort.ts";

export interface MailPart {
  /** File names by which a mail program offers the part. */
  names: string[];
  /** In lower case, without parameters. */
  mediaType: string;
  isMessage: boolean;
  content: Buffer;
}

/** A byte order mark, blank lines, and the lines that mailboxes write before a mail: all readers skip them. */
const LEAD = /^(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n|>?From [^\r\n]*\r?\n)*/;
const HEADER = /^[!-9;-~]+[ \t]*:/;
const EXPECTED =
  /^(?:from|date|subject|to|cc|received|message-id|mime-version|return-path|reply-to|delivered-to|content-type|x-unsent)$/i;

/** Starts with header lines up to an empty line, among them at least two that mails usually have. */
export function looksLikeMail(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 65_536).replace(LEAD, "");
  if (start.includes("\0")) return false;
  const lines = start.split(/\r?\n/);
  const end = lines.indexOf("");
  const head = lines.slice(0, end < 0 ? lines.length : end);
  const names = head.filter((line) => HEADER.test(line)).map((line) => line.slice(0, line.indexOf(":")).trim());
  const isRegular = head.every((line, index) => HEADER.test(line) || (index > 0 && /^[ \t]/.test(line)));
  return isRegular && new Set(names.map((name) => name.toLowerCase()).filter((name) => EXPECTED.test(name))).size >= 2;
}

/** The parts without parts of their own. @throws {Refused} also when programs would find other parts. */
export function* readMail(bytes: Buffer, effort: Effort): Generator<MailPart> {
  const waiting = [bytes.toString("latin1").replace(LEAD, "")];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    // Finding where parts begin is faster than unpacking.
    effort.spend({ parts: 1, bytes: text.length >> 3 });
    const { headers, body } = splitPart(text);
    const type = readHeader(headers, "content-type");
    if (/^multipart\//i.test(type)) waiting.push(...splitBody(body, readParameters(type, "boundary")));
    else yield readLeaf(headers, type, body);
  }
}

function readLeaf(headers: string, type: string, body: string): MailPart {
  const names = [type, readHeader(headers, "content-disposition")].flatMap((header) =>
    readParameters(header, "(?:file)?name").map(decodeName),
  );
  const mediaType = /^[^\s;]*/.exec(type)?.[0].toLowerCase() || "text/plain";
  const content = decodeBody(body, readHeader(headers, "content-transfer-encoding"));
  if (mediaType.startsWith("text/")) refuseFilesInText(content.toString("latin1"));
  return { names, mediaType, isMessage: /^message\/(?:rfc822|global)$/.test(mediaType), content };
}

/** Mail programs turn these lines of a text into attachments: uuencode (whose lines have no small letters), yEnc and BinHex. */
const FILE_IN_TEXT =
  /^(?:begin-base64 [0-7]{3,4} (.+)$|begin [0-7]{3,4} +(.+)\r?\n[ -`]+\r?$|=ybegin .*name=(.+)$|\(This file must be converted with BinHex)/m;
function refuseFilesInText(text: string): void {
  const [found, ...names] = FILE_IN_TEXT.exec(text) ?? [];
  if (found) throw new Refused("file_unsafe.attachment", names.find((name) => name !== undefined) ?? found);
}

function splitPart(text: string): { headers: string; body: string } {
  const end = /^\r?\n|\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return { headers: head.replace(/\r?\n[ \t]+/g, " "), body: end ? text.slice(end.index + end[0].length) : "" };
}

/** More parts than a mail may have. */
const ENOUGH_PARTS = 1_000;
/** A boundary is a line of its own. What comes after the last one is treated as a part too, as some readers do. */
function splitBody(body: string, [boundary]: string[]): string[] {
  const line = new RegExp(`^--${(boundary ?? "").replace(/[^\w]/g, "\\$&")}(?:--)?[ \\t]*\\r?$\\n?`, "gm");
  const parts = boundary ? body.split(line, ENOUGH_PARTS).slice(1) : [];
  if (parts.length === 0) throw new TooComplex();
  return parts;
}

/** @throws {TooComplex} when there are two, of which programs take either. */
function readHeader(headers: string, name: string): string {
  const [first, ...more] = headers.matchAll(new RegExp(`^${name}[ \\t]*:(.*)$`, "gim"));
  if (more.length > 0) throw new TooComplex(name);
  return first?.[1]?.trim() ?? "";
}

/**
 * The values of a parameter of a header, quoted or not. Pieces (`filename*0=`, RFC 2231) are joined, and a value with a star is
 * one of its own. @throws {TooComplex} when there are two, of which programs take either.
 */
function readParameters(header: string, name: string): string[] {
  const pieces = new Map<string, string>();
  const seen = new Set<string>();
  const parameter = new RegExp(`(?:^|[;\\s])(${name})(\\*\\d*\\*?)?\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;]+))`, "gi");
  for (const [, key = "", star = "", quoted, plain] of header.matchAll(parameter)) {
    const [whole, group] = [`${key}${star}`.toLowerCase(), `${key}${star && "*"}`.toLowerCase()];
    if (seen.has(whole)) throw new TooComplex(key);
    seen.add(whole);
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain?.trim() ?? "";
    pieces.set(group, (pieces.get(group) ?? "") + value);
  }
  return [...pieces.values()];
}

/** @throws {TooComplex} for an encoding that only some programs know. */
function decodeBody(body: string, encoding: string): Buffer {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, "base64");
  if (/^(?:|7bit|8bit|binary)$/i.test(encoding)) return Buffer.from(body, "latin1");
  if (!/^quoted-printable$/i.test(encoding)) throw new TooComplex(encoding);
  return Buffer.from(readQuoted(body.replace(/=[ \t]*\r?\n/g, "")), "latin1");
}

const readQuoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Percent-encoded names and encoded words. */
function decodeName(name: string): string {
  const words = name.replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=\s*/gi, (_, way: string, text: string) =>
    way.toUpperCase() === "B" ? Buffer.from(text, "base64").toString("latin1") : readQuoted(text),
  );
  const bytes = words.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Outlook notes a name of 8 letters and 3 beside the long one, which cuts `.docx`. It counts where it says something else. */
export function dropShortName(long: string | undefined, short: string[]): string[] {
  const readBegin = (name: string) =>
    name
      .replace(/[\s.\0]+$/, "")
      .split(".")
      .at(-1)
      ?.slice(0, 3)
      .toLowerCase();
  const names = long === undefined ? short : [long, ...short.filter((name) => readBegin(name) !== readBegin(long))];
  return names.map((name) => name.replace(/\0+$/, ""));
}
