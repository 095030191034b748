// A document shows every letter that was typed: its text equals the input, and each letter is drawn. Invisible
// characters and those that are in no font are drawn as their numbers.
import { beforeAll, expect, test } from "vitest";
import { contractPdf } from "#server/documents/contractPdf.ts";
import { type Fonts, readFonts } from "#server/documents/fonts.ts";
import { breakLines } from "#server/documents/typesetting.ts";
import { pdfLetters } from "../support/pdfLetters.ts";
import { pdfContents, pdfLines } from "../support/pdfText.ts";

const draw = (values: string[]) =>
  contractPdf({
    title: "Offerte",
    provider: "Voorbeeld",
    number: "1",
    language: "nl",
    sections: [{ heading: "Gegevens", rows: values.map((value) => ["naam", value]) }],
    footer: "Einde",
  });

/** Text, fonts by which it is drawn from left to right, and how. */
const CASES: [string, [string, string][]][] = [
  ["Zoë & Œuvre – € 5", [["Western", "Zoë & Œuvre – € 5"]]],
  [
    "Łukasz BV",
    [
      ["sans", "Łukasz"],
      ["Western", " BV"],
    ],
  ],
  ["Иванов", [["sans", "Иванов"]]],
  ["e\u0301", [["sans", "e\u0301"]]],
  ["株式会社", [["pixels", "株式会社"]]],
  ["🇳🇱👍🏽❤\ufe0f", [["emoji", "🇳🇱👍🏽❤\ufe0f"]]],
  ["\u202eabc", [["Western", "[U+202E]abc"]]],
  ["a\u200db\u0007", [["Western", "a[U+200D]b[U+0007]"]]],
  ["a\u00adb\u200bc", [["Western", "abc"]]],
  [
    "𠮷野",
    [
      ["Western", "[U+20BB7]"],
      ["pixels", "野"],
    ],
  ],
  ["a\tb\u2009c", [["Western", "a b c"]]],
  [
    "שלום (12)",
    [
      ["Western", "("],
      ["Western", "12"],
      ["Western", ") "],
      ["sans", "שלום"],
    ],
  ],
  ["نص", [["arabic", "نص"]]],
];

let fonts: Fonts;
beforeAll(async () => {
  fonts = await readFonts(CASES.map(([typed]) => typed));
});

test.each(CASES)("%j is drawn with fonts that have its letters", (typed, drawn) => {
  const [line] = breakLines(typed, { fonts, face: "Western", width: 1_000, measure: ({ shown }) => shown.length });
  expect(line?.runs.map(({ face, shown }) => [face, shown])).toEqual(drawn);
});

test("the text of a document is what was typed, and no letter of it is an empty box", async () => {
  const texts = CASES.map(([typed]) => typed).filter((typed) => !/[א-ۿ]/.test(typed));
  const pdf = await draw(texts);
  expect(pdfLines(pdf)).toEqual(expect.arrayContaining(texts));
  const glyphs = pdfContents(pdf).flatMap((page) => page.match(/<[\da-f]+>(?= -?[\d.]+[^\]]*\] TJ)/g) ?? []);
  expect(glyphs.length).toBeGreaterThan(texts.length);
  expect(glyphs.filter((hex) => /^<(?:.{4})*0000/.test(hex))).toEqual([]);
});

test.each([
  ["שלום", "םולש"],
  ["شركة المثال", "لاثملا ةكرش"],
  ["Bakkerij שלום עולם 12 BV", "Bakkerij 12 םלוע םולש BV"],
  ["מחיר (12,50)", "(12,50) ריחמ"],
])(
  "%j is on the page from right to left in the places of its letters, each as the one that was typed",
  async (typed, seen) => {
    expect(pdfLetters(await draw([typed]))).toContain(`naam${seen}`);
  },
);

test("a line that is too long goes on below, a row that is longer than a page on the next, and nothing is left out", async () => {
  const setting = { fonts, face: "Western", width: 10, measure: ({ shown }: { shown: string }) => shown.length };
  const typed = "een zin met verzekeringsmaatschappij\nen 株式会社株式会社株式会社";
  const lines = breakLines(typed, setting).map(({ runs }) => runs.map(({ shown }) => shown).join(""));
  expect(lines.join("")).toBe(typed.replace("\n", ""));
  expect(Math.max(...lines.map(({ length }) => length))).toBe(10);
  const words = Array.from({ length: 2_000 }, (_, index) => `woord${index}`);
  const text = pdfLines(await draw([words.join(" ")])).join("");
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

test("no order of letters is too much for it", async () => {
  let seed = 20261123;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % below;
  };
  const ranges = [0x20, 0x250, 0x300, 0x590, 0x620, 0x6d0, 0x900, 0xe00, 0x200b, 0xac00, 0xfe00, 0x1f1e6, 0x1f468];
  const texts = Array.from({ length: 60 }, () =>
    Array.from({ length: 12 }, () => String.fromCodePoint(ranges[random(ranges.length)]! + random(80))).join(""),
  );
  expect(pdfLines(await draw(texts)).length).toBeGreaterThan(texts.length * 2);
});

test("a screen reader meets headings and tables, each line once and in the order of the page", async () => {
  const pdf = await draw(["Utrecht", "Łukasz BV", "woord ".repeat(40).trim()]);
  const text = Buffer.from(pdf).toString("latin1");
  expect(text).toMatch(/\/Marked true/);
  expect(text).toMatch(/\/Lang \(nl\)/);
  const kinds = [...text.matchAll(/\/S \/(\w+)/g)].map(([, kind]) => kind);
  const rows = ["TR", "TR", "TR"].flatMap((row) => [row, "TH", "TD"]);
  expect(kinds.sort()).toEqual(["Document", "H1", "P", "H2", "Table", ...rows, "P"].sort());
  const marks = pdfContents(pdf).flatMap((page) => [...page.matchAll(/\/MCID (\d+)/g)].map(([, mark]) => Number(mark)));
  expect(marks).toEqual(marks.map((_, index) => index));
  expect(marks.length).toBe(pdfLines(pdf).length);
});

test("typed text that replaces drawn letters ends with the font and direction of its line, so it is found there", async () => {
  const pages = pdfContents(await draw(["Łukasz BV", "Иванов", "a\u00adb\u200bc"])).filter((page) =>
    page.includes("ActualText"),
  );
  for (const page of pages) {
    const upright =
      /q 1 0 0 -1 0 [\d.]+ cm \/\w+ 10 Tf\n\/Span <<[\s\S]*?>> BDC\nq 1 0 0 -1 0 [\d.]+ cm\n[\s\S]*?\nQ\nEMC\nQ\nEMC/g;
    expect(page.match(upright)?.length).toBe(page.match(/\/ActualText/g)?.length);
  }
  expect(pages.length).toBe(1);
});
