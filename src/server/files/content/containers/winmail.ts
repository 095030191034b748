// Reads `winmail.dat` ([MS-OXTNEF]), in which Outlook sends the attachments of a mail in its own text format.
import type { Effort } from "../effort.ts";
import type { MailPart } from "./mail.ts";

const SIGNATURE = Buffer.from("789f3e22", "hex");
const HEAD = 6;
const ATTACHMENT_TITLE = 0x00_01_80_10;
const ATTACHMENT_DATA = 0x00_06_80_0f;
const ATTACHMENT_PROPERTIES = 0x00_06_90_05;
/** The property with the long name, in either encoding. Count, length and text follow. */
const LONG_NAMES: [Buffer, BufferEncoding][] = [
  [Buffer.from("1f000737", "hex"), "utf16le"],
  [Buffer.from("1e000737", "hex"), "latin1"],
];

export const isWinmail = (bytes: Buffer): boolean => bytes.length > HEAD && bytes.subarray(0, 4).equals(SIGNATURE);

/** The names and the contents of attachments, each as a part. An attached message is a `winmail.dat` too. @throws {TooComplex} */
export function* readWinmail(bytes: Buffer, effort: Effort): Generator<MailPart> {
  let offset = HEAD;
  while (offset + 9 <= bytes.length) {
    effort.spend({ parts: 1 });
    const [attribute, length] = [bytes.readUInt32LE(offset + 1), bytes.readUInt32LE(offset + 5)];
    const data = bytes.subarray(offset + 9, offset + 9 + length);
    if (attribute === ATTACHMENT_TITLE) yield createPart([data.toString("latin1")]);
    if (attribute === ATTACHMENT_DATA) yield createPart([], data);
    if (attribute === ATTACHMENT_PROPERTIES) yield createPart(readLongNames(data), findMessage(data));
    offset += 11 + length;
  }
}

const createPart = (names: string[], content: Buffer = Buffer.alloc(0)): MailPart => ({
  names,
  isMessage: false,
  content,
});

const readLongNames = (properties: Buffer): string[] =>
  LONG_NAMES.flatMap(([tag, encoding]) => {
    const offset = properties.indexOf(tag);
    if (offset < 0 || offset + 12 > properties.length) return [];
    return [properties.toString(encoding, offset + 12, offset + 12 + properties.readUInt32LE(offset + 8))];
  });

function findMessage(properties: Buffer): Buffer | undefined {
  const offset = properties.indexOf(SIGNATURE);
  return offset < 0 ? undefined : properties.subarray(offset);
}
