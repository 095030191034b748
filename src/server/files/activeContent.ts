// Detects active content in files of an accepted kind: macros, controls, scripts, executables and embedded files. Judges by content,
// whatever the name. Mails are parsed, because their parts are encoded.
import { type Effort, MOST_PARTS, startEffort } from "./effort.ts";
import { fileKind } from "./fileKinds.ts";
import { pdfActs } from "./pdfActs.ts";

/** The EICAR test file, which all scanners report as a virus; in two parts, so that scanners do not report this source file. */
const TEST_VIRUS = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE"].join("");

/** `effort`: the work left for this file. A file that needs more is treated as one with active content. */
export async function carriesProgram(extension: string, bytes: Buffer, effort = startEffort()): Promise<boolean> {
  if (bytes.includes(TEST_VIRUS) || holdsWindowsProgram(bytes)) return true;
  if (extension === "pdf") return pdfActs(bytes, effort);
  if (extension === "eml") return mailCarries(bytes, 0, effort);
  if (extension === "docx" || extension === "xlsx") return EXTRA_MEMBERS.test(bytes.toString("latin1"));
  if (["doc", "xls", "msg"].includes(extension)) return oleCarries(bytes);
  return false;
}

/** Looks for `MZ`, and `PE` where its header points to: a chance match occurs once in many gigabytes. */
function holdsWindowsProgram(bytes: Buffer): boolean {
  for (let at = bytes.indexOf("MZ"); at >= 0; at = bytes.indexOf("MZ", at + 1)) {
    if (at + 64 > bytes.length) return false;
    const header = at + bytes.readUInt32LE(at + 60);
    if (header + 4 <= bytes.length && bytes.readUInt32BE(header) === 0x50_45_00_00) return true;
  }
  return false;
}

/** Members of an Office zip with macros, controls or embedded files; the sheet of a chart is allowed. Names in a zip are plain text. */
const EXTRA_MEMBERS =
  /vbaProject|vbaData|\/activeX\/|\/macrosheets\/|oleObject|\/embeddings\/[^/]{1,80}\.(bin|xlsm|xls|docm|doc)(?!x)/i;

/** Streams of old Office files that hold macros or an embedded file. */
const EXTRA_STREAMS = ["_VBA_PROJECT", "_VBA_PROJECT_CUR", "Macros", "\u0001Ole10Native"];
/** Names that Word and Excel give to embedded objects, in UTF-16 as in the container. */
const OBJECTS = /_\0(?:\d\0){9,10}\0|M\0B\0D\0(?:[\dA-F]\0){8}/;

function oleCarries(bytes: Buffer): boolean {
  const has = (name: string) => bytes.includes(Buffer.from(`${name}\0`, "utf16le"));
  return EXTRA_STREAMS.some(has) || OBJECTS.test(bytes.toString("latin1"));
}

/** Maximum depth of nested mails and parts; legitimate mails stay below it. */
const MAX_DEPTH = 5;
const PROGRAMS =
  /\.(?:exe|com|scr|pif|bat|cmd|ps1|vb[se]?|jse?|ws[fh]|hta|lnk|jar|msi|dll|iso|img|vhdx?|docm|dotm|xls[mb]|xltm|xlam|ppt[ms]?m)$/i;

async function mailCarries(bytes: Buffer, depth: number, effort: Effort): Promise<boolean> {
  if (depth > MAX_DEPTH || !effort.spend({ parts: 1 })) return true;
  const { headers, body } = splitPart(bytes.toString("latin1"));
  if (readFileNames(headers).some((name) => PROGRAMS.test(name.trim()))) return true;
  const type = readHeader(headers, "content-type");
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(type)?.slice(1).find(Boolean);
  if (boundary) {
    const parts = body.split(`--${boundary}`, MOST_PARTS + 2).slice(1);
    for (const part of parts) {
      const content = Buffer.from(part.replace(/^\r?\n/, ""), "latin1");
      if (await mailCarries(content, depth + 1, effort)) return true;
    }
    return false;
  }
  const content = decodeBody(body, readHeader(headers, "content-transfer-encoding"));
  if (/^message\/rfc822/i.test(type)) return mailCarries(content, depth + 1, effort);
  return depth > 0 && attachmentCarries(content, effort);
}

/** Finds the kind of an attachment by its content, as its name proves nothing, and checks that. */
async function attachmentCarries(content: Buffer, effort: Effort): Promise<boolean> {
  if (content.includes(TEST_VIRUS) || holdsWindowsProgram(content)) return true;
  for (const extension of ["pdf", "docx", "xlsx", "doc", "xls", "msg"]) {
    if (await fileKind(`a.${extension}`, content)) return carriesProgram(extension, content, effort);
  }
  return false;
}

function splitPart(text: string): { headers: string; body: string } {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return { headers: head.replace(/\r?\n[ \t]+/g, " "), body: end ? text.slice(end.index + end[0].length) : "" };
}

const readHeader = (headers: string, name: string): string =>
  new RegExp(`^${name}\\s*:(.*)$`, "im").exec(headers)?.[1]?.trim() ?? "";

function decodeBody(body: string, encoding: string): Buffer {
  if (/^base64/i.test(encoding)) return Buffer.from(body, "base64");
  if (!/^quoted-printable/i.test(encoding)) return Buffer.from(body, "latin1");
  return Buffer.from(readQuoted(body.replace(/=\r?\n/g, "")), "latin1");
}

const readQuoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The file names in a part's headers: `name` or `filename`, possibly in pieces (`filename*0=`), percent-encoded or as encoded words. */
function readFileNames(headers: string): string[] {
  const pieces = new Map<string, string>();
  for (const [, key = "", quoted, plain] of headers.matchAll(
    /\b((?:file)?name)(?:\*\d*\*?)?\s*=\s*(?:"([^"]*)"|([^\s;]+))/gi,
  )) {
    const name = key.toLowerCase();
    pieces.set(name, (pieces.get(name) ?? "") + (quoted ?? plain ?? ""));
  }
  return [...pieces.values()].map(decodeName);
}

function decodeName(name: string): string {
  const words = name.replace(/=\?[^?]+\?([BQ])\?([^?]*)\?=\s*/gi, (_, way: string, text: string) =>
    way.toUpperCase() === "B" ? Buffer.from(text, "base64").toString("latin1") : readQuoted(text),
  );
  return words.replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
