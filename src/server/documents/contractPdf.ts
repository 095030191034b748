// Draws the PDF of a quotation or policy: number, relation, product, answers, premium. What a broker typed is drawn as plain
// text, never interpreted.
import PDFDocument from "pdfkit";
import { type Fonts, readFonts } from "./fonts.ts";
import { breakLines, type Line, type Run } from "./typesetting.ts";

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
const REGULAR = "Helvetica";
const BOLD = "Helvetica-Bold";
/** Of the built-in font: from the top of a line to its base, and to the next line. */
const ASCENT = 0.718;
const LEADING = 1.156;

interface Style {
  face: string;
  size: number;
  ink: string;
}
interface Column {
  lines: Line[];
  left: number;
  style: Style;
}
const TITLE = { face: BOLD, size: 20, ink: INK };
const HEADING = { face: BOLD, size: 12, ink: INK };
const LABEL = { face: REGULAR, size: 10, ink: MUTED };
const VALUE = { face: REGULAR, size: 10, ink: INK };
const FOOTER = { face: REGULAR, size: 9, ink: MUTED };

export async function contractPdf(content: ContractDocument): Promise<Buffer> {
  const { title, provider, sections, footer } = content;
  const texts = sections.flatMap(({ heading, rows }) => [heading, ...rows.flat()]);
  const fonts = await readFonts([title, provider, footer, ...texts]);
  // Letters in an order that makes no sense can be too much for a font: they are drawn as their numbers.
  return draw(content, fonts).catch(() => draw(content, {}));
}

async function draw(content: ContractDocument, fonts: Fonts): Promise<Buffer> {
  const { title, number, provider, sections, footer, language } = content;
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: `${title} ${number}`, Author: provider },
  });
  const done = collect(pdf);
  const sheet = new Sheet(pdf, fonts);
  sheet.draw(`${title} ${number}`, TITLE);
  sheet.draw(provider, LABEL, 1.2);
  for (const { heading, rows } of sections) {
    sheet.keep(120 - MARGIN);
    sheet.draw(heading, HEADING, 0.3);
    for (const row of rows) sheet.drawRow(row);
    sheet.skip(0.8 * LABEL.size * LEADING);
  }
  sheet.draw(footer, FOOTER);
  pdf.end();
  return done;
}

/** Of words that are met in many documents. */
const widths = new Map<string, number>();
const MOST = 5_000;

/** Draws from the top to the bottom of one page after the other. Each text is broken into lines once. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #width: number;
  readonly #measure: (text: string) => number;
  #top = MARGIN;

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#width = pdf.page.width - 2 * MARGIN;
    this.#measure = pdf.widthOfString.bind(pdf);
    // What is drawn was measured already, word by word.
    pdf.widthOfString = () => 0;
    // A parsed font is taken as it is, which the types do not say.
    for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font as unknown as string);
  }

  skip(height: number): void {
    this.#top += height;
  }

  /** What follows needs this room. */
  keep(height: number): void {
    if (this.#top + height <= this.#pdf.page.height - MARGIN) return;
    this.#pdf.addPage();
    this.#top = MARGIN;
  }

  /** `after`: lines left open below. */
  draw(text: string, style: Style, after = 0): void {
    this.#drawColumns([{ lines: this.#break(text, style, this.#width), left: 0, style }]);
    this.skip(after * style.size * LEADING);
  }

  drawRow([label, value]: [string, string]): void {
    const width = this.#width;
    this.#drawColumns([
      { lines: this.#break(label, LABEL, width * 0.4), left: 0, style: LABEL },
      { lines: this.#break(value, VALUE, width * 0.58), left: width * 0.42, style: VALUE },
    ]);
    this.skip(3);
  }

  /** Beside each other, on one page where they fit on one. */
  #drawColumns(columns: Column[]): void {
    const height = Math.max(...columns.map(({ style }) => style.size * LEADING));
    const count = Math.max(...columns.map(({ lines }) => lines.length));
    const room = this.#pdf.page.height - 2 * MARGIN;
    if (count * height <= room) this.keep(count * height);
    for (let at = 0; at < count; at += 1) {
      this.keep(height);
      for (const { lines, left, style } of columns) {
        const line = lines[at];
        if (line) this.#drawLine(line, MARGIN + left, style);
      }
      this.skip(height);
    }
  }

  #drawLine({ runs, actual }: Line, left: number, { size, ink }: Style): void {
    const pdf = this.#pdf;
    let x = left;
    if (actual) pdf.markContent("Span", { actual });
    for (const run of runs) {
      pdf.font(run.face).fontSize(size).fillColor(ink);
      pdf.text(run.shown, x, this.#top + ASCENT * size, { lineBreak: false, baseline: "alphabetic" });
      if (runs.length > 1) x += size * this.#measureRun(run);
    }
    if (actual) pdf.endMarkedContent();
  }

  #break(text: string, { face, size }: Style, width: number): Line[] {
    const measure = (run: Run) => size * this.#measureRun(run);
    return breakLines(text, { fonts: this.#fonts, face, width, measure });
  }

  /** At size 1. */
  #measureRun({ face, shown }: Run): number {
    const key = `${face} ${shown}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    this.#pdf.font(face).fontSize(1);
    const width = this.#measure(shown);
    if (widths.size >= MOST) widths.clear();
    if (shown.length < 40) widths.set(key, width);
    return width;
  }
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
}
