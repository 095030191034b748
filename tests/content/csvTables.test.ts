// A table of a tariff or a list as a CSV file beside the JSON, as Dutch Excel writes it: the same content, and a mistake is named by
// row and column.
import { readFileSync, writeFileSync } from "node:fs";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { findDefinitions } from "#content/names/candidates.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { toFile } from "#studio/editor/codeMirror.ts";
import { addEditing } from "#studio/server/edit/editing.ts";
import { Patcher } from "#studio/server/edit/patch.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const folder = "schemas/products/beroepsaansprakelijkheid";
const copy = oneCopy(new ContentCopy("beroepsaansprakelijkheid").writeOut());

/** Members of members as columns with a dot. */
function flat(value: JsonObject, before = ""): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    typeof member === "object" && member !== null
      ? flat(member as JsonObject, `${before}${name}.`)
      : [[`${before}${name}`, member]],
  );
}

const cell = (value: unknown): string =>
  typeof value === "number"
    ? String(value).replace(".", ",")
    : /[;"]/.test(String(value))
      ? `"${String(value).replaceAll('"', '""')}"`
      : String(value);

/** Moves a list to a CSV file with byte order mark, semicolons, decimal comma and CRLF. */
function move(file: string, holder: string, member: string): string[] {
  const csv = `${member}.csv`;
  let text: string[] = [];
  let lines: string[] = [];
  copy.change(file, (content) => {
    const held = holder === "" ? content : at(content, holder);
    const rows = (held[member] as JsonObject[]).map((row) => new Map(flat(row)));
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    text = columns.filter((name) => rows.some((row) => typeof row.get(name) === "string"));
    lines = [columns.join(";"), ...rows.map((row) => columns.map((name) => cell(row.get(name) ?? "")).join(";"))];
    held[member] = { csv, text };
  });
  copy.write(`${folder}/${csv}`, `\uFEFF${lines.join("\r\n")}\r\n`);
  return lines;
}

const product = () => readCatalogue(copy.schemas).products[0]!;

describe("a CSV file beside the JSON", () => {
  it("holds what the JSON held: bands, prices with codes, a list with words in both languages", async () => {
    const before = product();
    move(`${folder}/tariff.json`, "main", "options");
    move(`${folder}/professions.json`, "", "professions");
    const factors = before.tariff!.content.factors as JsonObject[];
    move(`${folder}/tariff.json`, `factors.${factors.findIndex(({ bands }) => bands)}`, "bands");
    const { tariff, professions } = product();
    expect(tariff!.content).toEqual(before.tariff!.content);
    const words = (list: unknown) => (list as JsonObject[]).map(({ clarification: _none, ...row }) => row);
    expect(words(professions!.content.professions)).toEqual(words(before.professions!.content.professions));
    expect(await copy.errors()).toEqual([]);
    const path = copy.path(`${folder}/options.csv`);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("\r\n", "\r"));
    expect(product().tariff!.content, "as Excel on a Mac ends lines").toEqual(before.tariff!.content);
  });

  const mistakes: [name: string, from: RegExp | string, to: string, says: RegExp][] = [
    [
      "a number that is none",
      ";270",
      ";27o",
      /options\.csv:2:12: error: \S+: row 2, column price: "27o" is the wrong kind/,
    ],
    ["a column that nobody knows", "price", "prise", /^\S+options\.csv:2:\d+: error: .*row 2.*did you mean "price".*$/],
    [
      "a decimal point in each row",
      /;(\d+)(\r|$)/g,
      ";$1.5$2",
      /^\S+:2:12: error: .*with a decimal comma where needed$/,
    ],
    ["an English separator", /;/g, ",", /^\S+:1:1: error: the cells are separated by ","; separate them with ";".*$/],
    ["a line for Excel alone", "value", "sep=;\nvalue", /^\S+:1:1: error: the first line says how cells are sep.*$/],
    ["no names of columns", /^.*\r\n/, "", /^\S+:1:1: error: the first line names no column "101"; .*$/],
    ["a cell too many", ";270", ";270;1", /options\.csv:2:1: error: row 2 has 4 cells, the first line has 3/],
    [
      "a column without a name",
      "insured_amount;",
      ";",
      /options\.csv:1:7: error: column 2 of the first line has no name/,
    ],
  ];
  it("is reported for a code that must be a text, and for a column that is not one of the table", async () => {
    move(`${folder}/tariff.json`, "main", "options");
    const text = (columns: string[]) => (c: JsonObject) => Object.assign(at(c, "main.options"), { text: columns });
    copy.change(`${folder}/tariff.json`, text([]));
    expect((await copy.errors())[0]).toMatch(/row 2, column value: 101 is never equal .*; name "value" in "text"/);
    copy.change(`${folder}/tariff.json`, text(["vallue"]));
    expect(await copy.errors()).toEqual([
      expect.stringMatching(/:1:1: error: no column is called "vallue".*"value"\?/),
    ]);
  });

  it.each(mistakes)("%s is named by row and column", async (_name, from, to, says) => {
    move(`${folder}/tariff.json`, "main", "options");
    const path = `${folder}/options.csv`;
    copy.write(path, readFileSync(copy.path(path), "utf8").replace(from, to));
    expect((await copy.errors()).join("\n")).toMatch(says);
  });

  describe("in an editor", () => {
    const options = `${folder}/options.csv`;
    const professions = `${folder}/professions.csv`;
    const open = () => {
      move(`${folder}/tariff.json`, "main", "options");
      move(`${folder}/professions.json`, "", "professions");
      move(`${folder}/professions.json`, "", "sectors");
      const index = new ContentIndex(copy.schemas, copy.fixtures);
      return { index, text: (file: string) => index.find(file)!.text };
    };

    it("leads from a cell to where its name is defined", () => {
      const { index, text } = open();
      const sector = text(professions).indexOf(";190;") + 1;
      expect(findDefinitions(index, professions, sector).map(({ file }) => file)).toEqual([`${folder}/sectors.csv`]);
    });

    it.each(["\n", "\r\n", "\r"])("keeps its line ends %j", (end) => {
      const typed = open().text(options).replaceAll("\r\n", "\n");
      const disk = typed.replaceAll("\n", end);
      expect(toFile(typed, disk)).toBe(disk);
    });

    it("is one of the product's files, saved unchanged, with the check's messages at its cell", async () => {
      const { index, text } = open();
      const app = Fastify();
      const now = () => "2026-11-20T12:00:00.000Z";
      addEditing(app, {
        base: copy.base,
        patcher: new Patcher({ base: copy.base, journalPath: copy.path("acts.json"), now, inspect: () => {} }),
        index,
        answer: (files) => ({ files }),
        saved: async () => {},
      });
      const url = "/studio/products/beroepsaansprakelijkheid/files";
      expect((await app.inject({ url })).json()).toContain(options);
      const was = text(options);
      const spoilt = was.replace(";270", ";27o");
      const saved = await app.inject({
        method: "PUT",
        url: "/studio/file",
        payload: { file: options, text: spoilt, was },
      });
      expect([saved.statusCode, readFileSync(copy.path(options), "utf8")]).toEqual([200, spoilt]);
      const finding = (await copy.findings()).find(({ file }) => file === options);
      expect(finding).toMatchObject({ line: 2, column: spoilt.split("\r\n")[1]!.indexOf("27o") + 1 });
      expect(finding?.sentence).toContain("row 2, column price");
    });
  });

  it("that is missing, empty, or written in another way than UTF-8, is named", async () => {
    copy.change(`${folder}/tariff.json`, (content) =>
      Object.assign(at(content, "main"), { options: { csv: "none.csv" } }),
    );
    expect(await copy.errors()).toEqual([expect.stringMatching(/none\.csv:1:1: error: the table is missing/)]);
    copy.write(`${folder}/none.csv`, "value;price\r\n");
    expect(await copy.errors()).toEqual([expect.stringMatching(/none\.csv:1:1: error: the table has no rows/)]);
    copy.write(`${folder}/none.csv`, "value;price\uFFFD");
    expect(await copy.errors()).toEqual([
      expect.stringMatching(/not written in UTF-8; save it in Excel as "CSV UTF-8"/),
    ]);
  });
});
