// Judges the records of an Excel 97 workbook ([MS-XLS]): type, length, content.
import { type Danger, Refused } from "../effort.ts";
import { isSafeLink } from "../links.ts";

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
export function judgeBook(book: Buffer): void {
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
