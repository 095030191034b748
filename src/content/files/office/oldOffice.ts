// Judges compound files: Word and Excel 97 documents, and the wrapper of a new Office file with a password. Its streams, the fields of
// Word and the records of Excel are judged by what is allowed.
import { type CompoundEntry, findEntry, readCompoundFile } from "../containers/compoundFile.ts";
import { type Effort, Refused, TooComplex } from "../effort.ts";
import { isProgram } from "../signatures.ts";
import { judgeBook } from "./oldExcel.ts";
import { judgeWord } from "./oldWord.ts";

type Extension = "doc" | "docx" | "xls" | "xlsx";

/** The last one is the mark of a library that writes such files. */
const SHARED = [
  "\u0001CompObj",
  "\u0001Ole",
  "\u0005SummaryInformation",
  "\u0005DocumentSummaryInformation",
  "\u0001Sh33tJ5",
];
/** Storages of data, signatures, pivot tables, changes and maps, which nothing runs. An empty pool of objects is one that Word leaves. */
const DATA = [
  "MsoDataStore",
  "_signatures",
  "_xmlsignatures",
  "_SX_DB_CUR",
  "Revision Log",
  "User Names",
  "XML",
  "List Data",
];
const STREAMS = {
  doc: lower("WordDocument", "0Table", "1Table", "Data", ...SHARED, ...DATA),
  xls: lower("Workbook", "Book", ...SHARED, ...DATA),
};
function lower(...names: string[]) {
  return new Set(names.map((name) => name.toLowerCase()));
}

/** @throws {Refused} */
export function judgeOldOffice(extension: Extension, bytes: Buffer, effort: Effort): void {
  const root = readCompoundFile(bytes, effort);
  if (!root) throw new Refused("file_content");
  if (findEntry(root, "EncryptedPackage") || findEntry(root, "\u0009DRMContent"))
    throw new Refused("file_unsafe.encrypted");
  const books = root.entries.filter(({ name }) => /^(?:workbook|book)$/i.test(name));
  const kind = findEntry(root, "WordDocument") ? "doc" : books.length > 0 ? "xls" : "";
  if (kind !== extension) throw new Refused("file_content");
  for (const entry of root.entries) judgeEntry(entry, STREAMS[kind], effort);
  for (const book of books) judgeBook(book.read());
  if (kind === "doc") judgeWord(root);
}

/** Storages in each other; data has a tenth of it. */
const MOST_DEPTH = 20;

/** Below an allowed storage everything is data. */
function judgeEntry(entry: CompoundEntry, allowed: Set<string> | undefined, effort: Effort, depth = 0): void {
  effort.spend({ streams: 1 });
  if (depth > MOST_DEPTH) throw new TooComplex(entry.name);
  const isEmptyPool = entry.name.toLowerCase() === "objectpool" && entry.entries.length === 0;
  const isRefused = allowed && !allowed.has(entry.name.toLowerCase()) && !isEmptyPool;
  if (isRefused || (!entry.isStorage && isProgram(entry.read()))) throw new Refused("file_unsafe", entry.name);
  for (const inner of entry.entries) judgeEntry(inner, undefined, effort, depth + 1);
}
