// Draws the PDF of a quotation or policy: number, relation, product, answers, premium. What a broker typed is drawn as plain
// text, never interpreted.
import PDFDocument from "pdfkit";

export interface ContractDocument {
  title: string;
  provider: string;
  number: string;
  /** Sections of label and value. */
  sections: { heading: string; rows: [string, string][] }[];
  footer: string;
  language: string;
}

const MARGIN = 56;
const INK = "#1c2333";
const MUTED = "#5a6478";

export function contractPdf(content: ContractDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: content.language,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: `${content.title} ${content.number}`, Author: content.provider },
  });
  const done = collect(pdf);
  const width = pdf.page.width - 2 * MARGIN;
  pdf.font("Helvetica-Bold").fontSize(20).fillColor(INK).text(`${content.title} ${content.number}`);
  pdf.font("Helvetica").fontSize(10).fillColor(MUTED).text(drawable(content.provider)).moveDown(1.2);
  for (const section of content.sections) {
    if (pdf.y > pdf.page.height - 120) pdf.addPage();
    pdf.font("Helvetica-Bold").fontSize(12).fillColor(INK).text(drawable(section.heading), MARGIN, pdf.y).moveDown(0.3);
    for (const row of section.rows) drawRow(pdf, row, width);
    pdf.moveDown(0.8);
  }
  pdf.font("Helvetica").fontSize(9).fillColor(MUTED).text(drawable(content.footer), MARGIN, pdf.y, { width });
  pdf.end();
  return done;
}

function drawRow(pdf: PDFKit.PDFDocument, [label, value]: [string, string], width: number): void {
  const left = { width: width * 0.4 };
  const right = { width: width * 0.58 };
  pdf.font("Helvetica").fontSize(10);
  const height = Math.max(pdf.heightOfString(drawable(label), left), pdf.heightOfString(drawable(value), right));
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y;
  pdf.fillColor(MUTED).text(drawable(label), MARGIN, top, left);
  pdf.fillColor(INK).text(drawable(value), MARGIN + width * 0.42, top, right);
  pdf.x = MARGIN;
  pdf.y = top + height + 3;
}

/** The built-in font knows Western letters and the euro sign; narrow spaces become plain ones. */
const drawable = (text: string): string =>
  text.replace(/[\u202f\u00a0]/g, " ").replace(/[^\t\n\r -~¡-ÿ€‘’“”–—…•ŒœŠšŽžŸ]/g, "?");

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
}
