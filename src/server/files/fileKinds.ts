// Checks that a file is what its name says: extension, signature and structure must agree (decisions 34). Office files are
// recognised by the streams in them, mails by their headers. Nothing is decompressed or rendered.
import { fileTypeFromBuffer } from "file-type";

export interface FileKind {
  extension: string;
  mediaType: string;
}

const MEDIA: Record<string, string> = {
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
  eml: "message/rfc822",
  msg: "application/vnd.ms-outlook",
};

/** Leading bytes that all readers skip: up to a kilobyte before a PDF, a byte order mark before a text. */
const PDF_LEAD = 1024;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** Null when the content does not match the name, or the kind is not accepted. `carriesProgram` checks accepted kinds further. */
export async function fileKind(name: string, content: Uint8Array): Promise<FileKind | null> {
  const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const mediaType = MEDIA[extension];
  const bytes = asBuffer(content);
  if (!mediaType || bytes.length === 0) return null;
  return (await isOfKind(extension, bytes)) ? { extension, mediaType } : null;
}

const asBuffer = (content: Uint8Array): Buffer => Buffer.from(content.buffer, content.byteOffset, content.byteLength);

async function isOfKind(extension: string, bytes: Buffer): Promise<boolean> {
  if (extension === "eml") return looksLikeMail(bytes);
  if (extension === "pdf") return bytes.subarray(0, PDF_LEAD + 5).includes("%PDF-") && !isProgram(bytes);
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext as string | undefined;
  if (found === "cfb") return oleKind(bytes) === extension;
  if (extension === "jpg" || extension === "jpeg") return found === "jpg";
  return found === extension;
}

/** Starts like an executable, a script, an archive or markup, whatever follows. */
const isProgram = (bytes: Buffer) => /^\s*(MZ|.ELF|#!|PK|<)/.test(bytes.subarray(0, 64).toString("latin1"));

/** Word, Excel and Outlook share one container format; the names in its directory tell them apart. */
function oleKind(bytes: Buffer): string | null {
  const has = (name: string) => bytes.includes(Buffer.from(`${name}\0`, "utf16le"));
  if (has("__properties_version1.0")) return "msg";
  if (has("WordDocument")) return "doc";
  return has("Workbook") || has("Book") ? "xls" : null;
}

const HEADER = /^[!-9;-~]+:[ \t]?/;
const EXPECTED = /^(from|date|subject|to|received|message-id|mime-version|return-path)$/i;

/** Starts with header lines up to an empty line, among them at least two that mails usually have. */
function looksLikeMail(bytes: Buffer): boolean {
  const lead = bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  const start = bytes.subarray(lead, lead + 65_536).toString("latin1");
  if (start.includes("\0")) return false;
  const lines = start.split(/\r?\n/);
  const end = lines.indexOf("");
  const head = lines.slice(0, end < 0 ? lines.length : end);
  const names = head.filter((line) => HEADER.test(line)).map((line) => line.slice(0, line.indexOf(":")));
  const regular = head.every((line, at) => HEADER.test(line) || (at > 0 && /^[ \t]/.test(line)));
  return regular && new Set(names.map((name) => name.toLowerCase()).filter((name) => EXPECTED.test(name))).size >= 2;
}
