// Reads zip archives by their central directory, zip64 and data descriptors included, as the programs do that open them. Own code,
// because packages refuse what these programs accept: bytes after the end, and names with a backslash.
import { inflateRawSync } from "node:zlib";
import { type Effort, TooComplex } from "./effort.ts";
import { inflate } from "./inflate.ts";

export interface ZipMember {
  /** With forward slashes and without one in front. */
  name: string;
  isEncrypted: boolean;
  /** The first bytes of the content, to recognise what it is. @throws {TooComplex} */
  peek(): Buffer;
  /** @throws {TooComplex} when it is too large or packed in an unusual way. */
  read(): Buffer;
}

const END = Buffer.from("PK\x05\x06");
const END_SIZE = 22;
const END64 = 0x06_06_4b_50;
const LOCATOR = 0x07_06_4b_50;
const LOCATOR_SIZE = 20;
const CENTRAL = 0x02_01_4b_50;
const CENTRAL_SIZE = 46;
const LOCAL = 0x04_03_4b_50;
const LOCAL_SIZE = 30;
const IN_ZIP64 = 0xff_ff_ff_ff;

export const isZip = (bytes: Buffer): boolean => bytes.length > END_SIZE && bytes.readUInt32LE(0) === LOCAL;

/** Undefined when the structure is damaged. @throws {TooComplex} */
export function readZip(bytes: Buffer, effort: Effort): ZipMember[] | undefined {
  const members: ZipMember[] = [];
  const directory = findDirectory(bytes);
  if (!directory) return undefined;
  let { start } = directory;
  while (start < directory.end) {
    if (start + CENTRAL_SIZE > bytes.length || bytes.readUInt32LE(start) !== CENTRAL) return undefined;
    effort.spend({ streams: 1 });
    members.push(readMember(bytes, start, effort));
    start += CENTRAL_SIZE + [28, 30, 32].reduce((sum, offset) => sum + bytes.readUInt16LE(start + offset), 0);
  }
  return members;
}

function findDirectory(bytes: Buffer): { start: number; end: number } | undefined {
  const offset = bytes.lastIndexOf(END);
  if (offset < 0 || offset + END_SIZE > bytes.length) return undefined;
  let [size, start] = [bytes.readUInt32LE(offset + 12), bytes.readUInt32LE(offset + 16)];
  const locator = offset - LOCATOR_SIZE;
  if (locator >= 0 && bytes.readUInt32LE(locator) === LOCATOR) {
    const at64 = readLarge(bytes, locator + 8);
    if (at64 + 56 > locator || bytes.readUInt32LE(at64) !== END64) return undefined;
    [size, start] = [readLarge(bytes, at64 + 40), readLarge(bytes, at64 + 48)];
  }
  return start + size <= offset ? { start, end: start + size } : undefined;
}

/** Larger numbers than a file can have come out as such. */
const readLarge = (bytes: Buffer, offset: number): number => Number(bytes.readBigUInt64LE(offset));

function readMember(bytes: Buffer, offset: number, effort: Effort): ZipMember {
  const [flags, method] = [bytes.readUInt16LE(offset + 8), bytes.readUInt16LE(offset + 10)];
  const nameEnd = offset + CENTRAL_SIZE + bytes.readUInt16LE(offset + 28);
  const { packed, local } = readPlace(bytes, offset, nameEnd);
  const findContent = () => {
    if (local + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw new TooComplex();
    const start = local + LOCAL_SIZE + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    return bytes.subarray(start, start + packed);
  };
  const unpack = (content: Buffer) => {
    if (method === 0) return content;
    if (method !== 8) throw new TooComplex();
    return inflate(content, inflateRawSync, effort);
  };
  return {
    name: bytes
      .toString("utf8", offset + CENTRAL_SIZE, nameEnd)
      .replaceAll("\\", "/")
      .replace(/^\/+/, ""),
    isEncrypted: (flags & 1) === 1,
    peek() {
      const begin = unpack(findContent().subarray(0, 300));
      // Empty blocks in front can be longer than the part that was unpacked.
      return begin.length >= PEEK ? begin : unpack(findContent());
    },
    read: () => unpack(findContent()),
  };
}

const PEEK = 8;

/** Packed size and place of the local header. In zip64 those that do not fit in 32 bits are in an extra field. */
function readPlace(bytes: Buffer, offset: number, nameEnd: number): { packed: number; local: number } {
  const fields = [24, 20, 42].map((fieldOffset) => bytes.readUInt32LE(offset + fieldOffset));
  const extraEnd = Math.min(bytes.length, nameEnd + bytes.readUInt16LE(offset + 30));
  let extra = nameEnd;
  while (extra + 4 <= extraEnd) {
    const [id, length] = [bytes.readUInt16LE(extra), bytes.readUInt16LE(extra + 2)];
    let valueOffset = extra + 4;
    extra = valueOffset + length;
    if (id !== 1) continue;
    for (const [index, value] of fields.entries()) {
      if (value !== IN_ZIP64 || valueOffset + 8 > Math.min(extra, extraEnd)) continue;
      fields[index] = readLarge(bytes, valueOffset);
      valueOffset += 8;
    }
  }
  return { packed: fields[1] ?? 0, local: fields[2] ?? 0 };
}
