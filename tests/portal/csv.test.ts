// The exported list: what a spreadsheet reads, and nothing it would run (decisions 50).
import { describe, expect, it } from "vitest";
import type { ListPage } from "#api/shapes.ts";
import { csvCell, toCsv } from "#portal/csv.ts";
import { allRows, mostRows } from "#portal/ExportButton.tsx";

describe("cells", () => {
  it.each([
    ["plain", "plain"],
    [null, ""],
    [undefined, ""],
    [1234.5, "1234,5"],
    [-12, "-12"],
    ['say "a"; b', '"say ""a""; b"'],
    ["two\nlines", '"two\nlines"'],
    ["=SUM(A1)", "'=SUM(A1)"],
    ["  =SUM(A1)", "'  =SUM(A1)"],
    ["+31 20", "'+31 20"],
    ["-cmd", "'-cmd"],
    ["@x", "'@x"],
    ["\tx", "'\tx"],
    ["a=b", "a=b"],
  ])("%j becomes %j", (value, cell) => expect(csvCell(value)).toBe(cell));

  it("makes a file with a byte order mark and semicolons", () => {
    expect(toCsv(["Naam", "Plaats"], [["Voorbeeld B.V.", "Zwolle"]])).toBe(
      "\uFEFFNaam;Plaats\r\nVoorbeeld B.V.;Zwolle\r\n",
    );
  });
});

describe("all pages", () => {
  const pageOf = (total: number, perPage: number) => {
    const asked: number[] = [];
    const page = async (number: number): Promise<ListPage<number>> => {
      asked.push(number);
      const first = (number - 1) * perPage;
      const rows = Array.from({ length: Math.min(perPage, total - first) }, (_, index) => first + index);
      return { rows, page: number, pages: Math.ceil(total / perPage), total, perPage };
    };
    return { page, asked };
  };
  it("asks each page once, in order", async () => {
    const { page, asked } = pageOf(250, 100);
    const rows = await allRows(page);
    expect(rows).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect(asked).toEqual([1, 2, 3]);
  });
  it("stops at the limit", async () => {
    const { page, asked } = pageOf(1_000_000, 100);
    expect(await allRows(page)).toHaveLength(mostRows);
    expect(asked).toHaveLength(mostRows / 100);
  });
});
