// Writes zip archives as common programs do: with sizes in the local header, in a data descriptor behind the content (Java), or as
// zip64 (streamed documents).
import { crc32, deflateRawSync } from "node:zlib";

export type ZipStyle = "plain" | "descriptors" | "zip64" | "stored";
export const ZIP_STYLES: ZipStyle[] = ["plain", "descriptors", "zip64", "stored"];
export type Members = Record<string, string | Uint8Array>;

const number = (size: 2 | 4 | 8, value: number): Buffer => {
  const bytes = Buffer.alloc(size);
  if (size === 8) bytes.writeBigUInt64LE(BigInt(value));
  else bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const short = (...values: number[]) => Buffer.concat(values.map((value) => number(2, value)));
const long = (...values: number[]) => Buffer.concat(values.map((value) => number(4, value)));
const huge = (...values: number[]) => Buffer.concat(values.map((value) => number(8, value)));
const NOT_HERE = 0xff_ff_ff_ff;

export function zip(members: Members, style: ZipStyle = "plain"): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(members)) {
    const { local, entry } = writeMember(Buffer.from(path), Buffer.from(content), style, offset);
    locals.push(local);
    central.push(entry);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...locals, directory, writeEnd(central.length, directory.length, offset, style)]);
}

function writeMember(name: Buffer, data: Buffer, style: ZipStyle, offset: number) {
  const packed = style === "stored" ? data : deflateRawSync(data);
  const method = style === "stored" ? 0 : 8;
  const [sum, is64, isLater] = [crc32(data), style === "zip64", style === "descriptors"];
  const extra = is64 ? Buffer.concat([short(1, 16), huge(data.length, packed.length)]) : Buffer.alloc(0);
  const sizes = is64 ? [sum, NOT_HERE, NOT_HERE] : [sum, packed.length, data.length];
  const head = Buffer.concat([short(is64 ? 45 : 20, isLater ? 8 : 0, method), long(0)]);
  const local = [
    long(0x04_03_4b_50),
    head,
    long(...(isLater ? [0, 0, 0] : sizes)),
    short(name.length, extra.length),
    name,
    extra,
    packed,
    ...(isLater ? [long(0x08_07_4b_50, ...sizes)] : []),
  ];
  const entry = [
    long(0x02_01_4b_50),
    short(45),
    head,
    long(...sizes),
    short(name.length, extra.length, 0, 0, 0),
    long(0, offset),
    name,
    extra,
  ];
  return { local: Buffer.concat(local), entry: Buffer.concat(entry) };
}

function writeEnd(count: number, size: number, offset: number, style: ZipStyle): Buffer {
  const is64 = style === "zip64";
  const end64 = [
    long(0x06_06_4b_50),
    huge(44),
    short(45, 45),
    long(0, 0),
    huge(count, count, size, offset),
    long(0x07_06_4b_50, 0),
    huge(offset + size),
    long(1),
  ];
  const end = [
    long(0x06_05_4b_50),
    short(0, 0, ...(is64 ? [0xff_ff, 0xff_ff] : [count, count])),
    long(...(is64 ? [NOT_HERE, NOT_HERE] : [size, offset])),
    short(0),
  ];
  return Buffer.concat(is64 ? [...end64, ...end] : end);
}
