// Generates small valid files for the archive of the sample portfolio, when the samples are loaded, so that the fixtures contain
// no binaries.
import { crc32 } from "node:zlib";
import PDFDocument from "pdfkit";

interface SampleFile {
  mediaType: string;
  content: Buffer;
}

/** `title` is the heading, `lines` the paragraphs. */
export async function sampleFile(type: string, title: string, lines: string[], day: string): Promise<SampleFile> {
  const make = makers[type];
  if (!make) throw new Error(`No sample file of type ${type}`);
  return make(title, lines, day);
}

type FileMaker = (title: string, lines: string[], day: string) => SampleFile | Promise<SampleFile>;

const makers: Record<string, FileMaker> = {
  pdf: async (title, lines, day) => ({ mediaType: "application/pdf", content: await pdf(title, lines, day) }),
  eml: (title, lines, day) => ({ mediaType: "message/rfc822", content: mail(title, lines, day) }),
  jpg: () => ({ mediaType: "image/jpeg", content: Buffer.from(photo.join(""), "base64") }),
  docx: (title, lines) => ({
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    content: zip(wordParts(title, lines)),
  }),
  xlsx: (title, lines) => ({
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    content: zip(sheetParts(title, lines)),
  }),
};

function pdf(title: string, lines: string[], day: string): Promise<Buffer> {
  const made = new Date(`${day}T12:00:00Z`);
  const document = new PDFDocument({
    size: "A4",
    margin: 64,
    info: { Title: title, CreationDate: made, ModDate: made },
  });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve) => document.on("end", () => resolve(Buffer.concat(parts))));
  document.font("Helvetica-Bold").fontSize(20).text(title).moveDown();
  document.font("Helvetica").fontSize(11);
  for (const line of lines) document.text(line).moveDown(0.5);
  document.end();
  return done;
}

function mail(title: string, lines: string[], day: string): Buffer {
  const encoded = (words: string) => `=?utf-8?B?${Buffer.from(words).toString("base64")}?=`;
  const head = [
    "From: info@example.nl",
    "To: schade@example.com",
    `Subject: ${encoded(title)}`,
    `Date: ${new Date(`${day}T09:00:00Z`).toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
  ];
  const body = Buffer.from(lines.join("\r\n")).toString("base64").replace(/.{76}/g, "$&\r\n");
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}\r\n`);
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packageNs = "http://schemas.openxmlformats.org/package/2006";
const officeNs = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const xmlText = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function officeParts(main: string, mainType: string): Record<string, string> {
  const base = "application/vnd.openxmlformats-officedocument";
  return {
    "[Content_Types].xml":
      `${xmlHead}<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${base}.${mainType}+xml"/>` +
      `${main.startsWith("xl/") ? `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${base}.spreadsheetml.worksheet+xml"/>` : ""}</Types>`,
    "_rels/.rels": `${xmlHead}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${officeNs}/officeDocument" Target="${main}"/></Relationships>`,
  };
}

function wordParts(title: string, lines: string[]): Record<string, string> {
  const paragraphs = [title, ...lines].map((line) => `<w:p><w:r><w:t>${xmlText(line)}</w:t></w:r></w:p>`).join("");
  return {
    ...officeParts("word/document.xml", "wordprocessingml.document.main"),
    "word/document.xml": `${xmlHead}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs}</w:body></w:document>`,
  };
}

function sheetParts(title: string, lines: string[]): Record<string, string> {
  const ns = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const rows = [title, ...lines]
    .map(
      (line, index) =>
        `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${xmlText(line)}</t></is></c></row>`,
    )
    .join("");
  return {
    ...officeParts("xl/workbook.xml", "spreadsheetml.sheet.main"),
    "xl/workbook.xml": `${xmlHead}<workbook xmlns="${ns}" xmlns:r="${officeNs}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${xmlHead}<Relationships xmlns="${packageNs}/relationships"><Relationship Id="rId1" Type="${officeNs}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `${xmlHead}<worksheet xmlns="${ns}"><sheetData>${rows}</sheetData></worksheet>`,
  };
}

/** A zip archive of stored (uncompressed) entries, dated 1 January 1980. */
function zip(parts: Record<string, string>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(parts)) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const facts = zipFacts(crc32(data), data.length, name.length);
    const entry = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), facts, tail, name]));
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(local.length, 8);
  end.writeUInt16LE(local.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** Version, flags, method, time, checksum, sizes and length of the name: the part that both headers of an entry share. */
function zipFacts(checksum: number, size: number, nameLength: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(0x0800, 2);
  facts.writeUInt16LE(0x21, 8);
  facts.writeUInt32LE(checksum, 10);
  facts.writeUInt32LE(size, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}

/** A grey JPEG of 96 by 64 pixels, in base64. */
const photo = [
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb",
  "qmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCABA",
  "AGADASIAAhEBAxEB/8QAGAABAQEBAQAAAAAAAAAAAAAAAAIEAQP/xAAtEAEAAQEECAQHAAAAAAAAAAAAAQIDBBEUEiEiQVFhY6ITMVOhIzJCUn",
  "Gxwf/EABcBAQEBAQAAAAAAAAAAAAAAAAADAQL/xAAaEQEBAAMBAQAAAAAAAAAAAAAAAQIREjEh/9oADAMBAAIRAxEAPwDWA6cgAAAAAAAAAAAD",
  "tMYuKo3ucrqNn2or2KqcflqnDHhO5ehzdqpiumaaoxidUwiyqmJmyrnGqnyn7o4p91TmK0OZoc1DO6cxFUYOKr3JVxu4nflAHTAY8/0+4z/T7g",
  "bFUb2HP9PueljfrOdLxNjhvxc5eNx9bHlPxLxhOz4evnVjH6/v41znLv6ntKbS83auIxtJiY8qoicYS1VNxpGazvtlriuuMY+qInCVZy7+p7Sz",
  "mm49a9yWe2v1nGj4e3x3YPPP9PuWx8Ty9bBjz/T7jP8AT7nTGMAAAAAAAAAAAH//2Q==",
];
