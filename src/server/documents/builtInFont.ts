// Helvetica, the font built into every PDF reader: measures texts and encodes the command that draws them. Its tables
// are parsed once for all documents. Parsing took a seventh of the time of each document.
import PDFDocument from "pdfkit";

export const REGULAR = "Helvetica";
export const BOLD = "Helvetica-Bold";
export const isBuiltIn = ({ face }: { face: string }) => face === REGULAR || face === BOLD;
/** Resource names of the fonts on a page. */
const NAMES = { [REGULAR]: "R", [BOLD]: "B" };

const ruler = new PDFDocument({ autoFirstPage: false, font: "" });

/** Width at font size 1. */
export const measureBuiltIn = (face: string, text: string): number => ruler.font(face).fontSize(1).widthOfString(text);

/** A member of pdfkit's fonts that its types lack. Widths are in thousandths of the font size. */
interface PdfkitFont {
  encode(text: string): [codes: string[], positions: { xAdvance: number; advanceWidth: number }[]];
}

/** The text as a `TJ` operator with kerning, without size, colour and position. */
export function encodeBuiltIn(face: string, text: string): string {
  const { _font: font } = ruler.font(face) as unknown as { _font: PdfkitFont };
  const [codes, positions] = font.encode(text);
  const parts: string[] = [];
  let from = 0;
  positions.forEach(({ xAdvance, advanceWidth }, index) => {
    if (xAdvance === advanceWidth) return;
    parts.push(`<${codes.slice(from, index + 1).join("")}> ${advanceWidth - xAdvance}`);
    from = index + 1;
  });
  return `[${[...parts, `<${codes.slice(from).join("")}>`].join(" ")}] TJ`;
}

/** Returns a function that adds a font to a page's resources at its first use there, and returns its resource name. */
export function offerBuiltIn(pdf: PDFKit.PDFDocument): (page: PDFKit.PDFPage, face: string) => string {
  const references = new Map<string, PDFKit.PDFKitReference>();
  return (page, face) => {
    const name = NAMES[face as keyof typeof NAMES];
    const made =
      references.get(face) ?? pdf.ref({ Type: "Font", BaseFont: face, Subtype: "Type1", Encoding: "WinAnsiEncoding" });
    if (!references.has(face)) {
      references.set(face, made);
      made.end("");
    }
    page.fonts[name] ??= made;
    return name;
  };
}
