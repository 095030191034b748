// Answers of earlier names of fields, read under today's names.
import { expect, test } from "vitest";
import { renameAddress, renameAnswers, renameRequest } from "#engine/formerNames.ts";

const was = { "general.turnover": "sales", "general.revenue": "sales" };

test("an answer under an earlier name has today's name, and every other answer stays as it is", () => {
  const answers = { general: { turnover: 5, kvk: "1" }, other: { turnover: 6 } };
  expect(renameRequest(was, answers)).toEqual({ general: { sales: 5, kvk: "1" }, other: { turnover: 6 } });
  expect(renameRequest(undefined, answers)).toBe(answers);
});

test("an answer under today's name is not replaced by an earlier one", () => {
  expect(renameAnswers(was, "general", { sales: 1, revenue: 2 })).toEqual({ sales: 1, revenue: 2 });
});

test("an address keeps what follows the field", () => {
  const addresses = ["general.revenue", "general.revenue.0.1", "general.kvk", "general"];
  expect(addresses.map((address) => renameAddress(was, address))).toEqual([
    "general.sales",
    "general.sales.0.1",
    "general.kvk",
    "general",
  ]);
});
