// Reads pages, documents and files: names with their values, rows, and all amounts and days.
import { formatMoney } from "#engine/values/formats.ts";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { pdfLines } from "../../support/pdfText.ts";

/** Between two pieces of text that do not belong together. */
const EDGE = " | ";

const plain = (text: string): string =>
  text
    .replace(/&amp;/g, "&")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .trim();

/** Without the places where a long word may be broken. */
export const readText = (html: string): string =>
  plain(html.replace(/<!--.*?-->|<wbr\/?>/g, "").replace(/(<[^>]+>)+/g, EDGE));

/** The contents of each list of names and values: of two with one name the first. */
export function readPairs(html: string): Record<string, string> {
  const pairs = html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs);
  const bare = (part = "") =>
    readText(part)
      .replace(/^\| | ?\|$/g, "")
      .trim();
  return Object.fromEntries([...pairs].reverse().map(([, name, value]) => [bare(name), bare(value)]));
}

/** The row of a table that names this number or leads to it. */
export function buildRow(html: string, number: string): string {
  const rows = [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => row);
  return readText(rows.find((row) => row.includes(number)) ?? "");
}

/** A page without its header and foot. */
export const findMain = (html: string): string => /<main.*<\/main>/s.exec(html)?.[0] ?? "";

/** The panel beside a list. */
export const findPanel = (html: string): string => /<section class="card \w*panel.*?<\/section>/s.exec(html)?.[0] ?? "";

const amount = inEachLanguage((language) => {
  const { group, decimal } = CONVENTIONS[language];
  const number = `(?:\\d[\\d${plain(`-${group}-`).slice(1, -1)}]*)?\\d(?:${decimal}\\d+)?`;
  return new RegExp(formatMoney(1, language).startsWith("€") ? `€ ?-?${number}` : `-?${number} ?€`, "g");
});
const day = inEachLanguage((language) => {
  const { dateSeparator } = CONVENTIONS[language];
  return new RegExp(["\\b\\d{2}", "\\d{2}", "\\d{4}\\b"].join(dateSeparator), "g");
});

export const amountsIn = (text: string, language: Language): string[] => plain(text).match(amount[language]) ?? [];
export const daysIn = (text: string, language: Language): string[] => text.match(day[language]) ?? [];
export { plain };

/** The lines of a document, in the order in which they were drawn. */
export const pdfText = (pdf: Buffer): string => plain(pdfLines(pdf).join(EDGE));

/** A line of an export by its header, with the quotes of the format. */
export function csvRow(file: string, number: string): Record<string, string> {
  const [head, ...rows] = file.replace("\uFEFF", "").trimEnd().split("\r\n").map(splitCells);
  const row = rows.find(([first]) => first === number) ?? [];
  return Object.fromEntries((head ?? []).map((name, index) => [name, row[index] ?? ""]));
}

const splitCells = (line: string) =>
  [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
  );
