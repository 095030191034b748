// Draws the PDF of a quotation or policy: number, relation, product, answers, premium. Text from a broker is drawn as plain text,
// never interpreted. The document is tagged: headings, and a table of labels and values for each section. It is not PDF/UA, which
// requires every font to be embedded.
import PDFDocument from "pdfkit";
import { type Fonts, readFonts } from "./fonts.ts";
import { FOOTER, HEADING, LABEL, LEADING, MARGIN, TITLE } from "./paperStyles.ts";
import { type ContractRow, groupBy, splitLists, tabulate } from "./recordTables.ts";
import { Sheet } from "./sheet.ts";

export interface ContractDocument {
  title: string;
  provider: string;
  number: string;
  /** `totals`: labels of its rows that are sums of others. */
  sections: { heading: string; rows: ContractRow[]; totals?: string[] }[];
  footer: string;
  /** At the foot of each page: `{page}` and `{count}` are filled in. */
  pages: string;
  language: string;
}

/** Above and below the records of a list. */
const PART_GAP = 6;

export async function contractPdf(content: ContractDocument): Promise<Buffer> {
  const { title, provider, sections, footer } = content;
  const texts = sections.flatMap(({ heading, rows }) => [
    heading,
    ...rows.map(([label, value]) => `${label} ${value}`),
  ]);
  const fonts = await readFonts([title, provider, footer, ...texts]);
  // A font can fail on nonsensical sequences of characters. Without fonts they are drawn as code points.
  return draw(content, fonts).catch(() => draw(content, {}));
}

async function draw(content: ContractDocument, fonts: Fonts): Promise<Buffer> {
  const { title, number, provider, sections, footer, pages, language } = content;
  const pdf = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    font: "",
    bufferPages: true,
    info: { Title: `${title} ${number}`, Author: provider },
  });
  const done = collect(pdf);
  const sheet = new Sheet(pdf, fonts);
  sheet.draw("H1", `${title} ${number}`, TITLE);
  sheet.draw("P", provider, LABEL, 1.2);
  for (const { heading, rows, totals } of sections) {
    const [first = []] = groupBy(rows, ([, , record]) => record?.place);
    sheet.keep(2 * HEADING.size * LEADING + sheet.measure(first[0]?.[2] ? first : first.slice(0, 2)));
    sheet.draw("H2", heading, HEADING, 0.3);
    for (const [index, part] of splitLists(rows).entries()) {
      if (index > 0) sheet.skip(PART_GAP);
      drawRows(sheet, part, totals);
    }
    sheet.skip(0.8 * LABEL.size * LEADING);
  }
  sheet.draw("P", footer, FOOTER);
  const foot = (page: number, count: number) => pages.replace("{page}", `${page}`).replace("{count}", `${count}`);
  sheet.numberPages((page, count) => `${title} ${number}, ${foot(page, count)}`);
  pdf.end();
  return done;
}

/** Rows of records as one table where that is not too wide, otherwise each record below its name. */
function drawRows(sheet: Sheet, rows: ContractRow[], totals?: string[]): void {
  if (rows[0]?.[2] === undefined) {
    sheet.drawTable(rows, { totals });
    return;
  }
  const { records, headings, grid } = tabulate(rows);
  if (records.length > 1 && sheet.drawGrid(headings, grid)) return;
  for (const [index, { name, cells }] of records.entries()) {
    if (index > 0) sheet.skip(PART_GAP);
    sheet.drawTable(cells, { title: name });
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
