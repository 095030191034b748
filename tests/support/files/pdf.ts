// Writes PDFs: objects with and without streams, and the streams that contain objects.
import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";

type PdfObject = string | { dictionary: string; stream: Uint8Array };

export function pdf(...objects: PdfObject[]): Buffer {
  const parts = objects.map((object, index) => {
    const head = `${index + 1} 0 obj\n`;
    if (typeof object === "string") return Buffer.from(`${head}${object}\nendobj\n`, "latin1");
    const dictionary = `<< ${object.dictionary} /Length ${object.stream.length} >>\nstream\n`;
    return Buffer.concat([
      Buffer.from(head + dictionary, "latin1"),
      object.stream,
      Buffer.from("\nendstream\nendobj\n"),
    ]);
  });
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), ...parts, Buffer.from("trailer\n<< /Root 1 0 R >>\n%%EOF\n")]);
}

export const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";

/** A document with these objects beside its page. */
export const paper = (...objects: PdfObject[]): Buffer => pdf(CATALOG, PAGES, PAGE, ...objects);

/** As a scanner writes it: one picture a page. */
export const scan = (image: Uint8Array): Buffer =>
  paper({ dictionary: "/Type /XObject /Subtype /Image /Filter /DCTDecode /Width 1 /Height 1", stream: image });

/** Objects in an object stream. */
export function packed(objects: string[], filter = "/Filter /FlateDecode"): PdfObject {
  let offset = 0;
  const places = objects.map((object, index) => {
    const entry = `${index + 10} ${offset}`;
    offset += object.length + 1;
    return entry;
  });
  const head = `${places.join(" ")} `;
  const stream = deflateSync(Buffer.from(head + objects.join("\n"), "latin1"));
  return { dictionary: `/Type /ObjStm /N ${objects.length} /First ${head.length} ${filter}`, stream };
}

export const ENCRYPTIONS = ["1.3", "1.4", "1.6", "1.7", "1.7ext3"] as const;

/** Encrypted by the library that writes the documents of requests. `userPassword` opens it. */
export async function encryptedPdf(pdfVersion: (typeof ENCRYPTIONS)[number], userPassword?: string): Promise<Buffer> {
  const passwords = { ownerPassword: "eigenaar", ...(userPassword ? { userPassword } : {}) };
  const document = new PDFDocument({ pdfVersion, ...passwords });
  document.text("Polis");
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
