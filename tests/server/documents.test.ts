// A document shows every letter that was typed: its text equals the input, and each letter is drawn. Invisible
// characters and those that are in no font are drawn as their numbers.
import { beforeAll, expect, test } from "vitest";
import { BOLD, measureBuiltIn, REGULAR } from "#server/documents/builtInFont.ts";
import { contractPdf } from "#server/documents/contractPdf.ts";
import { type Fonts, readFonts } from "#server/documents/fonts.ts";
import type { ContractRow } from "#server/documents/recordTables.ts";
import { breakLines } from "#server/documents/typesetting.ts";
import { pdfLetters } from "../support/pdfLetters.ts";
import { pdfContents, pdfLines, pdfPages, readGlyphs } from "../support/pdfText.ts";

const drawRows = (rows: ContractRow[], totals: string[] = []) =>
  contractPdf({
    title: "Offerte",
    provider: "Voorbeeld",
    number: "1",
    language: "nl",
    sections: [{ heading: "Gegevens", rows, totals }],
    footer: "Einde",
    pages: "pagina {page} van {count}",
  });
const draw = (values: string[]) => drawRows(values.map((value) => ["naam", value]));

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

const records = (count: number, fields: string[], value: string): ContractRow[] =>
  Array.from({ length: count }, (_, index) => `Locatie ${index + 1}`).flatMap((name, index) =>
    fields.map((field): ContractRow => [`${name} – ${field}`, value, { name, list: "sites", place: `${index}` }]),
  );
test.each([1, 3, 200])("%i rows: each of several pages says which document it is of, and which page", async (count) => {
  const pages = pdfPages(await draw(Array.from({ length: count }, (_, index) => `waarde ${index}`)));
  const feet = pages.map((lines) => lines.at(-1));
  if (pages.length === 1) expect(feet).toEqual(["Einde"]);
  else expect(feet).toEqual(pages.map((_, index) => `Offerte 1, pagina ${index + 1} van ${pages.length}`));
});

test("records are one table where its columns fit, with the headings again on each page", async () => {
  const pages = pdfPages(await drawRows(records(90, ["Adres", "Bouwjaar"], "Weg 1")));
  expect(pages.length).toBeGreaterThan(1);
  for (const lines of pages) {
    const [first] = lines.filter((line) => line.startsWith("Locatie"));
    expect(lines.slice(0, lines.indexOf(first ?? "")).slice(-2)).toEqual(["Adres", "Bouwjaar"]);
  }
  const lines = pages.flat();
  expect(lines.filter((line) => line.startsWith("Locatie")).length).toBe(90);
  expect(lines.filter((line) => line === "Weg 1").length).toBe(180);
});

const owner = (name: string, index: number): ContractRow[] => [
  [`${name} – Naam`, name, { name, list: "owners", place: `${index}` }],
  [`${name} – Deel`, `${index + 1}0%`, { name, list: "owners", place: `${index}` }],
];
test("two records of one name are two rows", async () => {
  const lines = pdfPages(await drawRows([...owner("Anna", 0), ...owner("Anna", 1)])).flat();
  expect(lines.filter((line) => line.endsWith("0%"))).toEqual(["10%", "20%"]);
});

test.each([
  [
    "nl",
    [
      "Kenteken",
      "Soort voertuig",
      "Cataloguswaarde inclusief btw",
      "Datum eerste toelating",
      "Bestuurder",
      "Dekkingen",
    ],
  ],
  [
    "fr",
    [
      "Plaque",
      "Type de véhicule",
      "Valeur catalogue TVA comprise",
      "Première immatriculation",
      "Conducteur",
      "Garanties",
    ],
  ],
])("thirty records with six fields of several words are a table of at most three pages (%s)", async (_, fields) => {
  const pages = pdfPages(await drawRows(records(30, fields, "Anna de Vries-van den Berg")));
  expect(pages.length).toBeLessThanOrEqual(3);
  expect(pages.flat().filter((line) => /^Locatie \d+$/.test(line)).length, "the name of a row is on one line").toBe(30);
});

test("a table of records that are called by one of their answers has that answer once", async () => {
  const lines = pdfPages(await drawRows([...owner("Anna", 0), ...owner("Bram", 1)])).flat();
  expect(lines.filter((line) => /Anna|Bram|Naam|Deel|0%/.test(line))).toEqual([
    "Naam",
    "Deel",
    "Anna",
    "10%",
    "Bram",
    "20%",
  ]);
});

test("records too wide for a table stay whole, below their name", async () => {
  const fields = Array.from({ length: 9 }, (_, index) => `Het ${index + 1}e antwoord`);
  const pages = pdfPages(await drawRows(records(12, fields, "een waarde van een paar woorden")));
  expect(pages.length).toBeGreaterThan(1);
  for (const lines of pages)
    for (const [at, line] of lines.entries())
      if (/^Locatie \d+$/.test(line))
        expect(lines.slice(at + 1, at + 18).filter((_, index) => index % 2 === 0)).toEqual(fields);
});

test.each(["€ 1.250,50", "1\u202f250 €", "25 %", "$ 90"])("%s stays on one line", (amount) => {
  const setting = { fonts, face: "Western", width: 14, measure: ({ shown }: { shown: string }) => shown.length };
  const lines = breakLines(`dat is ruim ${amount} te veel`, setting).map(({ runs }) =>
    runs.map(({ shown }) => shown).join(""),
  );
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => line.includes(amount.replace("\u202f", " "))).length).toBe(1);
});

/** Texts in the built-in font, with the place where each begins and ends on its line, in points. */
function placeTexts(pdf: Buffer) {
  const drawn = pdfContents(pdf).flatMap((page) => [
    ...page.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm \/([BR]) (\d+) Tf .*?(\[.*?\] TJ)/g),
  ]);
  return drawn.map(([, left = "", font, size = "", glyphs = ""]) => {
    const text = readGlyphs(glyphs);
    const end = Number(left) + Number(size) * measureBuiltIn(font === "B" ? BOLD : REGULAR, text);
    return { text, left: Math.round(Number(left)), end: Math.round(end), isBold: font === "B" };
  });
}

test.each([
  ["nl", ["€ 5,00", "€ 1.250,50", "€ -0,01", "€ 1.255,49"]],
  ["fr", ["5,00 €", "1 250,50 €", "-0,01 €", "1 255,49 €"]],
])("amounts alone end at one line, and their total is bold (%s)", async (_, amounts) => {
  const rows = amounts.map((amount, index): ContractRow => [`regel ${index}`, amount]);
  const placed = placeTexts(await drawRows(rows, ["regel 3"]));
  const shown = placed.filter(({ text }) => amounts.includes(text));
  expect(shown.map(({ text }) => text)).toEqual(amounts);
  expect(new Set(shown.map(({ end }) => end)).size).toBe(1);
  expect(placed.filter(({ text, isBold }) => isBold && /^regel|€/.test(text)).map(({ text }) => text)).toEqual([
    "regel 3",
    amounts[3],
  ]);
  const [first, second] = placeTexts(await drawRows([...rows, ["soort", "kantoor"]])).filter(({ text }) =>
    text.includes("€"),
  );
  expect(first?.left, "among words, amounts begin where words do").toBe(second?.left);
});

test("amounts of records end with the heading of their column", async () => {
  const amounts = ["€ 5,00", "€ 1.250,50"];
  const rows = amounts.flatMap((amount, index): ContractRow[] => {
    const name = `Locatie ${index + 1}`;
    const record = { name, list: "sites", place: `${index}` };
    return [
      [`${name} – Adres`, "Weg 1", record],
      [`${name} – Waarde`, amount, record],
    ];
  });
  const placed = placeTexts(await drawRows(rows)).filter(({ text }) => [...amounts, "Waarde"].includes(text));
  expect(placed.length).toBe(3);
  expect(new Set(placed.map(({ end }) => end)).size).toBe(1);
});
