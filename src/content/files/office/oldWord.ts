// Judges the fields in the text of a Word 97 document ([MS-DOC]).
import { type CompoundEntry, findEntry } from "../containers/compoundFile.ts";
import { Refused } from "../effort.ts";
import { createFields } from "./formulas.ts";

const ENCRYPTED = 0x01_00;
const SECOND_TABLE = 0x02_00;
/** Where the header says in which part of the table the pieces of the text are listed. */
const PIECES = 0x01_a2;
const [FIELD_BEGINS, RESULT_BEGINS, FIELD_ENDS] = ["\x13", "\x14", "\x15"];
const SIGNS = `${FIELD_BEGINS}${RESULT_BEGINS}${FIELD_ENDS}`;
const PARTS_OF_FIELDS = new RegExp(`[${SIGNS}]|[^${SIGNS}]+`, "g");

/** @throws {Refused} */
export function judgeWord(root: CompoundEntry): void {
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
