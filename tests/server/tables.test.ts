// A table of fixed rows over the real calls: bad input has its clear answer and loses nothing, and the rows reach the documents and
// the hand-over.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { listKeys, nameByStandard } from "#server/handover/events.ts";
import { knownMembers } from "#underwriting/requestCalls.ts";
import { at as inside } from "../content/support/faults/fault.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import { ANSWERS, type Opened, open, PRODUCT, save, saveWith } from "../support/wizard.ts";

const STEP = "general-data";

let relation = 0;

const portal = serveChanged((copy) => {
  const amount = { type: "integer", minimum: 0, maximum: 1_000_000 };
  const rows = {
    type: "object",
    properties: { last: amount, next: amount },
    required: ["last"],
    additionalProperties: false,
  };
  const currency = { "ui:widget": "currency" };
  addFields(copy, STEP, {
    properties: { sales: { type: "object", rows: { from: "areas", ...rows } } },
    layout: { sales: { "ui:widget": "table", last: currency, next: currency } },
  });
  copy.change(`schemas/products/${PRODUCT}/product.json`, (manifest) => {
    inside(manifest, "lists").areas = { rules: [{ values: ["nl", "eu"] }] };
  });
});
beforeAll(() => {
  relation = portal.relations.pop() ?? 0;
});

let opened: Opened;
beforeEach(async () => {
  opened = await open(portal.vera, OFFICE, relation);
  await portal.vera.ok("POST", `${opened.base}/wizard/restart`);
});

const withSales = (sales: unknown): JsonObject => ({ ...ANSWERS[STEP], sales });
const STORED = { nl: { last: 10, next: 20 }, eu: { last: 0 } };

async function readSales(): Promise<unknown> {
  const forms = await portal.vera.ok<FormsAnswer>("POST", `${opened.base}/wizard/steps/forms`, { body: {} });
  return forms.data[STEP]?.data.sales;
}

const BAD: [what: string, sales: unknown, errors: [pointer: string, keyword: string][]][] = [
  ["a missing row", { nl: { last: 1 } }, [["/sales/eu/last", "required"]]],
  ["an empty row", { ...STORED, eu: {} }, [["/sales/eu/last", "required"]]],
  ["a record for a cell", { ...STORED, eu: { last: { amount: 1 } } }, [["/sales/eu/last", "type"]]],
  ["a list for a cell", { ...STORED, nl: { last: [1] } }, [["/sales/nl/last", "type"]]],
  ["a value beyond its bound", { ...STORED, eu: { last: 1_000_001 } }, [["/sales/eu/last", "maximum"]]],
  ["a number for a row", { ...STORED, eu: 7 }, [["/sales/eu", "type"]]],
  ["null for a row", { ...STORED, eu: null }, [["/sales/eu", "type"]]],
  ["a list for a row", { ...STORED, eu: [{ last: 1 }] }, [["/sales/eu", "type"]]],
  ["a list for a table", [{ last: 1 }, { last: 2 }], [["/sales", "type"]]],
  ["null for a table", null, [["/sales", "type"]]],
];

describe("a step with a table", () => {
  test.each(BAD)("of %s is refused at its field, and what is stored stays", async (_what, sales, errors) => {
    expect((await save(portal.vera, opened, STEP, withSales(STORED))).statusCode).toBe(200);
    const refused = await save(portal.vera, opened, STEP, withSales(sales));
    expect(refused.statusCode, refused.body.slice(0, 500)).toBe(422);
    const { errors: refusals } = refused.json() as { errors: { pointer: string; keyword: string }[] };
    expect(refusals.map(({ pointer, keyword }) => [pointer, keyword])).toEqual(errors);
    expect(await readSales()).toEqual(STORED);
  });

  test("loses members of rows that no schema declares", async () => {
    const sales = { ...STORED, nl: { ...STORED.nl, shoe: 43, _id: "r1" } };
    expect((await save(portal.vera, opened, STEP, withSales(sales))).statusCode).toBe(200);
    expect(await readSales()).toEqual(STORED);
  });

  test("keeps a row that its list does not offer now", () => {
    const lists = {
      areas: { rules: [{ when: { answered: "general-data.kvk" }, values: ["nl", "overseas"] }, { values: ["nl"] }] },
    };
    const rows = { type: "object", properties: { last: { type: "integer" } } };
    const schema = { properties: { sales: { type: "object", rows: { from: "areas", ...rows } } } };
    const bundle = { manifest: { steps: [{ key: STEP }], lists }, steps: { [STEP]: { schema } } };
    const body = { sales: { nl: { last: 1 }, overseas: { last: -1 }, moon: { last: 1 } } };
    expect(knownMembers({ bundle } as never, { step: STEP, action: "next", body })).toEqual({
      sales: { nl: { last: 1 }, overseas: { last: -1 } },
    });
  });

  test.each(["next", "save"] as const)("loses rows that its list never offers: %s", async (action) => {
    const sales = { ...STORED, moon: { last: -1 }, toString: { last: 1 }, "": { next: 2 } };
    expect((await saveWith(portal.vera, opened, STEP, { body: withSales(sales), action })).statusCode).toBe(200);
    expect(await readSales()).toEqual(STORED);
  });

  test("saves for later what is not finished, a cell of another kind too", async () => {
    const sales = { nl: { last: "tien" } };
    expect((await saveWith(portal.vera, opened, STEP, { body: withSales(sales), action: "save" })).statusCode).toBe(
      200,
    );
    expect(await readSales()).toEqual(sales);
  });
});

test("a table is handed over whole, by cell and by column", () => {
  const fields = { "s.sales": "own.all", "s.sales.nl.last": "own.cell", "s.sales.*.next": "own.column" };
  const sales = { ...STORED, nl: { ...STORED.nl, _confirmed: { unusual: [1] } } };
  expect(nameByStandard({ fields }, { answers: { s: { sales } }, case: {}, contract: {} })).toEqual({
    standard: { "own.all": STORED, "own.cell": 10, "own.column": { nl: 20, eu: null } },
  });
});

test("an event has the keys of records and of files, in the order of its lists", () => {
  const fields = {
    "s.owners": "own.all",
    "s.owners.*.name": "own.names",
    "s.report": "own.files",
    "s.name": "own.name",
  };
  const owners = [{ _id: "r2", name: "a" }, { _id: "r1" }, { name: "c" }];
  const files = new Map([
    ["u1", "hash1"],
    ["u2", "hash2"],
  ]);
  expect(listKeys({ fields }, { s: { owners, report: ["u2", "u1"], name: "x" } }, files)).toEqual({
    keys: { "own.all": ["r2", "r1", null], "own.names": ["r2", "r1", null], "own.files": ["hash2", "hash1"] },
  });
  expect(listKeys({ fields }, { s: { name: "x" } }, files)).toEqual({});
  expect(listKeys(undefined, { s: { owners } }, files)).toEqual({});
});
