// Judges compound files: Word and Excel 97 documents, Outlook messages, and the wrapper of a new Office file with a password.
import { type CompoundEntry, findEntry, readCompoundFile } from "../containers/compoundFile.ts";
import type { Danger, Effort } from "../effort.ts";
import { isProgramName } from "../programs.ts";

/** Storages and streams with macros or an embedded file. */
const ACTIVE = new Set(["_vba_project", "_vba_project_cur", "vba", "macros", "\u0001ole10native"]);
/** Storages in which Word and Excel keep embedded objects. */
const OBJECT = /^(?:_\d{9,10}|MBD[\dA-F]{8})$/i;
/** The stream with the records of Excel. */
const isBook = ({ name }: CompoundEntry) => /^(?:workbook|book)$/i.test(name);

/**
 * The extension that belongs to a compound file, or `encrypted` for one around a new Office file with a password.
 * @throws {TooComplex}
 */
export function compoundKind(bytes: Buffer, effort: Effort): "doc" | "xls" | "msg" | "encrypted" | null {
  const root = readCompoundFile(bytes, effort);
  if (!root) return null;
  if (findEntry(root, "__properties_version1.0")) return "msg";
  if (findEntry(root, "WordDocument")) return "doc";
  if (root.entries.some(isBook)) return "xls";
  return findEntry(root, "EncryptedPackage") ? "encrypted" : null;
}

/** Judges what is inside: an attachment, or a stream that begins as a container or a program. */
export interface Inspectors {
  attachment(content: Buffer): Promise<Danger | null>;
  stream(content: Buffer): Promise<Danger | null>;
}

/** @throws {TooComplex} */
export async function findCompoundDanger(bytes: Buffer, effort: Effort, inspectors: Inspectors) {
  const root = readCompoundFile(bytes, effort);
  return root ? judgeStorage(root, effort, inspectors) : null;
}

/** Goes down into storages. One that is an attachment counts as a container of its own. */
async function judgeStorage(storage: CompoundEntry, effort: Effort, inspectors: Inspectors): Promise<Danger | null> {
  for (const entry of storage.entries) {
    effort.spend({ streams: 1 });
    if (ACTIVE.has(entry.name.toLowerCase()) || (entry.isStorage && OBJECT.test(entry.name))) return "file_unsafe";
    const danger = await (entry.isStorage
      ? effort.enter(async () => (await judgeAttachment(entry, inspectors)) ?? judgeStorage(entry, effort, inspectors))
      : judgeStream(entry, inspectors));
    if (danger) return danger;
  }
  return null;
}

const ATTACHMENT = /^__attach_version1\.0_/i;
/** Properties of an attachment: its content, and its long name, short name or extension in either encoding. */
const DATA = "__substg1.0_37010102";
const NAME = /^__substg1\.0_370[347]001([ef])$/i;

async function judgeAttachment(storage: CompoundEntry, { attachment }: Inspectors): Promise<Danger | null> {
  if (!ATTACHMENT.test(storage.name)) return null;
  for (const entry of storage.entries) {
    const encoding = NAME.exec(entry.name)?.[1]?.toLowerCase();
    if (encoding && isProgramName(entry.read().toString(encoding === "f" ? "utf16le" : "latin1"))) return "file_unsafe";
  }
  const data = findEntry(storage, DATA);
  return data ? attachment(data.read()) : null;
}

async function judgeStream(entry: CompoundEntry, { stream }: Inspectors): Promise<Danger | null> {
  if (entry.name.toLowerCase() === "encryptedpackage") return "file_unsafe.encrypted";
  const content = entry.read();
  if (entry.name.toLowerCase() === "worddocument" && isEncryptedWord(content)) return "file_unsafe.encrypted";
  return (isBook(entry) ? judgeBook(content) : null) ?? stream(content);
}

/** The flag `fEncrypted` in the header of a Word document. */
const isEncryptedWord = (content: Buffer): boolean => content.length > 12 && (content.readUInt16LE(10) & 0x01_00) !== 0;

const FILE_PASSWORD = 0x2f;
const BOUND_SHEET = 0x85;
/** Kinds of a sheet: 1 an Excel 4.0 macro sheet, 6 a module of Visual Basic. */
const ACTIVE_SHEETS = [1, 6];

/** Reads the records of a workbook ([MS-XLS]): type, length, content. */
function judgeBook(book: Buffer): Danger | null {
  let offset = 0;
  while (offset + 4 <= book.length) {
    const [type, length] = [book.readUInt16LE(offset), book.readUInt16LE(offset + 2)];
    const record = book.subarray(offset + 4, offset + 4 + length);
    if (type === FILE_PASSWORD) return "file_unsafe.encrypted";
    if (type === BOUND_SHEET && ACTIVE_SHEETS.includes(record[5] ?? 0)) return "file_unsafe";
    offset += 4 + length;
  }
  return null;
}
