// Checks that the name of a file matches its content: extension and structure must agree (decisions 34). Renders
// nothing.

import { isCompoundFile } from "./containers/compoundFile.ts";
import { looksLikeMail } from "./containers/mail.ts";
import { isZip } from "./containers/zipFile.ts";
import { startEffort } from "./effort.ts";
import { packageKind } from "./office/officePackage.ts";
import { compoundKind } from "./office/oldOffice.ts";

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

/** Null when the content does not match the name, or the kind is not accepted. `findDanger` checks accepted kinds further. @throws {TooComplex} */
export async function fileKind(name: string, bytes: Buffer): Promise<FileKind | null> {
  const extension = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const mediaType = MEDIA[extension];
  if (!mediaType || bytes.length === 0) return null;
  return (await isOfKind(extension, bytes)) ? { extension, mediaType } : null;
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG = Buffer.from("ffd8ff", "hex");
const beginsWith = (bytes: Buffer, begin: Buffer) => bytes.subarray(0, begin.length).equals(begin);
/** All readers skip up to a kilobyte before a PDF. */
const PDF_LEAD = 1_024;

async function isOfKind(extension: string, bytes: Buffer): Promise<boolean> {
  if (extension === "eml") return looksLikeMail(bytes);
  if (extension === "pdf") return bytes.subarray(0, PDF_LEAD + 5).includes("%PDF-") && !isOther(bytes);
  if (extension === "png") return beginsWith(bytes, PNG);
  if (extension === "jpg" || extension === "jpeg") return beginsWith(bytes, JPEG);
  return isOffice(extension, bytes);
}

/** Starts like a program, a script, an archive or markup, whatever follows. */
const isOther = (bytes: Buffer) => /^\s*(?:MZ|.ELF|#!|PK|<)/.test(bytes.toString("latin1", 0, 64));

async function isOffice(extension: string, bytes: Buffer): Promise<boolean> {
  if (isZip(bytes)) return (await packageKind(bytes, startEffort())) === extension;
  const kind = isCompoundFile(bytes) ? compoundKind(bytes, startEffort()) : null;
  return kind === extension || (kind === "encrypted" && extension !== "msg");
}
