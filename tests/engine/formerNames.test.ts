// Answers of earlier names of fields, read under today's names.
import { expect, test } from "vitest";
import { renameAddress, renameAnswers, renameFieldId, renameRequest } from "#engine/fields/formerNames.ts";

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

const inside = {
  "parties.owners.*.part": "share",
  "regions.sales.*.last": "last_year",
  "general.contact.who": "name",
  "parties.firms": "companies",
  "parties.companies.*.kvk": "chamber_number",
};

test("answers of a record, a row and a group have today's names, and every record keeps its id and place", () => {
  const before = {
    parties: {
      owners: [
        { _id: "a", part: 40 },
        { _id: "b", part: 30 },
      ],
      firms: [{ _id: "c", kvk: "1" }],
      part: 1,
    },
    regions: { sales: { nl: { last: 1 }, eu: { last: 2, last_year: 3 } } },
    general: { contact: { who: "J" }, who: "K" },
  };
  const now = {
    parties: {
      owners: [
        { _id: "a", share: 40 },
        { _id: "b", share: 30 },
      ],
      companies: [{ _id: "c", chamber_number: "1" }],
      part: 1,
    },
    regions: { sales: { nl: { last_year: 1 }, eu: { last: 2, last_year: 3 } } },
    general: { contact: { name: "J" }, who: "K" },
  };
  expect(renameRequest(inside, before)).toEqual(now);
  expect(renameRequest(inside, now)).toEqual(now);
});

test.each([
  ["parties.owners.*.part", "parties.owners.*.share"],
  ["parties.owners.2.part", "parties.owners.2.share"],
  ["parties.firms.*.kvk", "parties.companies.*.chamber_number"],
  ["regions.sales.nl.last", "regions.sales.nl.last_year"],
  ["general.contact.who", "general.contact.name"],
  ["parties.part", "parties.part"],
])("the address %s of a field inside another is %s today", (address, today) => {
  expect(renameAddress(inside, address)).toBe(today);
});

test.each([
  ["parties_owners_r1_part", "parties_owners_r1_share"],
  ["parties_firms_c_kvk", "parties_companies_c_chamber_number"],
  ["regions_sales_nl_last", "regions_sales_nl_last_year"],
  ["regions_sales_nl_last_year", "regions_sales_nl_last_year"],
  ["parties_part", "parties_part"],
])("the id %s of a text that was being typed is %s today", (id, today) => {
  expect(renameFieldId(inside, id)).toBe(today);
});
