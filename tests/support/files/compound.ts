// Writes compound files as Word, Excel and Outlook do: small streams in the small sectors, large ones in sectors of their own.

export interface Storage {
  [name: string]: Uint8Array | Storage;
}

const SECTOR = 512;
const SMALL = 64;
const CUTOFF = 4_096;
const END = 0xff_ff_ff_fe;
const TABLE = 0xff_ff_ff_fd;
const NONE = 0xff_ff_ff_ff;

interface Row {
  name: string;
  /** 1 a storage, 2 a stream, 5 the root. */
  type: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

const pad = (bytes: Uint8Array, size: number) =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);

/** Chains of sectors with the table that links them. */
class Sectors {
  readonly parts: Buffer[] = [];
  readonly table: number[] = [];
  private readonly size: number;
  constructor(size: number) {
    this.size = size;
  }
  add(content: Uint8Array): number {
    const bytes = pad(content, this.size);
    const [start, count] = [this.table.length, bytes.length / this.size];
    if (count === 0) return END;
    this.parts.push(bytes);
    for (let index = 1; index <= count; index += 1) this.table.push(index === count ? END : start + index);
    return start;
  }
}

const words = (values: number[], size: number, fill: number): Buffer => {
  const bytes = Buffer.alloc(Math.ceil((values.length * 4) / size) * size, 0xff);
  for (let index = 0; index * 4 < bytes.length; index += 1) bytes.writeUInt32LE(values[index] ?? fill, index * 4);
  return bytes;
};

export function compound(content: Storage): Buffer {
  const [large, small] = [new Sectors(SECTOR), new Sectors(SMALL)];
  const rows: Row[] = [{ name: "Root Entry", type: 5, right: NONE, child: NONE, start: END, size: 0 }];
  addRows(content, 0, rows, (bytes) => (bytes.length < CUTOFF ? small : large).add(bytes));
  const root = rows[0]!;
  const smallBytes = Buffer.concat(small.parts);
  [root.start, root.size] = [large.add(smallBytes), smallBytes.length];
  const smallTable = words(small.table, SECTOR, NONE);
  const smallStart = large.add(smallTable);
  const directory = large.add(pad(Buffer.concat(rows.map(writeRow)), SECTOR));
  const tables = Math.ceil((large.table.length + 1) / 127);
  const first = large.table.length;
  for (let index = 0; index < tables; index += 1) large.table.push(TABLE);
  const header = Buffer.alloc(SECTOR, 0xff);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.fill(0, 8, 76);
  for (const [offset, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xff_fe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, offset);
  const numbers = { 44: tables, 48: directory, 56: CUTOFF, 60: smallStart, 64: smallTable.length / SECTOR, 68: END };
  for (const [offset, value] of Object.entries(numbers)) header.writeUInt32LE(value, Number(offset));
  for (let index = 0; index < tables; index += 1) header.writeUInt32LE(first + index, 76 + index * 4);
  return Buffer.concat([header, ...large.parts, words(large.table, SECTOR, NONE)]);
}

/** Siblings hang to the right of each other. */
function addRows(storage: Storage, parent: number, rows: Row[], keep: (bytes: Uint8Array) => number): void {
  let before: number | undefined;
  for (const [name, content] of Object.entries(storage)) {
    const number = rows.length;
    const isStream = content instanceof Uint8Array;
    rows.push({
      name,
      type: isStream ? 2 : 1,
      right: NONE,
      child: NONE,
      start: isStream ? keep(content) : 0,
      size: isStream ? content.length : 0,
    });
    if (before === undefined) rows[parent]!.child = number;
    else rows[before]!.right = number;
    before = number;
    if (!isStream) addRows(content, number, rows, keep);
  }
}

function writeRow({ name, type, right, child, start, size }: Row): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE((name.length + 1) * 2, 64);
  bytes[66] = type;
  bytes[67] = 1;
  for (const [offset, value] of [
    [68, NONE],
    [72, right],
    [76, child],
    [116, start],
    [120, size],
  ] as const)
    bytes.writeUInt32LE(value, offset);
  return bytes;
}
