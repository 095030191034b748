// Small valid files for the archive of the sample portfolio: a PDF is drawn with words of its own, a file of another kind is that of
// fixtures/portfolio/files.
import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { KINDS } from "#content/files/judgeFile.ts";

const folder = new URL("../../../fixtures/portfolio/files/", import.meta.url);

interface SampleFile {
  mediaType: string;
  content: Buffer;
}

/** `title` is the heading of a PDF, `lines` its paragraphs. */
export async function sampleFile(type: string, title: string, lines: string[], day: string): Promise<SampleFile> {
  const kind = KINDS[type];
  if (!kind) throw new Error(`No sample file of type ${type}`);
  const content = type === "pdf" ? await pdf(title, lines, day) : readFileSync(new URL(`sample.${type}`, folder));
  return { mediaType: kind.mediaType, content };
}

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
