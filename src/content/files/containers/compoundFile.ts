// Reads compound files ([MS-CFB]), the containers of Word 97, Excel 97 and Outlook: a small file system of storages (folders) and
// streams (files). Names come from the directory alone, because the same letters anywhere else are ordinary text.
import type { Effort } from "../effort.ts";

export interface CompoundEntry {
  name: string;
  /** Storages have entries, streams have content. */
  isStorage: boolean;
  entries: CompoundEntry[];
  /** The content of a stream, which may end early in a damaged file. */
  read(): Buffer;
}

const MAGIC = Buffer.from("d0cf11e0a1b11ae1", "hex");
export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(MAGIC);

const HEADER = 512;
const ENTRY = 128;
/** Larger sector numbers are marks, such as the end of a chain. */
const LAST_SECTOR = 0xff_ff_ff_fa;
const NO_ENTRY = 0xff_ff_ff_ff;

interface Sectors {
  /** Joins the sectors of a chain, up to `size` bytes. */
  join(start: number, size: number): Buffer;
}

/** The root storage, or undefined when the structure is damaged. @throws {TooComplex} */
export function readCompoundFile(bytes: Buffer, effort: Effort): CompoundEntry | undefined {
  if (!isCompoundFile(bytes) || bytes.length < HEADER) return undefined;
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const readSector = (number: number) => bytes.subarray((number + 1) << shift, (number + 2) << shift);
  const large = createSectors(readSector, readTable(bytes, 1 << shift, readSector), effort);
  const directory = large.join(bytes.readUInt32LE(48), Number.POSITIVE_INFINITY);
  if (directory.length < ENTRY) return undefined;
  const miniStream = large.join(directory.readUInt32LE(116), directory.readUInt32LE(120));
  const miniTable = readNumbers(large.join(bytes.readUInt32LE(60), Number.POSITIVE_INFINITY));
  const small = createSectors((number) => miniStream.subarray(number << 6, (number + 1) << 6), miniTable, effort);
  return buildTree(directory, { large, small, cutoff: bytes.readUInt32LE(56) });
}

const readNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));

/** The allocation table: for each sector the next one of its chain. The header and a chain of sectors list where it is. */
function readTable(bytes: Buffer, size: number, readSector: (number: number) => Buffer): number[] {
  const places = readNumbers(bytes.subarray(76, HEADER));
  const seen = new Set<number>();
  let next = bytes.readUInt32LE(68);
  while (next < LAST_SECTOR && !seen.has(next) && readSector(next).length === size) {
    seen.add(next);
    const numbers = readNumbers(readSector(next));
    next = numbers.pop() ?? LAST_SECTOR;
    places.push(...numbers);
  }
  const used = new Set(places.filter((sector) => sector < LAST_SECTOR));
  return [...used].flatMap((sector) => readNumbers(readSector(sector)));
}

function createSectors(readSector: (number: number) => Buffer, table: number[], effort: Effort): Sectors {
  return {
    join(start, size) {
      const parts: Buffer[] = [];
      let length = 0;
      for (let next = start; next < LAST_SECTOR && length < size; next = table[next] ?? LAST_SECTOR) {
        const sector = readSector(next);
        // A chain that runs in a circle ends here too.
        if (sector.length === 0 || parts.length > table.length) break;
        effort.spend({ bytes: sector.length });
        parts.push(sector);
        length += sector.length;
      }
      const joined = Buffer.concat(parts);
      return joined.subarray(0, Math.min(size, joined.length));
    },
  };
}

interface Contents {
  large: Sectors;
  small: Sectors;
  /** Streams below this size are in the small sectors. */
  cutoff: number;
}

/** Siblings are a binary tree and children hang below it. Each entry is taken once, so that a circle ends. */
function buildTree(directory: Buffer, contents: Contents): CompoundEntry {
  const root: CompoundEntry = { name: "", isStorage: true, entries: [], read: () => Buffer.alloc(0) };
  const seen = new Set<number>([0]);
  const waiting: { number: number; parent: CompoundEntry }[] = [{ number: directory.readUInt32LE(76), parent: root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { number, parent } = next;
    const row = directory.subarray(number * ENTRY, (number + 1) * ENTRY);
    if (number === NO_ENTRY || seen.has(number) || row.length < ENTRY) continue;
    seen.add(number);
    const entry = readEntry(row, contents);
    parent.entries.push(entry);
    waiting.push({ number: row.readUInt32LE(68), parent }, { number: row.readUInt32LE(72), parent });
    if (entry.isStorage) waiting.push({ number: row.readUInt32LE(76), parent: entry });
  }
  return root;
}

function readEntry(row: Buffer, { large, small, cutoff }: Contents): CompoundEntry {
  const length = Math.max(0, Math.min(64, row.readUInt16LE(64)) - 2);
  const [start, size] = [row.readUInt32LE(116), row.readUInt32LE(120)];
  return {
    name: row.toString("utf16le", 0, length),
    isStorage: row[66] !== 2,
    entries: [],
    read: () => (size < cutoff ? small : large).join(start, size),
  };
}

/** Names differ in more than case. */
export const findEntry = ({ entries }: CompoundEntry, name: string): CompoundEntry | undefined =>
  entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
