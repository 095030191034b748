// Writes the files of Office: packages with their content types and relationships, and the compound files of Word, Excel and Outlook.
import { compound, type Storage } from "./compound.ts";
import type { Attached } from "./mail.ts";
import { type Members, zip } from "./zip.ts";

const MAIN = {
  docx: ["word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"],
  xlsx: ["xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"],
} as const;
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export interface PackageOptions {
  isStored?: boolean;
  members?: Members;
  /** Content types of parts, by their name. */
  types?: Record<string, string>;
  mainType?: string;
  relations?: { type: string; target: string; isExternal?: boolean }[];
}

export function officePackage(kind: "docx" | "xlsx", options: PackageOptions = {}): Buffer {
  const [main, type] = MAIN[kind];
  const { members = {}, types = {}, relations = [], mainType = type, isStored = false } = options;
  const overrides = Object.entries({ [main]: mainType, ...types }).map(
    ([part, contentType]) => `<Override PartName="/${part}" ContentType="${contentType}"/>`,
  );
  const [folder, file] = main.split("/");
  const relation = (link: { type: string; target: string; isExternal?: boolean }, index: number) =>
    `<Relationship Id="r${index}" Type="${link.type.includes(":") ? link.type : `${RELATIONS}/${link.type}`}" Target="${link.target}"${link.isExternal ? ' TargetMode="External"' : ""}/>`;
  const list = (all: NonNullable<PackageOptions["relations"]>) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.map(relation).join("")}</Relationships>`;
  return zip(
    {
      "_rels/.rels": list([{ type: "officeDocument", target: main }]),
      [main]: `<?xml version="1.0"?><document>${"<p>Tekst met Macros en vbaProject.bin</p>".repeat(40)}</document>`,
      ...members,
      [`${folder}/_rels/${file}.rels`]: list([{ type: "styles", target: "styles.xml" }, ...relations]),
      "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides.join("")}</Types>`,
    },
    { isStored },
  );
}

const record = (type: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};

/** `sheet`: 0 a sheet, 1 a macro sheet, 6 a module. Large books are above the size of small streams. */
export function workbook(
  { sheet = 0, password = false, large = false, records = [] as [number, Buffer][] } = {},
  more: Storage = {},
): Buffer {
  const begin = record(0x08_09, Buffer.from("00060500bb0dcc07", "hex"));
  const bound = record(0x85, Buffer.concat([Buffer.from([0, 0, 0, 0, 0, sheet, 5, 0]), Buffer.from("Blad1")]));
  const filler = large ? [record(0xfc, Buffer.from("Macros _VBA_PROJECT ".repeat(300)))] : [];
  const lock = password ? [record(0x2f, Buffer.alloc(54))] : [];
  return compound({
    Workbook: Buffer.concat([
      begin,
      ...lock,
      ...filler,
      bound,
      ...records.map(([type, content]) => record(type, content)),
      record(0x0a, Buffer.alloc(0)),
    ]),
    ...more,
  });
}

/** Its text names what would be dangerous as the name of a stream. */
export function wordDocument({ password = false } = {}, more: Storage = {}): Buffer {
  const header = Buffer.alloc(1_024);
  header.writeUInt16LE(0xa5_ec);
  if (password) header.writeUInt16LE(0x01_00, 10);
  const text = Buffer.from("__RefHeading___Toc89_1217394846\0_VBA_PROJECT\0Macros\0".repeat(60), "utf16le");
  return compound({
    WordDocument: Buffer.concat([header, text]),
    "1Table": Buffer.alloc(600),
    ...more,
  });
}

/** A Word 97 document whose text is one piece, of one byte a letter. Fields are between signs of control. */
export function wordText(text: string): Buffer {
  const document = Buffer.alloc(1_024 + text.length);
  document.writeUInt16LE(0xa5_ec);
  document.writeUInt16LE(0x02_00, 10);
  document.writeUInt32LE(0, 0x01_a2);
  document.writeUInt32LE(21, 0x01_a6);
  document.write(text, 1_024, "latin1");
  const table = Buffer.alloc(4_200);
  table[0] = 2;
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE((0x40_00_00_00 | (1_024 * 2)) >>> 0, 15);
  return compound({ WordDocument: document, "1Table": table });
}

/** The properties of an attachment, by their names in the file. `way`: 1 a file, 6 an object, 7 a link. */
export const attachment = ({ name, content }: Attached, way = 1): Storage => ({
  "__properties_version1.0": Buffer.concat([Buffer.alloc(8), property(0x37_05_00_03, way)]),
  "__substg1.0_3707001F": Buffer.from(name, "utf16le"),
  "__substg1.0_3704001E": Buffer.from(name, "latin1"),
  "__substg1.0_37010102": content,
});

function property(tag: number, value: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(tag);
  bytes.writeUInt32LE(value, 8);
  return bytes;
}

export function messageStorage(parts: Storage[]): Storage {
  const attached = parts.map((part, index) => [`__attach_version1.0_#${String(index).padStart(8, "0")}`, part]);
  return {
    "__properties_version1.0": Buffer.alloc(64),
    "__substg1.0_0037001F": Buffer.from("Macros, _VBA_PROJECT en _1234567890", "utf16le"),
    "__recip_version1.0_#00000000": { "__properties_version1.0": Buffer.alloc(32) },
    ...Object.fromEntries(attached),
  };
}

export const outlookMessage = (...files: Attached[]): Buffer =>
  compound(messageStorage(files.map((file) => attachment(file))));

/** A message that was forwarded as an attachment: a storage in the same file. */
export function outlookForward(...files: Attached[]): Buffer {
  const inner = messageStorage(files.map((file) => attachment(file)));
  return compound(messageStorage([{ "__properties_version1.0": Buffer.alloc(32), "__substg1.0_3701000D": inner }]));
}

/** A new Office file with a password: the package is encrypted inside a compound file. */
export const lockedPackage = (): Buffer =>
  compound({ EncryptionInfo: Buffer.alloc(200), EncryptedPackage: Buffer.alloc(5_000, 7) });
