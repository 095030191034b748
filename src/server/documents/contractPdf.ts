// Draws the PDF of a quotation or policy: number, relation, product, answers, premium. Text from a broker is drawn as plain text,
// never interpreted. The document is tagged: headings, and a table of labels and values for each section. It is not PDF/UA, which
// requires every font to be embedded.
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
type Element = ReturnType<PDFKit.PDFDocument["struct"]>;
interface Column {
  lines: Line[];
  left: number;
  style: Style;
  /** Of the document's structure: what a screen reader reads. */
  element: Element;
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
  // A font can fail on nonsensical sequences of characters. Without fonts they are drawn as code points.
  return draw(content, fonts).catch(() => draw(content, {}));
}

async function draw(content: ContractDocument, fonts: Fonts): Promise<Buffer> {
  const { title, number, provider, sections, footer, language } = content;
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    font: "",
    info: { Title: `${title} ${number}`, Author: provider },
  });
  const done = collect(pdf);
  const sheet = new Sheet(pdf, fonts);
  sheet.draw("H1", `${title} ${number}`, TITLE);
  sheet.draw("P", provider, LABEL, 1.2);
  for (const { heading, rows } of sections) {
    sheet.keep(120 - MARGIN);
    sheet.draw("H2", heading, HEADING, 0.3);
    sheet.drawTable(rows);
    sheet.skip(0.8 * LABEL.size * LEADING);
  }
  sheet.draw("P", footer, FOOTER);
  pdf.end();
  return done;
}

/** Caches broken lines, as labels, questions and most values recur in many documents. Only texts in the built-in font are cached. */
const lineCache = new Map<string, Line[]>();
const MAX_TEXTS = 5_000;
const MAX_LENGTH = 300;

/** Draws from top to bottom and adds pages as needed. */
class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts: Fonts;
  readonly #width: number;
  readonly #measure: (text: string) => number;
  readonly #choose: ReturnType<typeof offerBuiltIn>;
  readonly #root: Element;
  #top = MARGIN;

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#fonts = fonts;
    this.#width = pdf.page.width - 2 * MARGIN;
    this.#choose = offerBuiltIn(pdf);
    this.#measure = pdf.widthOfString.bind(pdf);
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
    // pdfkit would measure each text again when drawing it. The lines are broken already.
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

  /** `kind`: of the structure element. `after`: space below, in lines. */
  draw(kind: "H1" | "H2" | "P", text: string, style: Style, after = 0): void {
    const element = this.#add(this.#root, kind);
    this.#drawColumns([{ lines: this.#break(text, style, this.#width), left: 0, style, element }]);
    this.skip(after * style.size * LEADING);
  }

  /** Each row is a label and its value. */
  drawTable(rows: [string, string][]): void {
    const width = this.#width;
    const table = this.#add(this.#root, "Table");
    for (const [label, value] of rows) {
      const row = this.#add(table, "TR");
      const header = this.#add(row, "TH", { scope: "Row" });
      const cell = this.#add(row, "TD");
      this.#drawColumns([
        { lines: this.#break(label, LABEL, width * 0.4), left: 0, style: LABEL, element: header },
        { lines: this.#break(value, VALUE, width * 0.58), left: width * 0.42, style: VALUE, element: cell },
      ]);
      this.skip(3);
    }
  }

  #add(parent: Element, kind: string, options: { scope?: string } = {}): Element {
    const element = this.#pdf.struct(kind, options as object);
    parent.add(element);
    return element;
  }

  /** Draws columns side by side, and keeps them on one page if they fit on one. */
  #drawColumns(columns: Column[]): void {
    const height = Math.max(...columns.map(({ style }) => style.size * LEADING));
    const count = Math.max(...columns.map(({ lines }) => lines.length));
    const room = this.#pdf.page.height - 2 * MARGIN;
    if (count * height <= room) this.keep(count * height);
    for (let index = 0; index < count; index += 1) {
      this.keep(height);
      for (const { lines, left, style, element } of columns) {
        const line = lines[index];
        if (!line) continue;
        const content = this.#pdf.markStructureContent("P");
        this.#drawLine(line, MARGIN + left, style);
        this.#pdf.endMarkedContent();
        element.add(content);
      }
      this.skip(height);
    }
  }

  #drawLine(line: Line, left: number, style: Style): void {
    if (line.actual === undefined) this.#drawRuns(line.runs, left, style);
    else this.#drawWithTyped(line.runs, line.actual, left, style);
  }

  /** Readers place the typed text by the state at its end, so that has the font and the direction with which letters are drawn. */
  #drawWithTyped(runs: Run[], actual: string, left: number, style: Style): void {
    const pdf = this.#pdf;
    const flip = `q 1 0 0 -1 0 ${pdf.page.height} cm`;
    pdf.addContent(`${flip} /${this.#choose(pdf.page, style.face)} ${style.size} Tf`);
    pdf.markContent("Span", { actual });
    pdf.addContent(flip);
    this.#drawRuns(runs, left, style);
    pdf.addContent("Q");
    pdf.endMarkedContent();
    pdf.addContent("Q");
  }

  #drawRuns(runs: Run[], left: number, { size, ink }: Style): void {
    const pdf = this.#pdf;
    let x = left;
    const base = this.#top + ASCENT * size;
    for (const run of runs) {
      if (isBuiltIn(run)) this.#drawBuiltIn(run, [x, base], size, ink);
      else {
        pdf.font(run.face).fontSize(size).fillColor(ink);
        pdf.text(run.shown, x, base, { lineBreak: false, baseline: "alphabetic" });
      }
      if (runs.length > 1) x += size * this.#measureRun(run);
    }
  }

  #drawBuiltIn(run: Run, [x, base]: [number, number], size: number, ink: string): void {
    const { page } = this.#pdf;
    const textMatrix = `1 0 0 1 ${round(x)} ${round(page.height - base)} Tm`;
    run.command ??= encodeBuiltIn(run.face, run.shown);
    const font = `/${this.#choose(page, run.face)} ${size} Tf`;
    const upright = `1 0 0 -1 0 ${page.height} cm`;
    this.#pdf.addContent(`q ${upright} BT ${textMatrix} ${font} ${readColor(ink)} rg ${run.command} ET Q`);
  }

  #break(text: string, { face, size }: Style, width: number): Line[] {
    const key = `${face} ${size} ${width} ${text}`;
    const cachedLines = lineCache.get(key);
    if (cachedLines) return cachedLines;
    const measure = (run: Run) => size * this.#measureRun(run);
    const lines = breakLines(text, { fonts: this.#fonts, face, width, measure });
    if (text.length > MAX_LENGTH || !WESTERN.test(text)) return lines;
    if (lineCache.size >= MAX_TEXTS) lineCache.clear();
    lineCache.set(key, lines);
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
  [1, 3, 5].map((start) => round(Number.parseInt(ink.slice(start, start + 2), 16) / 255)).join(" ");

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
}
