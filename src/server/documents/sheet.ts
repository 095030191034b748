// Draws lines of text on the pages of a tagged PDF, from top to bottom, and adds pages as needed.
import { encodeBuiltIn, isBuiltIn, offerBuiltIn } from "./builtInFont.ts";
import type { Fonts } from "./fonts.ts";
import {
  ASCENT,
  FOOTER,
  LABEL,
  LEADING,
  MARGIN,
  placeColumns,
  RECORD,
  ROW_GAP,
  readColor,
  round,
  type Style,
  TITLE_HEIGHT,
  VALUE,
} from "./paperStyles.ts";
import { createRuler, type Line, type Ruler, type Run } from "./typesetting.ts";

type Element = ReturnType<PDFKit.PDFDocument["struct"]>;
interface Column {
  lines: Line[];
  left: number;
  /** Where each line ends, for amounts. */
  end?: number | undefined;
  style: Style;
  /** Of the document's structure: what a screen reader reads. It passes over what has none. */
  element?: Element;
}
type Pair = readonly [label: string, value: string, ...rest: unknown[]];

/** A table with higher rows than that is harder to read than its records one below the other. */
const MOST_LINES = 4;

/** Height of a row of broken texts. */
const measureRow = (texts: readonly Line[][]): number =>
  Math.max(...texts.map((lines) => lines.length)) * VALUE.size * LEADING + ROW_GAP;

/** Whether all texts are amounts of money, as either language writes them. */
const areAmounts = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.every((text) => /^(?=.*\p{Sc})(?=.*\d)[\p{Sc}\d.,\s−-]+$/u.test(text));

export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #width: number;
  readonly #ruler: Ruler;
  readonly #choose: ReturnType<typeof offerBuiltIn>;
  readonly #root: Element;
  #top = MARGIN;

  constructor(pdf: PDFKit.PDFDocument, fonts: Fonts) {
    this.#pdf = pdf;
    this.#width = pdf.page.width - 2 * MARGIN;
    this.#choose = offerBuiltIn(pdf);
    this.#ruler = createRuler(pdf, fonts);
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
    // pdfkit would measure each text again when drawing it. The lines are broken already.
    pdf.widthOfString = () => 0;
    // pdfkit accepts a parsed font, although its types do not.
    for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font as unknown as string);
  }

  /** Height of a page between its margins. */
  get #room(): number {
    return this.#pdf.page.height - 2 * MARGIN;
  }

  skip(height: number): void {
    this.#top += height;
  }

  /** Begins a new page unless this height is still free. Returns whether it did. */
  keep(height: number): boolean {
    if (this.#top + height <= this.#pdf.page.height - MARGIN) return false;
    this.#pdf.addPage();
    this.#top = MARGIN;
    return true;
  }

  /** Writes a line at the foot of each of several pages, which a screen reader passes over. */
  numberPages(write: (page: number, count: number) => string): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; count > 1 && page < count; page += 1) {
      this.#pdf.switchToPage(page);
      this.#top = this.#pdf.page.height - 0.7 * MARGIN;
      const [line] = this.#ruler.breakText(write(page + 1, count), FOOTER, this.#width);
      if (line) this.#drawMarked({ line, left: 0, style: FOOTER });
    }
  }

  /** `kind`: of the structure element. `after`: space below, in lines. */
  draw(kind: "H1" | "H2" | "H3" | "P", text: string, style: Style, after = 0): void {
    const element = this.#add(this.#root, kind);
    this.#drawColumns([{ lines: this.#ruler.breakText(text, style, this.#width), left: 0, style, element }]);
    this.skip(after * style.size * LEADING);
  }

  /** The height that `drawTable` needs with a title, or that of three lines if it is more than a page. */
  measure(rows: readonly Pair[]): number {
    const height = rows.reduce((sum, row) => sum + measureRow(Object.values(this.#breakPair(row))), TITLE_HEIGHT);
    return height <= this.#room ? height : 3 * TITLE_HEIGHT;
  }

  #breakPair([label, value]: Pair, labelStyle: Style = LABEL, valueStyle: Style = VALUE) {
    return {
      header: this.#ruler.breakText(label, labelStyle, this.#width * 0.4),
      cell: this.#ruler.breakText(value, valueStyle, this.#width * 0.58),
    };
  }

  /** Each row is a label and its value. With `title` above them, and on one page if they fit on one. Amounts alone end at one line. */
  drawTable(rows: readonly Pair[], { title, totals }: { title?: string; totals?: string[] | undefined } = {}): void {
    if (title !== undefined) {
      this.keep(this.measure(rows));
      this.draw("H3", title, RECORD, 0.2);
    }
    const table = this.#add(this.#root, "Table");
    const left = this.#width * 0.42;
    const values = rows.map(([, value]) => value);
    const end = areAmounts(values)
      ? left + Math.max(...values.map((value) => this.#ruler.widthOf(value, RECORD)))
      : undefined;
    for (const pair of rows) {
      const isTotal = totals?.includes(pair[0]);
      const [label, value] = isTotal ? [RECORD, RECORD] : [LABEL, VALUE];
      const { header, cell } = this.#breakPair(pair, label, value);
      const row = this.#add(table, "TR");
      this.#drawColumns([
        { lines: header, left: 0, style: label, element: this.#add(row, "TH", { scope: "Row" }) },
        { lines: cell, left, end, style: value, element: this.#add(row, "TD") },
      ]);
      this.skip(ROW_GAP);
    }
  }

  /**
   * A row of headings above rows of cells, the first of which names its row. False, and draws nothing, if it is too wide or its rows
   * are too high.
   */
  drawGrid(headings: readonly string[], rows: readonly string[][]): boolean {
    const measure = (split: (cell: string) => string[]) =>
      headings.map((heading, index) => {
        // "Claim 2", which names its row, is not broken.
        const cells = rows.flatMap(({ [index]: cell = "" }) => (index === 0 && cell.length <= 12 ? cell : split(cell)));
        return Math.max(
          ...heading.split(" ").map((word) => this.#ruler.widthOf(word, RECORD)),
          ...cells.map((cell) => this.#ruler.widthOf(cell, index === 0 ? RECORD : VALUE)),
        );
      });
    const places = placeColumns(
      measure((cell) => [cell]),
      measure((cell) => cell.split(/[ \n]/)),
      this.#width,
    );
    if (!places) return false;
    const ends = places.map(({ left, width }, index) =>
      areAmounts(rows.flatMap((row) => row[index] || [])) ? left + width - 1 : undefined,
    );
    const lay = (cells: readonly string[], style: Style, styleOfFirst: Style): Column[] =>
      cells.map((cell, index) => {
        const own = index === 0 ? styleOfFirst : style;
        const { left = 0, width = 0 } = places[index] ?? {};
        return { lines: this.#ruler.breakText(cell, own, width), left, end: ends[index], style: own };
      });
    const body = rows.map((cells) => lay(cells, VALUE, RECORD));
    if (body.flat().some(({ lines }) => lines.length > MOST_LINES)) return false;
    const table = this.#add(this.#root, "Table");
    const add = (columns: Column[], scopes: (number: number) => object | undefined) => {
      const row = this.#add(table, "TR");
      this.#drawColumns(
        columns.map((column, index) => ({
          ...column,
          element: this.#add(row, scopes(index) ? "TH" : "TD", scopes(index)),
        })),
      );
      this.skip(ROW_GAP);
    };
    const head = lay(headings, LABEL, LABEL);
    this.keep(3 * measureRow(head.map(({ lines }) => lines)));
    add(head, () => ({ scope: "Column" }));
    for (const columns of body) {
      if (this.keep(measureRow(columns.map(({ lines }) => lines)))) {
        this.#drawColumns(head);
        this.skip(ROW_GAP);
      }
      add(columns, (index) => (index === 0 ? { scope: "Row" } : undefined));
    }
    return true;
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
    if (count * height <= this.#room) this.keep(count * height);
    for (let index = 0; index < count; index += 1) {
      this.keep(height);
      for (const { lines, left, end, style, element } of columns) {
        const line = lines[index];
        if (!line) continue;
        const start = end === undefined ? left : end - this.#ruler.widthOfLine(line, style);
        this.#drawMarked({ line, left: start, style, element });
      }
      this.skip(height);
    }
  }

  #drawMarked({ line, left, style, element }: Omit<Column, "lines"> & { line: Line }): void {
    const content = element ? this.#pdf.markStructureContent("P") : undefined;
    if (!content) this.#pdf.markContent("Artifact");
    if (line.actual === undefined) this.#drawRuns(line.runs, MARGIN + left, style);
    else this.#drawWithTyped(line.runs, line.actual, MARGIN + left, style);
    this.#pdf.endMarkedContent();
    if (content) element?.add(content);
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
      if (runs.length > 1) x += size * this.#ruler.widthOfRun(run);
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
}
