// All texts of a product side by side: where they are, and what a file of a translator may change.
import { describe, expect, test } from "vitest";
import { Content } from "#studio/workspace/model/content.ts";
import { readCells, writeCells } from "#studio/workspace/tables/csv.ts";
import {
  chooseTexts,
  exportTexts,
  importTexts,
  listTexts,
  markChanged,
  writeWords,
} from "#studio/workspace/texts/texts.ts";

const folder = "schemas/products/tiny";
const file = (code: string) => `${folder}/texts.${code}.json`;
const RULES = `${folder}/form.schema.json`;
const content = new Content("tiny", {
  [`${folder}/product.json`]: JSON.stringify({ steps: [{ key: "form" }] }),
  [RULES]: JSON.stringify({ properties: { age: { type: "integer", title: { nl: "Leeftijd", fr: "Age" } } } }),
  [file("nl")]: JSON.stringify({
    $schema: "x",
    name: "Klein",
    "a.help": "Hoogstens {limit}; of meer",
    "a.only": "Alleen",
  }),
  [file("fr")]: JSON.stringify({ $schema: "x", name: "Petit", "a.help": "Au plus {limit}" }),
  "schemas/shared/texts.nl.json": JSON.stringify({ "field.x.label": "Gedeeld" }),
  "schemas/shared/texts.fr.json": JSON.stringify({ "field.x.label": "Partage" }),
});
const rows = listTexts(content);
const TITLE = "form.schema.json/properties/age/title";

test("texts are found by key and beside what they are about, and chosen by filter and search", () => {
  expect(rows.map(({ key }) => key)).toEqual([TITLE, "name", "a.help", "a.only", "field.x.label"]);
  expect(chooseTexts(rows, "missing", "").map(({ key }) => key)).toEqual(["a.only"]);
  expect(chooseTexts(rows, "shared", "").map(({ key }) => key)).toEqual(["field.x.label"]);
  expect(chooseTexts(rows, "own", "PETIT").map(({ key }) => key)).toEqual(["name"]);
});

test("texts that are not as on offer, and new ones, are changed", () => {
  const released = rows
    .filter(({ key }) => key !== "a.only")
    .map((row) => (row.key === "name" ? { ...row, texts: { nl: "Klein", fr: "Minuscule" } } : row));
  const changed = chooseTexts(markChanged(rows, released), "changed", "");
  expect(changed.map(({ key }) => key)).toEqual(["name", "a.only"]);
});

test("a missing text comes where the other language has it, and words change beside their field", () => {
  expect(writeWords(content, rows[3]!, "fr", "Seul")).toEqual([
    { file: file("fr"), path: ["a.only"], value: "Seul", was: undefined, after: "a.help" },
  ]);
  expect(writeWords(content, rows[0]!, "fr", "Âge")).toEqual([
    { file: RULES, path: ["properties", "age", "title", "fr"], value: "Âge", was: "Age" },
  ]);
});

describe("a file of a translator", () => {
  /** The exported file with some texts changed. */
  const change = (changes: Record<string, [column: number, text: string]>) => {
    const cells = readCells(exportTexts(rows)).map((row) => [...row]);
    for (const row of cells) {
      const [column = 0, text = ""] = changes[row[0] ?? ""] ?? [];
      if (column > 0) row[column] = text;
    }
    return writeCells(cells);
  };

  test("that comes back unchanged changes nothing", () => {
    expect(importTexts(content, exportTexts(rows))).toEqual({ edits: [], refusals: [] });
  });

  test("changes what was corrected, in all places", () => {
    const { edits, refusals } = importTexts(content, change({ [TITLE]: [2, "Âge"], "a.help": [2, "{limit} au plus"] }));
    expect([edits.map(({ file: at, value }) => [at, value]), refusals]).toEqual([
      [
        [RULES, "Âge"],
        [file("fr"), "{limit} au plus"],
      ],
      [],
    ]);
  });

  test.each([
    ["other values", { "a.help": [2, "Au plus {limite}"] }, "values"],
    ["a brace that does not close", { "a.help": [2, "Au plus {limit"] }, "values"],
    ["another source", { name: [1, "Kleiner"] }, "source"],
    ["an empty translation", { name: [2, ""] }, "empty"],
    ["a shared text", { "field.x.label": [2, "Partagé"] }, "shared"],
  ] as const)("with %s writes nothing of what is right", (_what, changes, reason) => {
    const { edits, refusals } = importTexts(content, change({ [TITLE]: [2, "Âge"], ...(changes as object) }));
    expect([edits, refusals.map((refusal) => refusal.reason)]).toEqual([[], [reason]]);
  });

  test.each([
    ["unknown texts", "key;nl;fr\nother;a;b\n", ["unknown"]],
    ["a text twice", "key;nl;fr\nname;Klein;Petit\nname;Klein;Petite\n", ["twice"]],
    ["other columns", "sleutel;nl;fr\n", ["head"]],
    ["a cell too many", "key;nl;fr\nname;Klein;Petit;x\n", ["cells"]],
  ])("with %s is refused", (_what, text, reasons) => {
    expect(importTexts(content, text).refusals.map(({ reason }) => reason)).toEqual(reasons);
  });
});
