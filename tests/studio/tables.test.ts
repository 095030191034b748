// The tables of a product: which there are, what a cell refuses, and the patch of a paste, in JSON and in a CSV file.
import { describe, expect, test } from "vitest";
import { Content } from "#studio/workspace/model/content.ts";
import { readAmount, readCells, writeAmount, writeCells } from "#studio/workspace/tables/csv.ts";
import { nameColumn, nameLine, nameTable, showCell } from "#studio/workspace/tables/names.ts";
import {
  copyRow,
  findFaults,
  listTables,
  type ProductTable,
  removeRow,
  writeTable,
} from "#studio/workspace/tables/tables.ts";
import { readContent } from "./support/contentCopy.ts";

const folder = "schemas/products/tiny";
const TARIFF = `${folder}/tariff.json`;
const CSV = `${folder}/turnover.csv`;
const tariff = {
  main: {
    answer: "form.cover",
    options: [
      { value: "a", price: 100 },
      { value: "b", price: 120.5, amounts: { perClaim: 10 } },
    ],
  },
  factors: [
    { name: "cover", answer: "form.cover", values: { a: 1, b: 1.2 } },
    { name: "turnover", answer: "form.turnover", bands: { csv: "turnover.csv" } },
    {
      name: "grid",
      answer: "form.cover",
      by: "form.x",
      grid: { columns: [1, 2], rows: [{ value: "a", cells: [1, 2] }] },
    },
  ],
};
const schema = { type: "object", properties: { cover: { type: "string", enumFrom: "covers" } } };
const content = new Content("tiny", {
  [`${folder}/product.json`]: JSON.stringify({
    steps: [{ key: "form" }],
    lists: { covers: { rules: [{ values: ["a", "b", "c"] }] } },
  }),
  [`${folder}/form.schema.json`]: JSON.stringify(schema),
  [`${folder}/form.ui.json`]: "{}",
  [TARIFF]: JSON.stringify(tariff),
  [CSV]: "\uFEFFup_to;factor\r\n1000;1\r\n2000;1,25\r\n",
});
const tables = listTables(content);
const find = (name: string): ProductTable => tables.find((table) => table.id.endsWith(name))!;

test("the tables are prices, factors, grids and CSV files, a choice without a factor too", () => {
  expect(tables.map(({ kind, rows }) => [kind, ...rows.map((cells) => cells.join(" | "))])).toEqual([
    ["rows", "a | 100 | ", "b | 120,5 | 10"],
    ["values", "a | 1", "b | 1,2", "c | "],
    ["csv", "1000 | 1", "2000 | 1,25"],
    ["grid", "a | 1 | 2"],
  ]);
  expect(find("main/options").columns.map(({ name }) => name)).toEqual(["value", "price", "amounts.perClaim"]);
});

describe("a paste", () => {
  test.each([
    ["a comma in the wrong place", "values", { row: 0, column: 1 }, [["1,2,3"]], ["number"]],
    ["a decimal point", "values", { row: 0, column: 1 }, [["1.25"]], ["number"]],
    ["too many columns", "values", { row: 0, column: 1 }, [["1", "2"]], ["columns"]],
    ["rows that a table of choices cannot have", "values", { row: 2, column: 1 }, [["1"], ["2"]], ["rows"]],
    ["another name of an answer", "values", { row: 0, column: 0 }, [["x", "1"]], ["locked"]],
    ["an empty price", "main/options", { row: 0, column: 1 }, [[""]], ["empty"]],
    ["a new row that is not whole", "turnover.csv", { row: 2, column: 1 }, [["2"]], ["rows"]],
  ] as const)("with %s marks its cells", (...[, name, from, cells, reasons]) => {
    expect(findFaults(find(name), from, cells).map(({ reason }) => reason)).toEqual(reasons);
  });

  test("of ten rates changes ten members, and the others stay as they are", () => {
    const cells = [["105"], ["1.250,75"]];
    expect(findFaults(find("main/options"), { row: 0, column: 1 }, cells)).toEqual([]);
    expect(writeTable(content, find("main/options"), { row: 0, column: 1 }, cells)).toEqual([
      { file: TARIFF, path: ["main", "options", 0, "price"], was: 100, value: 105 },
      { file: TARIFF, path: ["main", "options", 1, "price"], was: 120.5, value: 1250.75 },
    ]);
  });

  test("adds rows that are whole", () => {
    expect(writeTable(content, find("main/options"), { row: 2, column: 0 }, [["c", "140", "20"]])).toEqual([
      { file: TARIFF, path: ["main", "options", -1], value: { value: "c", price: 140, amounts: { perClaim: 20 } } },
    ]);
  });

  test("into a CSV file keeps its mark, line ends and notation", () => {
    const [edit] = writeTable(content, find("turnover.csv"), { row: 1, column: 1 }, [["1,3"]]);
    expect(edit).toMatchObject({ file: CSV, value: "\uFEFFup_to;factor\r\n1000;1\r\n2000;1,3\r\n" });
  });

  test("into a grid and into the factor of a new choice changes one member", () => {
    expect(writeTable(content, find("grid"), { row: 0, column: 2 }, [["3"]])).toEqual([
      { file: TARIFF, path: ["factors", 2, "grid", "rows", 0, "cells", 1], was: 2, value: 3 },
    ]);
    expect(writeTable(content, find("values"), { row: 2, column: 1 }, [["1,4"]])).toEqual([
      { file: TARIFF, path: ["factors", 0, "values", "c"], was: undefined, value: 1.4 },
    ]);
  });
});

test("a row is copied below itself and removed, in JSON and in CSV", () => {
  expect(copyRow(content, find("main/options"), 0)).toEqual([
    { file: TARIFF, path: ["main", "options", 1], value: { value: "a", price: 100 }, insert: true },
  ]);
  expect(removeRow(content, find("main/options"), 1)[0]).toMatchObject({ path: ["main", "options", 1] });
  expect(copyRow(content, find("turnover.csv"), 0)[0]?.value).toBe(
    "\uFEFFup_to;factor\r\n1000;1\r\n1000;1\r\n2000;1,25\r\n",
  );
  expect(removeRow(content, find("turnover.csv"), 0)[0]?.value).toBe("\uFEFFup_to;factor\r\n2000;1,25\r\n");
});

test("cells are read as Excel writes them, and written so that they are read again", () => {
  expect(readCells('a;"b;""c""\nd"\r\n;2\r\n')).toEqual([
    ["a", 'b;"c"\nd'],
    ["", "2"],
  ]);
  expect(readCells("1\t2\n3\t", "\t")).toEqual([
    ["1", "2"],
    ["3", ""],
  ]);
  const rows = [
    ["a;b", 'c"d'],
    ["e\nf", ""],
  ];
  expect(readCells(writeCells(rows))).toEqual(rows);
  for (const amount of [0.00012, 1234567.5, -3, 1e21]) {
    const read = readAmount(writeAmount(amount));
    expect(read === amount || read === undefined).toBe(true);
  }
  expect(["1.000.000", "1,5", "€ 1.250,75", "1.00", "", "1,2,3", "12,"].map(readAmount)).toEqual([
    1_000_000,
    1.5,
    1250.75,
    ...Array.from({ length: 4 }, () => undefined),
  ]);
});

test("columns and rows have the words of the product, and names that have none stay", () => {
  const product = readContent("wagenpark");
  const use = listTables(product).find(({ name }) => name === "use")!;
  expect(nameTable(product, use, "nl")).toBe("Waarvoor worden de voertuigen vooral gebruikt?");
  expect(showCell(product, use, use.columns[0]!, { text: "own_goods", language: "fr" })).not.toBe("own_goods");
  const vehicle = listTables(product).find(({ name, kind }) => name === "vehicle" && kind === "rows")!;
  const shown = vehicle.columns.map((column, index) =>
    showCell(product, vehicle, column, { text: vehicle.rows[0]?.[index] ?? "", language: "nl" }),
  );
  expect(shown.slice(0, 2)).toEqual(["Dekkingen naast aansprakelijkheid", "1,8"]);
  expect(nameColumn(product, vehicle, vehicle.columns[1]!, "nl")).toBe("Schade aan het voertuig");
  const [step, per, amount] = ["vehicles.vehicles.1", "year", 0] as const;
  const line = { name: "kind", answer: `${step}.kind`, given: ["van", 9000], record: step, file: "", place: "" };
  expect(nameLine(product, { ...line, per, amount }, "nl")).toEqual({
    name: "Soort voertuig 2",
    given: "Bestelwagen, 9.000",
  });
});
