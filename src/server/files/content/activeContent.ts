// Judges a file by what it can do: macros, controls, scripts, programs and embedded files, or a password. Goes down into every container:
// archives, compound files, mails and what is attached to them. Judges by content, because a name proves nothing.
import { isCompoundFile } from "./containers/compoundFile.ts";
import { looksLikeMail, type MailPart, readMail } from "./containers/mail.ts";
import { isWinmail, readWinmail } from "./containers/winmail.ts";
import { isZip } from "./containers/zipFile.ts";
import { type Danger, type Effort, startEffort } from "./effort.ts";
import { findZipDanger } from "./office/officePackage.ts";
import { findCompoundDanger } from "./office/oldOffice.ts";
import { findPdfDanger } from "./pdf/pdfActions.ts";
import { beginsClosedArchive, beginsContainer, isProgram, isProgramName } from "./programs.ts";

/** `extension`: of the file itself, whose kind is known. @throws {TooComplex} */
export async function findDanger(extension: string, bytes: Buffer): Promise<Danger | null> {
  const effort = startEffort();
  if (isProgram(bytes)) return "file_unsafe";
  return extension === "eml" ? judgeMail(bytes, effort) : judgeContainer(bytes, effort);
}

async function judgeContainer(bytes: Buffer, effort: Effort): Promise<Danger | null> {
  const inside = (content: Buffer) => effort.enter(() => judgeAttachment(content, effort));
  if (isZip(bytes)) return findZipDanger(bytes, effort, inside);
  if (isCompoundFile(bytes)) {
    const stream = async (content: Buffer) => (isProgram(content) || beginsContainer(content) ? inside(content) : null);
    return findCompoundDanger(bytes, effort, { attachment: inside, stream });
  }
  if (isWinmail(bytes)) return judgeParts(readWinmail(bytes, effort), effort);
  if (beginsClosedArchive(bytes)) return "file_unsafe.complex";
  return isPdf(bytes) ? findPdfDanger(bytes, effort) : null;
}

/** Readers find the beginning of a PDF within the first kilobyte. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1_029).includes("%PDF-");

async function judgeAttachment(content: Buffer, effort: Effort): Promise<Danger | null> {
  if (isProgram(content)) return "file_unsafe";
  return looksLikeMail(content) ? judgeMail(content, effort) : judgeContainer(content, effort);
}

const judgeMail = (bytes: Buffer, effort: Effort) => judgeParts(readMail(bytes, effort), effort);

async function judgeParts(parts: Iterable<MailPart>, effort: Effort): Promise<Danger | null> {
  for (const { names, isMessage, content } of parts) {
    if (names.some(isProgramName)) return "file_unsafe";
    const danger = await effort.enter(() =>
      isMessage ? judgeMail(content, effort) : judgeAttachment(content, effort),
    );
    if (danger) return danger;
  }
  return null;
}
