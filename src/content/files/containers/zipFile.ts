// Reads zip archives through yauzl, from memory. Bytes after the end are cut off first, because Office ignores them and yauzl does not.
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { type Effort, TooComplex } from "../effort.ts";
import { inflate } from "./inflate.ts";

export interface ZipMember {
  /** With forward slashes and without one in front. */
  name: string;
  isEncrypted: boolean;
  /** @throws {TooComplex} when it is too large or packed in an unusual way. */
  read(): Buffer;
}

const LOCAL = 0x04_03_4b_50;
const END = Buffer.from("PK\x05\x06");
const END64 = Buffer.from("PK\x06\x06");
const END_SIZE = 22;

export const isZip = (bytes: Buffer): boolean => bytes.length > END_SIZE && bytes.readUInt32LE(0) === LOCAL;

/** Undefined for an archive without an end, which no program opens. @throws {TooComplex} when it is built in an unusual way. */
export async function readZip(bytes: Buffer, effort: Effort): Promise<ZipMember[] | undefined> {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end + END_SIZE > bytes.length) return undefined;
  const archive = bytes.subarray(0, end + END_SIZE + bytes.readUInt16LE(end + 20));
  try {
    // Names are decoded below: yauzl refuses the ones with a slash in front, which Office accepts.
    return await listMembers(
      await fromBufferPromise(archive, { lazyEntries: true, decodeStrings: false }),
      archive,
      effort,
    );
  } catch {
    throw new TooComplex();
  }
}

async function listMembers(zip: ZipFile, archive: Buffer, effort: Effort): Promise<ZipMember[]> {
  const members: ZipMember[] = [];
  for await (const entry of zip.eachEntry()) {
    effort.spend({ streams: 1 });
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    members.push(createMember(entry, archive.subarray(fileDataStart, fileDataStart + entry.compressedSize), effort));
  }
  // Other readers could take entries that the count leaves out: an end record must follow the last one.
  const after = archive.subarray(Number(zip.readEntryCursor)).subarray(0, 4);
  if (!after.equals(END) && !after.equals(END64)) throw new TooComplex();
  // Of two members of one name programs take either.
  if (new Set(members.map(({ name }) => name.toLowerCase())).size < members.length) throw new TooComplex();
  return members;
}

function createMember(entry: Entry, packed: Buffer, effort: Effort): ZipMember {
  const read = () => {
    if (entry.uncompressedSize > effort.bytesLeft() || !entry.canDecodeFileData()) throw new TooComplex();
    return entry.isCompressed() ? inflate(packed, effort) : packed;
  };
  return {
    name: getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
      .replaceAll("\\", "/")
      .replace(/^\/+/, ""),
    isEncrypted: entry.isEncrypted(),
    read,
  };
}
