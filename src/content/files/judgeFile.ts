// Judges a file by its kind: extension and structure must agree, and each kind has its list of what it may contain (decisions 133).
// Mails and archives are judged by what is in them, as deep as it goes.
import allowed from "./allowed.json" with { type: "json" };
import { isCompoundFile } from "./containers/compoundFile.ts";
import { looksLikeMail, type MailPart, readMail } from "./containers/mail.ts";
import { readOutlook } from "./containers/outlook.ts";
import { isWinmail, readWinmail } from "./containers/winmail.ts";
import { isZip, readZip } from "./containers/zipFile.ts";
import { type Effort, Refused } from "./effort.ts";
import { judgePackage } from "./office/officePackage.ts";
import { judgeOldOffice } from "./office/oldOffice.ts";
import { judgePdf } from "./pdf/judgePdf.ts";
import { isJpeg, isPng, isProgram } from "./signatures.ts";

export interface FileKind {
  extension: string;
  mediaType: string;
}

type Judge = (bytes: Buffer, effort: Effort) => unknown;

const refuseUnless = (isOfKind: boolean) => {
  if (!isOfKind) throw new Refused("file_content");
};
const beginsWith =
  (...begins: string[]): Judge =>
  (bytes) =>
    refuseUnless(begins.some((begin) => bytes.toString("latin1", 0, begin.length) === begin));

/** Named .docx with a password, an Office file is a compound file too. */
const judgeOffice =
  (extension: "docx" | "xlsx"): Judge =>
  (bytes, effort) => {
    if (isCompoundFile(bytes)) return judgeOldOffice(extension, bytes, effort);
    refuseUnless(isZip(bytes));
    return judgePackage(extension, bytes, effort);
  };
const judgeOld =
  (extension: "doc" | "xls"): Judge =>
  (bytes, effort) =>
    judgeOldOffice(extension, bytes, effort);
const judgeMail: Judge = (bytes, effort) => judgeParts(readMail(bytes, effort), effort);
const judgeEml: Judge = (bytes, effort) => {
  refuseUnless(looksLikeMail(bytes));
  return judgeMail(bytes, effort);
};
const judgeJpeg: Judge = (bytes) => refuseUnless(isJpeg(bytes));

/** The kinds that are accepted (`fileRules.ts`). */
export const KINDS: Readonly<Record<string, { mediaType: string; judge: Judge }>> = {
  doc: { mediaType: "application/msword", judge: judgeOld("doc") },
  docx: {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    judge: judgeOffice("docx"),
  },
  xls: { mediaType: "application/vnd.ms-excel", judge: judgeOld("xls") },
  xlsx: { mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", judge: judgeOffice("xlsx") },
  jpg: { mediaType: "image/jpeg", judge: judgeJpeg },
  jpeg: { mediaType: "image/jpeg", judge: judgeJpeg },
  png: { mediaType: "image/png", judge: (bytes) => refuseUnless(isPng(bytes)) },
  pdf: { mediaType: "application/pdf", judge: judgePdf },
  eml: { mediaType: "message/rfc822", judge: judgeEml },
  msg: {
    mediaType: "application/vnd.ms-outlook",
    judge: (bytes, effort) => judgeParts(readOutlook(bytes, effort), effort),
  },
};

const judgeText: Judge = (bytes) => refuseUnless(/^(?:\xff\xfe|\xfe\xff)|^[^\0]*$/.test(bytes.toString("latin1")));
/** What Exchange makes of the lines between two attachments. */
const LINES_BETWEEN = /^ATT\d{5,}\.html?$/i;
const PLAIN_TAG =
  /<\/?(?:html|head|body|br|div|p|span|font|meta)(?:\s+(?:style|class|dir|lang|size|color|face|content|http-equiv="content-type")(?:="[^"<>]*")?)*\s*\/?>/gi;
const judgeLinesBetween: Judge = (bytes) =>
  refuseUnless(!bytes.toString("latin1").replace(PLAIN_TAG, "").includes("<"));

/** What is accepted in a mail or an archive too: what mail programs add themselves, and archives of accepted kinds. */
const INSIDE: Record<string, Judge> = {
  gif: beginsWith("GIF8"),
  txt: judgeText,
  lines: judgeLinesBetween,
  ics: beginsWith("BEGIN:VCALENDAR", "\xef\xbb\xbfBEGIN:VCALENDAR"),
  vcf: beginsWith("BEGIN:VCARD", "\xef\xbb\xbfBEGIN:VCARD"),
  // Signatures of S/MIME and PGP.
  p7s: beginsWith("0"),
  asc: beginsWith("-----BEGIN PGP SIGNATURE-----"),
  zip: judgeArchive,
  dat: (bytes, effort) => {
    refuseUnless(isWinmail(bytes));
    return judgeParts(readWinmail(bytes, effort), effort);
  },
};

/** The kinds of parts without a name: the text of a mail in its notations, pictures in it, receipts and signatures. */
const unnamed: Record<string, string> = allowed.unnamed;

/** Windows ignores blanks and dots at the end of a name. Control characters could end it for another program. */
const readExtension = (name: string): string => /^\P{Cc}*\.([a-z0-9]+)[\s.]*$/iu.exec(name)?.[1]?.toLowerCase() ?? "";

/** @throws {Refused} */
export async function judgeFile(name: string, bytes: Buffer, effort: Effort): Promise<FileKind> {
  const extension = readExtension(name);
  const kind = KINDS[extension];
  if (!kind || bytes.length === 0) throw new Refused("file_content");
  await judgeAs(kind.judge, bytes, effort);
  return { extension, mediaType: kind.mediaType };
}

async function judgeAs(judge: Judge, bytes: Buffer, effort: Effort): Promise<void> {
  await judge(bytes, effort);
  if (isProgram(bytes)) throw new Refused("file_unsafe");
}

async function judgeParts(parts: Iterable<MailPart>, effort: Effort): Promise<void> {
  for (const part of parts)
    await effort.enter(part.names[0] ?? "", () =>
      part.isMessage ? judgeMessage(part, effort) : judgeAttachment(part, effort),
    );
}

/** A mail in a mail is named by its subject, which has an extension by accident at most. */
async function judgeMessage({ names, content }: MailPart, effort: Effort): Promise<void> {
  if (names.some((name) => /^(?!eml$|msg$)[a-z][a-z0-9]{1,4}$/.test(readExtension(name))))
    throw new Refused("file_unsafe.attachment");
  await judgeAs(judgeMail, content, effort);
}

async function judgeAttachment({ names, mediaType, content }: MailPart, effort: Effort): Promise<void> {
  const readKind = (name: string) => (LINES_BETWEEN.test(name) ? "lines" : readExtension(name));
  const extensions = names.length > 0 ? names.map(readKind) : [unnamed[mediaType] ?? ""];
  for (const extension of new Set(extensions)) {
    const judge = KINDS[extension]?.judge ?? INSIDE[extension];
    if (!judge) throw new Refused("file_unsafe.attachment", names.length > 0 ? undefined : mediaType);
    // Some senders attach files without content.
    if (content.length > 0) await judgeAs(judge, content, effort);
  }
}

/** What the Mac adds to an archive: AppleDouble files, and how a folder looks. */
const ADDED_BY_MAC = /^__MACOSX\/(?:.*\/)?\._[^/]*$|(?:^|\/)\.DS_Store$/;
const judgeAddedByMac = beginsWith("\0\x05\x16\x07", "\0\0\0\x01Bud1");

async function judgeArchive(bytes: Buffer, effort: Effort): Promise<void> {
  const members = isZip(bytes) ? await readZip(bytes, effort) : undefined;
  if (!members) throw new Refused("file_content");
  if (members.some(({ isEncrypted }) => isEncrypted)) throw new Refused("file_unsafe.encrypted");
  for (const { name, read } of members.filter((member) => !member.name.endsWith("/")))
    await effort.enter(name, () =>
      ADDED_BY_MAC.test(name)
        ? judgeAs(judgeAddedByMac, read(), effort)
        : judgeAttachment({ names: [name], mediaType: "", isMessage: false, content: read() }, effort),
    );
}
