// Reads `winmail.dat` ([MS-OXTNEF]), in which Outlook sends the attachments of a mail in its own text format.
import { type Effort, Refused, TooComplex } from "../effort.ts";
import { dropShortName, type MailPart } from "./mail.ts";

const SIGNATURE = Buffer.from("789f3e22", "hex");
const HEAD = 6;
const ATTACHMENT_BEGINS = 0x00_06_90_02;
const ATTACHMENT_TITLE = 0x00_01_80_10;
const ATTACHMENT_DATA = 0x00_06_80_0f;
const ATTACHMENT_PROPERTIES = 0x00_06_90_05;

export const isWinmail = (bytes: Buffer): boolean => bytes.length > HEAD && bytes.subarray(0, 4).equals(SIGNATURE);

interface Attachment {
  title?: string;
  data?: Buffer;
  properties?: Map<number, Buffer>;
}

/** The attachments. One that is a message is a `winmail.dat` too. @throws {Refused} */
export function* readWinmail(bytes: Buffer, effort: Effort): Generator<MailPart> {
  let attachment: Attachment = {};
  let offset = HEAD;
  for (; offset + 9 <= bytes.length; ) {
    effort.spend({ streams: 1 });
    const [id, length] = [bytes.readUInt32LE(offset + 1), bytes.readUInt32LE(offset + 5)];
    const data = bytes.subarray(offset + 9, offset + 9 + length);
    const isNext = id === ATTACHMENT_BEGINS || (id === ATTACHMENT_TITLE && attachment.title !== undefined);
    if (isNext) {
      yield* createParts(attachment);
      attachment = {};
    }
    if (id === ATTACHMENT_TITLE) attachment.title = readText(data, "latin1");
    if (id === ATTACHMENT_DATA) attachment.data = data;
    if (id === ATTACHMENT_PROPERTIES) attachment.properties = readProperties(data, effort);
    offset += 11 + length;
  }
  yield* createParts(attachment);
}

const readText = (bytes: Buffer, encoding: BufferEncoding) => bytes.toString(encoding).replace(/\0+$/, "");

/** Of the interface that a message in an attachment is stored by ([MS-OXTNEF] 2.1.3.4.18). */
const MESSAGE_INTERFACE = Buffer.from("0703020000000000c000000000000046", "hex");
const [AS_BYTES, AS_OBJECT] = [0x37_01_01_02, 0x37_01_00_0d];

function* createParts({ title, data, properties }: Attachment): Generator<MailPart> {
  const read = (id: number): string | undefined => {
    const [wide, narrow] = [properties?.get(id * 65_536 + 0x1f), properties?.get(id * 65_536 + 0x1e)];
    return wide ? readText(wide, "utf16le") : narrow && readText(narrow, "latin1");
  };
  const short = [title, read(0x37_04), read(0x37_03)].filter((name) => name !== undefined);
  const names = dropShortName(read(0x37_07), short);
  const object = properties?.get(AS_OBJECT);
  if (object && !object.subarray(0, 16).equals(MESSAGE_INTERFACE)) throw new Refused("file_unsafe", names[0]);
  if (object) yield { names: [], mediaType: "application/ms-tnef", isMessage: false, content: object.subarray(16) };
  for (const content of [object ? undefined : data, properties?.get(AS_BYTES)])
    if (content) yield { names, mediaType: "", isMessage: false, content };
}

/** Bytes of a value, by its type. Values of other types have a count in front, and each its length. */
const FIXED: Record<number, number> = { 2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16 };
const SEVERAL = 0x10_00;
const round = (length: number) => Math.ceil(length / 4) * 4;

/** The first value of each property, by its tag. @throws {TooComplex} when it is damaged. */
function readProperties(bytes: Buffer, effort: Effort): Map<number, Buffer> {
  const values = new Map<number, Buffer>();
  const reader = createReader(bytes, effort);
  for (let count = reader.readNumber(); count > 0; count -= 1) {
    const tag = reader.readNumber();
    if (tag >= 0x80_00_00_00) reader.skipName();
    const size = FIXED[tag & 0xf_ff];
    const several = size === undefined || (tag & SEVERAL) !== 0 ? reader.readNumber() : 1;
    for (let index = 0; index < several; index += 1) {
      const value = reader.readBytes(size ?? reader.readNumber());
      if (!values.has(tag)) values.set(tag, value);
    }
  }
  return values;
}

function createReader(bytes: Buffer, effort: Effort) {
  let offset = 0;
  const readBytes = (length: number) => {
    effort.spend({ streams: 1 });
    if (offset + length > bytes.length) throw new TooComplex();
    offset += round(length);
    return bytes.subarray(offset - round(length), offset - round(length) + length);
  };
  const readNumber = () => readBytes(4).readUInt32LE();
  return {
    readBytes,
    readNumber,
    /** A property with a name of its own: a set, and a number or a text. */
    skipName() {
      readBytes(16);
      readBytes(readNumber() === 0 ? 4 : readNumber());
    },
  };
}
