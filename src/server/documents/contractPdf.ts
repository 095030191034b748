// Draws the PDF of a quotation or policy: number, relation, product, answers, premium. Text from a broker is drawn as plain text,
// never interpreted.
import PDFDocument from "pdfkit";
import { BOLD, encodeBuiltIn, measureBuiltIn, offerBuiltIn, REGULAR } from "./builtInFont.ts";
import { type Fonts, readFonts, WESTERN } from "./fonts.ts";
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
/** Metrics of the built-in font, per unit of size: top of the line to the baseline, and line height. */
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
  // A font can fail on nonsensical sequences of characters; without fonts they are drawn as code points.
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
    font: "",
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

/** Caches broken lines, as labels, questions and most values recur in many documents. Only texts in the built-in font are cached. */
const known = new Map<string, Line[]>();
const MAX_TEXTS = 5_000;
const MAX_LENGTH = 300;

/** Draws from top to bottom and adds pages as needed. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #width: number;
  readonly #measure: (text: string) => number;
  readonly #choose: ReturnType<typeof offerBuiltIn>;
  #top = MARGIN;

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#width = pdf.page.width - 2 * MARGIN;
    this.#choose = offerBuiltIn(pdf);
    this.#measure = pdf.widthOfString.bind(pdf);
    // pdfkit would measure each text again when drawing it; the lines are broken already.
    pdf.widthOfString = () => 0;
    // pdfkit accepts a parsed font, although its types do not.
    for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font as unknown as string);
  }

  skip(height: number): void {
    this.#top += height;
  }

  /** Begins a new page unless this height is still free. */
  keep(height: number): void {
    if (this.#top + height <= this.#pdf.page.height - MARGIN) return;
    this.#pdf.addPage();
    this.#top = MARGIN;
  }

  /** `after`: space below, in lines. */
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

  /** Draws columns side by side, and keeps them on one page if they fit on one. */
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
    const base = this.#top + ASCENT * size;
    for (const run of runs) {
      if (isBuiltIn(run)) this.#drawBuiltIn(run, [x, base], size, ink);
      else {
        pdf.font(run.face).fontSize(size).fillColor(ink);
        pdf.text(run.shown, x, base, { lineBreak: false, baseline: "alphabetic" });
      }
      if (runs.length > 1) x += size * this.#measureRun(run);
    }
    if (actual) pdf.endMarkedContent();
  }

  #drawBuiltIn(run: Run, [x, base]: [number, number], size: number, ink: string): void {
    const { page } = this.#pdf;
    const place = `1 0 0 1 ${round(x)} ${round(page.height - base)} Tm`;
    run.command ??= encodeBuiltIn(run.face, run.shown);
    const font = `/${this.#choose(page, run.face)} ${size} Tf`;
    const upright = `1 0 0 -1 0 ${page.height} cm`;
    this.#pdf.addContent(`q ${upright} BT ${place} ${font} ${readColor(ink)} rg ${run.command} ET Q`);
  }

  #break(text: string, { face, size }: Style, width: number): Line[] {
    const key = `${face} ${size} ${width} ${text}`;
    const found = known.get(key);
    if (found) return found;
    const measure = (run: Run) => size * this.#measureRun(run);
    const lines = breakLines(text, { fonts: this.#fonts, face, width, measure });
    if (text.length > MAX_LENGTH || !WESTERN.test(text)) return lines;
    if (known.size >= MAX_TEXTS) known.clear();
    known.set(key, lines);
    return lines;
  }

  /** Width at font size 1. */
  #measureRun(run: Run): number {
    if (isBuiltIn(run)) return measureBuiltIn(run.face, run.shown);
    this.#pdf.font(run.face).fontSize(1);
    return this.#measure(run.shown);
  }
}

const isBuiltIn = ({ face }: Run) => face === REGULAR || face === BOLD;
const round = (value: number) => Math.round(value * 1_000) / 1_000;

/** Converts `#1c2333` to the PDF notation, three numbers from 0 to 1. */
const readColor = (ink: string) =>
  [1, 3, 5].map((at) => round(Number.parseInt(ink.slice(at, at + 2), 16) / 255)).join(" ");

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
}
