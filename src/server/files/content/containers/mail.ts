// Reads mails (RFC 5322 and MIME): whether a text is one, and its parts with their names and decoded contents. Own code, because
// packages count a text part as text, whatever its file name is.
import type { Effort } from "../effort.ts";

export interface MailPart {
  /** File names by which a mail program offers the part. */
  names: string[];
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

/** The parts without parts of their own. @throws {TooComplex} */
export function* readMail(bytes: Buffer, effort: Effort): Generator<MailPart> {
  const waiting = [bytes.toString("latin1").replace(LEAD, "")];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    // Finding where parts begin is faster than unpacking.
    effort.spend({ parts: 1, bytes: text.length >> 3 });
    const { headers, body } = splitPart(text);
    const type = readHeader(headers, "content-type");
    const [boundary] = /^multipart\//i.test(type) ? readParameters(type, "boundary") : [];
    if (boundary) waiting.push(...splitBody(body, boundary));
    else yield readLeaf(headers, type, body);
  }
}

function readLeaf(headers: string, type: string, body: string): MailPart {
  const names = [type, readHeader(headers, "content-disposition")].flatMap((header) =>
    readParameters(header, "(?:file)?name").map(decodeName),
  );
  const content = decodeBody(body, readHeader(headers, "content-transfer-encoding"));
  return { names, isMessage: /^message\/(?:rfc822|global)/i.test(type), content };
}

function splitPart(text: string): { headers: string; body: string } {
  const end = /^\r?\n|\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return { headers: head.replace(/\r?\n[ \t]+/g, " "), body: end ? text.slice(end.index + end[0].length) : "" };
}

/** More parts than a mail may have. */
const ENOUGH_PARTS = 1_000;
/** A boundary is a line of its own. What comes after the last one is treated as a part too, as some readers do. */
function splitBody(body: string, boundary: string): string[] {
  const line = new RegExp(`^--${boundary.replace(/[^\w]/g, "\\$&")}(?:--)?[ \\t]*\\r?$\\n?`, "gm");
  return body.split(line, ENOUGH_PARTS).slice(1);
}

const readHeader = (headers: string, name: string): string =>
  new RegExp(`^${name}[ \\t]*:(.*)$`, "im").exec(headers)?.[1]?.trim() ?? "";

/** The values of a parameter of a header, quoted or not. Pieces (`filename*0=`, RFC 2231) are joined. */
function readParameters(header: string, name: string): string[] {
  const pieces = new Map<string, string>();
  const parameter = new RegExp(
    `(?:^|[;\\s])(${name})(?:\\*\\d*\\*?)?\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`,
    "gi",
  );
  for (const [, key = "", quoted, plain] of header.matchAll(parameter)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "";
    pieces.set(key.toLowerCase(), (pieces.get(key.toLowerCase()) ?? "") + value);
  }
  return [...pieces.values()];
}

function decodeBody(body: string, encoding: string): Buffer {
  if (/^base64/i.test(encoding)) return Buffer.from(body, "base64");
  if (!/^quoted-printable/i.test(encoding)) return Buffer.from(body, "latin1");
  return Buffer.from(readQuoted(body.replace(/=[ \t]*\r?\n/g, "")), "latin1");
}

const readQuoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Percent-encoded names and encoded words. */
function decodeName(name: string): string {
  const words = name.replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=\s*/gi, (_, way: string, text: string) =>
    way.toUpperCase() === "B" ? Buffer.from(text, "base64").toString("latin1") : readQuoted(text),
  );
  return words.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
