// Draws the PDF of a quotation or policy: number, relation, product, answers, premium. Text from a broker is drawn as plain text,
// never interpreted. The document is tagged: headings, and a table of labels and values for each section. It is not PDF/UA, which
// requires every font to be embedded.
import PDFDocument from "pdfkit";
import { type Fonts, readFonts } from "./fonts.ts";
import { FOOTER, HEADING, LABEL, LEADING, MARGIN, TITLE } from "./paperStyles.ts";
import { Sheet } from "./sheet.ts";

/** A label and its value. The label of an answer in a record begins with the name of the record and a dash. */
export type ContractRow = [label: string, value: string, record?: RecordName];

/** What a record is called, the address of the list that it is in, and its place there: two records may have one name. */
interface RecordName {
  name: string;
  list: string;
  index: number;
}

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

/** Between the name of a record and the label of its answer. */
export const RECORD_DASH = " – ";

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
    const [first = []] = groupBy(rows, ([, , record]) => record?.index);
    sheet.keep(2 * HEADING.size * LEADING + sheet.measure(first[0]?.[2] ? first : first.slice(0, 2)));
    sheet.draw("H2", heading, HEADING, 0.3);
    for (const [index, part] of groupBy(rows, ([, , record]) => record?.list).entries()) {
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
  const records = groupBy(rows, ([, , record]) => record?.index).map((ofRecord) => {
    const name = ofRecord[0]?.[2]?.name ?? "";
    const start = `${name}${RECORD_DASH}`.length;
    return { name, cells: ofRecord.map(([label, value]): [string, string] => [label.slice(start), value]) };
  });
  const labels = [...new Set(records.flatMap(({ cells }) => cells.map(([label]) => label)))];
  // A title that is one of the answers would be written twice in each row.
  const title = labels.find((label) => records.every(({ name, cells }) => new Map(cells).get(label) === name));
  const others = labels.filter((label) => label !== title);
  const grid = records.map(({ name, cells }) => [name, ...others.map((label) => new Map(cells).get(label) ?? "")]);
  const isDrawn = records.length > 1 && sheet.drawGrid([title ?? "", ...others], grid);
  if (isDrawn) return;
  for (const [index, { name, cells }] of records.entries()) {
    if (index > 0) sheet.skip(PART_GAP);
    sheet.drawTable(cells, { title: name });
  }
}

/** Splits a list where the key of its items changes. */
function groupBy<T>(items: readonly T[], key: (item: T) => unknown): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && key(last[0]) === key(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
}
