// The filters of the auditor's trail in an address, including addresses written by hand.
import { expect, test } from "vitest";
import { readAddress, writeAddress } from "#portal/audit/filterAddress.ts";

test.each([
  [
    "?from=2026-02-28&until=2026-03-01&person=vera&before=12",
    { from: "2026-02-28", until: "2026-03-01", person: "vera" },
    12,
  ],
  ["?from=2026-13-40&until=morgen&action=read", { action: "read" }, undefined],
  ["?from=2026-02-30&person=%20&before=-1", {}, undefined],
  ["", {}, undefined],
])("%s", (search, filters, before) => {
  const read = readAddress(search);
  expect(read).toEqual({ filters, before });
  expect(readAddress(writeAddress(read.filters, read.before))).toEqual(read);
});
