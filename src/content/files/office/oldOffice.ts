// Judges compound files: Word and Excel 97 documents, and the wrapper of a new Office file with a password. Its streams, the fields of
// Word and the records of Excel are judged by what is allowed.
import { type CompoundEntry, findEntry, readCompoundFile } from "../containers/compoundFile.ts";
import { type Danger, type Effort, Refused, TooComplex } from "../effort.ts";
import { isSafeLink } from "../links.ts";
import { isProgram } from "../signatures.ts";
import { createFields } from "./formulas.ts";

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

// Judges the records of an Excel 97 workbook ([MS-XLS]): type, length, content.

/** Kinds of a sheet: a worksheet and a chart. The others are macro sheets and modules of Visual Basic. */
const SHEETS = new Set([0, 2]);
/** What a reference may lead to: this workbook, and the functions of add-ins. The others are workbooks elsewhere and DDE. */
const [THIS_WORKBOOK, ADD_INS] = [0x04_01, 0x3a_01];

const [URL_LINK, FILE_LINK] = ["e0c9ea79f9bace118c8200aa004ba90b", "0303000000000000c000000000000046"].map((id) =>
  Buffer.from(id, "hex"),
);

const refuse = (code: Danger) => () => code;
const RECORDS: Record<number, (content: Buffer) => Danger | undefined> = {
  // A password.
  [0x2f]: refuse("file_unsafe.encrypted"),
  // A sheet.
  [0x85]: (content) => (SHEETS.has(content[5] ?? 0) ? undefined : "file_unsafe"),
  // References to workbooks, in this edition and in the one before it.
  [0x01_ae]: (content) =>
    content.length >= 4 && [THIS_WORKBOOK, ADD_INS].includes(content.readUInt16LE(2))
      ? undefined
      : "file_unsafe.external",
  // Data of a query: its table, its text, its connection, and a publication on the web.
  [0x01_ad]: refuse("file_unsafe.external"),
  [0xdc]: refuse("file_unsafe.external"),
  [0x08_03]: refuse("file_unsafe.external"),
  [0x08_05]: refuse("file_unsafe.external"),
  [0x08_0a]: refuse("file_unsafe.external"),
  // A link.
  [0x01_b8]: (content) => (readLinks(content).every(isSafeLink) ? undefined : "file_unsafe.external"),
};

/** Before Excel 97, a list of sheets had the names of workbooks in it. */
const [BEFORE_97, SHEET_LIST, ENCODED] = [0x05_00, 0x17, 1];

/** @throws {Refused} */
function judgeBook(book: Buffer): void {
  let offset = 0;
  const isOlder = book.length > 6 && book.readUInt16LE(4) === BEFORE_97;
  while (offset + 4 <= book.length) {
    const [type, length] = [book.readUInt16LE(offset), book.readUInt16LE(offset + 2)];
    const danger = RECORDS[type]?.(book.subarray(offset + 4, offset + 4 + length));
    if (danger) throw new Refused(danger);
    if (isOlder && type === SHEET_LIST && book[offset + 5] === ENCODED) throw new Refused("file_unsafe.external");
    offset += 4 + length;
  }
}

/** The targets of a link, behind the names of what reads them. */
function readLinks(content: Buffer): string[] {
  const links: string[] = [];
  const page = content.indexOf(URL_LINK as Buffer);
  if (page >= 0) links.push(content.toString("utf16le", page + 20).split("\0")[0] ?? "");
  const file = content.indexOf(FILE_LINK as Buffer);
  if (file >= 0) links.push(content.toString("latin1", file + 22).split("\0")[0] ?? "");
  return links;
}

// Judges the fields in the text of a Word 97 document ([MS-DOC]).

const ENCRYPTED = 0x01_00;
const SECOND_TABLE = 0x02_00;
/** Where the header says in which part of the table the pieces of the text are listed. */
const PIECES = 0x01_a2;
const [FIELD_BEGINS, RESULT_BEGINS, FIELD_ENDS] = ["\x13", "\x14", "\x15"];
const SIGNS = `${FIELD_BEGINS}${RESULT_BEGINS}${FIELD_ENDS}`;
const PARTS_OF_FIELDS = new RegExp(`[${SIGNS}]|[^${SIGNS}]+`, "g");

/** @throws {Refused} */
function judgeWord(root: CompoundEntry): void {
  const document = findEntry(root, "WordDocument")?.read() ?? Buffer.alloc(0);
  if (document.length < PIECES + 8) return;
  const flags = document.readUInt16LE(10);
  if ((flags & ENCRYPTED) !== 0) throw new Refused("file_unsafe.encrypted");
  const table = findEntry(root, (flags & SECOND_TABLE) !== 0 ? "1Table" : "0Table")?.read() ?? Buffer.alloc(0);
  const [start, length] = [document.readUInt32LE(PIECES), document.readUInt32LE(PIECES + 4)];
  const text = readPieces(table.subarray(start, start + length), document);
  const fields = createFields();
  for (const [sign] of text.matchAll(PARTS_OF_FIELDS)) {
    if (sign === FIELD_BEGINS) fields.begin();
    else if (sign === RESULT_BEGINS) fields.separate();
    else if (sign === FIELD_ENDS) fields.end();
    else fields.add(sign);
  }
  fields.judge();
}

/** Behind formatting, the list has n + 1 positions in the text and n pieces, each of letters of one or of two bytes. */
function readPieces(list: Buffer, document: Buffer): string {
  let offset = 0;
  while (list[offset] === 1 && offset + 3 <= list.length) offset += 3 + list.readUInt16LE(offset + 1);
  if (list[offset] !== 2 || offset + 5 > list.length) return "";
  const pieces = list.subarray(offset + 5, offset + 5 + list.readUInt32LE(offset + 1));
  const count = Math.floor((pieces.length - 4) / 12);
  const texts = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const letters = pieces.readUInt32LE(index * 4 + 4) - pieces.readUInt32LE(index * 4);
    const place = pieces.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const [isNarrow, begin] = [(place & 0x40_00_00_00) !== 0, place & 0x3f_ff_ff_ff];
    if (isNarrow) return document.toString("latin1", begin >> 1, (begin >> 1) + letters);
    return document.toString("utf16le", begin, begin + letters * 2);
  });
  return texts.join("");
}
