// Reads `winmail.dat` ([MS-OXTNEF]), in which Outlook sends the attachments of a mail in its own text format.
import type { Effort } from "../effort.ts";

const SIGNATURE = 0x22_3e_9f_78;
const HEAD = 6;
const ATTACHMENT_TITLE = 0x00_01_80_10;
const ATTACHMENT_DATA = 0x00_06_80_0f;
const ATTACHMENT_PROPERTIES = 0x00_06_90_05;
/** The property with the long name, in either encoding. Count, length and text follow. */
const LONG_NAMES: [Buffer, BufferEncoding][] = [
  [Buffer.from("1f000737", "hex"), "utf16le"],
  [Buffer.from("1e000737", "hex"), "latin1"],
];

export const isWinmail = (bytes: Buffer): boolean => bytes.length > HEAD && bytes.readUInt32LE(0) === SIGNATURE;

/** Names and contents of the attachments. A message that is attached is one more `winmail.dat`. @throws {TooComplex} */
export function readWinmail(bytes: Buffer, effort: Effort): { names: string[]; contents: Buffer[] } {
  const [names, contents]: [string[], Buffer[]] = [[], []];
  let offset = HEAD;
  while (offset + 9 <= bytes.length) {
    effort.spend({ parts: 1 });
    const [attribute, length] = [bytes.readUInt32LE(offset + 1), bytes.readUInt32LE(offset + 5)];
    const data = bytes.subarray(offset + 9, offset + 9 + length);
    if (attribute === ATTACHMENT_TITLE) names.push(data.toString("latin1"));
    if (attribute === ATTACHMENT_DATA) contents.push(data);
    if (attribute === ATTACHMENT_PROPERTIES) {
      names.push(...readLongNames(data));
      contents.push(...findMessage(data));
    }
    offset += 11 + length;
  }
  return { names, contents };
}

const readLongNames = (properties: Buffer): string[] =>
  LONG_NAMES.flatMap(([tag, encoding]) => {
    const offset = properties.indexOf(tag);
    if (offset < 0 || offset + 12 > properties.length) return [];
    return [properties.toString(encoding, offset + 12, offset + 12 + properties.readUInt32LE(offset + 8))];
  });

function findMessage(properties: Buffer): Buffer[] {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(SIGNATURE);
  const offset = properties.indexOf(signature);
  return offset < 0 ? [] : [properties.subarray(offset)];
}
