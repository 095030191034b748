// The font that every reader of PDF has: how wide a text is in it, and the command that draws it. Its tables are parsed once for all
// documents, which took a seventh of the time of each.
import PDFDocument from "pdfkit";

export const REGULAR = "Helvetica";
export const BOLD = "Helvetica-Bold";
/** The names by which a page knows them. */
const NAMES = { [REGULAR]: "R", [BOLD]: "B" };

const ruler = new PDFDocument({ autoFirstPage: false, font: "" });

/** At size 1. */
export const measureBuiltIn = (face: string, text: string): number => ruler.font(face).fontSize(1).widthOfString(text);

/** What pdfkit knows of a font, and its types do not say; in thousandths of the size. */
interface PdfkitFont {
  encode(text: string): [codes: string[], positions: { xAdvance: number; advanceWidth: number }[]];
}

/** Its letters with what moves them together (`TJ`), without size, color and place. */
export function encodeBuiltIn(face: string, text: string): string {
  const { _font: font } = ruler.font(face) as unknown as { _font: PdfkitFont };
  const [codes, positions] = font.encode(text);
  const parts: string[] = [];
  let from = 0;
  positions.forEach(({ xAdvance, advanceWidth }, at) => {
    if (xAdvance === advanceWidth) return;
    parts.push(`<${codes.slice(from, at + 1).join("")}> ${advanceWidth - xAdvance}`);
    from = at + 1;
  });
  return `[${[...parts, `<${codes.slice(from).join("")}>`].join(" ")}] TJ`;
}

/** Gives a page of a document the font when it is first drawn with there; answers its name on the page. */
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
