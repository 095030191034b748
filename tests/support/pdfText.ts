// The text of a PDF from our server: reads as much of the format as pdfkit writes. Where a line contains the typed text
// (ActualText), that is its text. Otherwise its letters are those of the built-in fonts.
import { inflateSync } from "node:zlib";

// A packed page may itself end with \r: only the line end that pdfkit writes is not part of it.
const STREAM = /stream\n([\s\S]*?)\nendstream/g;
const LINE = /\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)[\s\S]*?EMC|\[([^\]]*)\] TJ/g;
const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const western = new TextDecoder("windows-1252");
const utf16 = new TextDecoder("utf-16be");

/** What the pages are drawn with. */
export const pdfContents = (pdf: Uint8Array): string[] =>
  [...Buffer.from(pdf).toString("latin1").matchAll(STREAM)].map(([, packed = ""]) => unpacked(packed));

/** The lines of each page, in the order in which they were drawn. */
export const pdfPages = (pdf: Uint8Array): string[][] =>
  pdfContents(pdf)
    .map((page) =>
      [...page.matchAll(LINE)].map(([, text, drawn]) => (text === undefined ? readGlyphs(drawn) : readSaid(text))),
    )
    .filter((lines) => lines.length > 0);

export const pdfLines = (pdf: Uint8Array): string[] => pdfPages(pdf).flat();

export const pdfText = (pdf: Uint8Array): string => pdfLines(pdf).join("\n");

/** A stream that is not packed holds no page. Fails on one that is cut short. */
const unpacked = (packed: string): string =>
  packed.startsWith("x") ? inflateSync(Buffer.from(packed, "latin1")).toString("latin1") : "";

function readSaid(text: string): string {
  const bytes = Buffer.from(
    text.replace(/\\([\s\S])/g, (_, letter: string) => ESCAPED[letter] ?? letter),
    "latin1",
  );
  return bytes[0] === 0xfe ? utf16.decode(bytes) : bytes.toString("latin1");
}

/** Pieces of a line are in angle brackets, with the gaps between them as numbers. */
export const readGlyphs = (line = ""): string =>
  [...line.matchAll(/<([\da-f]*)>/gi)].map(([, hex = ""]) => western.decode(Buffer.from(hex, "hex"))).join("");
