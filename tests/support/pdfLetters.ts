// The text on the pages of a PDF from our server, from left to right, as a reader without the typed text finds it: by
// the table of each font that maps its glyphs to letters.
import { inflateSync } from "node:zlib";

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /stream\n([\s\S]*?)\nendstream/;
const DRAWN = /1 0 0 1 [\d.]+ ([\d.]+) Tm|\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;
const western = new TextDecoder("windows-1252");
const utf16 = new TextDecoder("utf-16be");

type Letters = Map<string, string>;

/** A line for each height, in the order of drawing. */
export function pdfLetters(pdf: Uint8Array): string[] {
  const text = Buffer.from(pdf).toString("latin1");
  const objects = new Map([...text.matchAll(OBJECT)].map(([, id = "", body = ""]) => [id, unpack(body)]));
  const fonts = findFonts(objects);
  const lines = new Map<string, string>();
  let [height, letters]: [string, Letters | undefined] = ["", undefined];
  for (const [, drawnHeight, font, drawn] of [...objects.values()].flatMap((page) => [...page.matchAll(DRAWN)])) {
    height = drawnHeight === undefined ? height : Number(drawnHeight).toFixed(1);
    letters = font === undefined ? letters : fonts.get(font);
    if (drawn !== undefined) lines.set(height, (lines.get(height) ?? "") + readGlyphs(drawn, letters));
  }
  return [...lines.values()];
}

function unpack(body: string): string {
  const packed = STREAM.exec(body)?.[1];
  if (!packed) return body;
  return packed.startsWith("x") ? inflateSync(Buffer.from(packed, "latin1")).toString("latin1") : "";
}

/** By the name that the pages use. The built-in fonts have no table. */
function findFonts(objects: Map<string, string>): Map<string, Letters> {
  const fonts = new Map<string, Letters>();
  for (const page of objects.values())
    for (const [, name = "", id = ""] of page.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1];
      fonts.set(name, readTable(objects.get(table ?? "") ?? ""));
    }
  return fonts;
}

function readTable(table: string): Letters {
  const letters: Letters = new Map();
  for (const [, first = "", texts = ""] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g))
    for (const [index, [, hex = ""]] of [...texts.matchAll(/<([\da-f ]*)>/g)].entries())
      letters.set(
        (Number.parseInt(first, 16) + index).toString(16).padStart(4, "0"),
        utf16.decode(Buffer.from(hex.replaceAll(" ", ""), "hex")),
      );
  return letters;
}

/** Pieces are in angle brackets, with the gaps between them as numbers. */
const readGlyphs = (drawn: string, letters: Letters | undefined): string =>
  [...drawn.matchAll(/<([\da-f]*)>/g)]
    .map(([, hex = ""]) => {
      if (!letters) return western.decode(Buffer.from(hex, "hex"));
      return (hex.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? "?").join("");
    })
    .join("");
