// The text of a PDF from our server: reads as much of the format as pdfkit writes.
import { inflateSync } from "node:zlib";

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;

export function pdfText(pdf: Uint8Array): string {
  const content = Buffer.from(pdf).toString("latin1");
  const pages = [...content.matchAll(STREAM)].map(([, packed = ""]) => unpacked(packed));
  return pages.flatMap((page) => [...page.matchAll(/\[(.*?)\] TJ/g)].map(([, line = ""]) => letters(line))).join("\n");
}

function unpacked(packed: string): string {
  try {
    return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

/** Pieces of a line stand in angle brackets, with the gaps between them as numbers. */
const letters = (line: string): string =>
  [...line.matchAll(/<([\da-f]*)>/gi)].map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1")).join("");
