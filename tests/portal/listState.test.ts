// The state of a list in its address, and the arrow keys and the pager.
import { describe, expect, it } from "vitest";
import {
  listSearch,
  nextIndex,
  pagesShown,
  readListState,
  selectedRow,
  sortDirection,
  turnedSort,
} from "#portal/kit/list/listState.ts";

const read = (search: string) => readListState(new URLSearchParams(search));

describe("address of a list", () => {
  it.each([
    ["", { page: 1, row: null, sort: null, choices: {} }],
    ["?page=3&row=500", { page: 3, row: "500", sort: null, choices: {} }],
    ["?sort=-premium_total&page=2", { page: 2, row: null, sort: "-premium_total", choices: {} }],
    ["?status=O&expiry=14&other=x", { page: 1, row: null, sort: null, choices: { status: "O", expiry: "14" } }],
    ["?page=0", { page: 1, row: null, sort: null, choices: {} }],
    ["?page=-2", { page: 1, row: null, sort: null, choices: {} }],
    ["?page=x", { page: 1, row: null, sort: null, choices: {} }],
    ["?page=1.5", { page: 1, row: null, sort: null, choices: {} }],
    ["?page=1e99", { page: 1, row: null, sort: null, choices: {} }],
  ])("reads %s", (search, state) => expect(read(search)).toEqual(state));

  it.each([
    { page: 1, row: null, sort: null, choices: {} },
    { page: 4, row: null, sort: "product", choices: { product: "Cyber (EDI)" } },
    { page: 1, row: "81003", sort: null, choices: { state: "all" } },
    { page: 2, row: "a b&c", sort: "-date", choices: {} },
  ])("comes back as it was written: %j", (state) => expect(read(listSearch(state))).toEqual(state));

  it("leaves nothing behind for the first page", () => expect(listSearch({ page: 1, row: null })).toBe(""));
});

describe("order", () => {
  it.each([
    [null, "product", "product"],
    ["product", "product", "-product"],
    ["-product", "product", "product"],
    ["-date", "product", "product"],
  ])("sorted by %s, pressing %s sorts by %s", (sort, column, next) => expect(turnedSort(sort, column)).toBe(next));
  it("is announced for its own column alone", () => {
    expect(sortDirection("-product", "product")).toBe("descending");
    expect(sortDirection("product", "product")).toBe("ascending");
    expect(sortDirection("product", "product_code")).toBeUndefined();
    expect(sortDirection(null, "product")).toBeUndefined();
    expect(sortDirection("product", undefined)).toBeUndefined();
  });
});

describe("selection", () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const key = (row: { id: number }) => String(row.id);
  it("is the row of the address, else the first, else none", () => {
    expect(selectedRow(rows, key, "2")).toBe(rows[1]);
    expect(selectedRow(rows, key, null)).toBe(rows[0]);
    expect(selectedRow(rows, key, "99")).toBe(rows[0]);
    expect(selectedRow([], key, "1")).toBeUndefined();
  });
  it.each<[string, number, number | null]>([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 2, null],
    ["ArrowUp", 0, null],
    ["ArrowUp", 2, 1],
    ["Home", 2, 0],
    ["Home", 0, null],
    ["End", 0, 2],
    ["a", 1, null],
  ])("%s from row %i goes to %s", (pressed, index, goal) => expect(nextIndex(pressed, index, 3)).toBe(goal));
});

describe("pager", () => {
  it.each<[number, number, number[]]>([
    [1, 2, [1, 2]],
    [1, 7, [1, 2, 3, 4, 5]],
    [4, 7, [2, 3, 4, 5, 6]],
    [7, 7, [3, 4, 5, 6, 7]],
    [500, 1000, [498, 499, 500, 501, 502]],
  ])("on page %i of %i", (page, pages, numbers) => expect(pagesShown(page, pages)).toEqual(numbers));
});
