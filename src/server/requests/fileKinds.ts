// Whether a file is what its name says: extension, signature and structure must agree (decisions 34). Office files by the
// streams inside them, mail by its headers. Nothing is unpacked and nothing is rendered.
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
export const ALLOWED_EXTENSIONS = Object.keys(MEDIA);

/** Null: not a file that is taken. */
export async function fileKind(name: string, content: Uint8Array): Promise<FileKind | null> {
  const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const mediaType = MEDIA[extension];
  if (!mediaType || content.length === 0) return null;
  return (await isOfKind(extension, content)) ? { extension, mediaType } : null;
}

async function isOfKind(extension: string, content: Uint8Array): Promise<boolean> {
  if (extension === "eml") return looksLikeMail(content);
  const found = (await fileTypeFromBuffer(content).catch(() => undefined))?.ext as string | undefined;
  if (found === "cfb") return oleKind(content) === extension;
  if (extension === "jpg" || extension === "jpeg") return found === "jpg";
  if (extension === "docx" || extension === "xlsx") return found === extension && !hasMacros(content);
  return found === extension;
}

/** Word, Excel and Outlook share one container; the names in its directory tell them apart. */
function oleKind(content: Uint8Array): string | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const has = (name: string) => bytes.includes(Buffer.from(`${name}\0`, "utf16le"));
  if (has("_VBA_PROJECT") || has("_VBA_PROJECT_CUR")) return null;
  if (has("__properties_version1.0")) return "msg";
  if (has("WordDocument")) return "doc";
  return has("Workbook") || has("Book") ? "xls" : null;
}

/** File names stand unpacked in an archive's directory. */
const hasMacros = (content: Uint8Array) =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes("vbaProject.bin");

const HEADER = /^[!-9;-~]+:[ \t]?/;
const EXPECTED = /^(from|date|subject|to|received|message-id|mime-version|return-path)$/i;

/** Starts with header lines, among them ones that every mail has, up to an empty line. */
function looksLikeMail(content: Uint8Array): boolean {
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, 65_536)).toString(
    "latin1",
  );
  if (start.includes("\0")) return false;
  const lines = start.split(/\r?\n/);
  const end = lines.indexOf("");
  const head = lines.slice(0, end < 0 ? lines.length : end);
  const names = head.filter((line) => HEADER.test(line)).map((line) => line.slice(0, line.indexOf(":")));
  const regular = head.every((line, at) => HEADER.test(line) || (at > 0 && /^[ \t]/.test(line)));
  return regular && new Set(names.map((name) => name.toLowerCase()).filter((name) => EXPECTED.test(name))).size >= 2;
}
