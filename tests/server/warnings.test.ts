// Warnings that the broker confirms, over the real calls: saved without, refused at Next, kept, printed, and asked again after a change.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { ContractDetails, FormsAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { createFileStore } from "#server/files/fileStore.ts";
import { exportRelation } from "#server/privacy/exportRelation.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import { type Client, TODAY } from "../support/server.ts";
import { ANSWERS, fill, type Opened, open, save, saveWith, send } from "../support/wizard.ts";

const RELATION = 300101;
const STEP = "general-data";

let vera: Client;

const portal = serveChanged((copy) => {
  const amount = { type: "integer", minimum: 0, maximum: 1_000_000 };
  const currency = { "ui:widget": "currency" };
  const half = { mostly_home: { atMost: [".abroad", { divide: [".revenue", 2] }], level: "warning" } };
  const stock = { ...amount, rules: { less_stock: { atMost: [".stock", ".building"], level: "warning" } } };
  const items = { type: "object", properties: { building: amount, stock }, additionalProperties: false };
  addFields(copy, STEP, {
    properties: { abroad: { ...amount, rules: half }, sites: { type: "array", maxItems: 5, items } },
    layout: {
      abroad: { ...currency, "ui:errors": { mostly_home: { message: "error.mostly_home" } } },
      sites: {
        "ui:widget": "list",
        building: currency,
        stock: { ...currency, "ui:errors": { less_stock: { message: "error.less_stock" } } },
      },
    },
    texts: {
      [`${STEP}.abroad.label`]: "Buitenland",
      "error.mostly_home": "Meer dan de helft, {limit, number}.",
      "error.less_stock": "Meer dan het gebouw.",
      [`${STEP}.sites.label`]: "Locaties",
      [`${STEP}.sites.item`]: "Locatie",
      [`${STEP}.sites.building.label`]: "Gebouw",
      [`${STEP}.sites.stock.label`]: "Voorraad",
    },
  });
});
beforeAll(() => {
  ({ vera } = portal);
});

const answers: JsonObject = { ...ANSWERS[STEP], revenue: 150_000, abroad: 100_000 };
const confirmed: JsonObject = { ...answers, _confirmed: { mostly_home: [100_000, 150_000] } };

async function restart(): Promise<Opened> {
  const opened = await open(vera, OFFICE, RELATION);
  await vera.ok("POST", `${opened.base}/wizard/restart`);
  return opened;
}

const readProgress = (opened: Opened) => vera.ok<ProgressAnswer>("GET", `${opened.base}/wizard/steps/progress`);
const readStep = async (opened: Opened) =>
  (await vera.ok<FormsAnswer>("POST", `${opened.base}/wizard/steps/forms`, { body: {} })).data[STEP]?.data;

test("going on without a confirmation is refused by field and rule, saving is not", async () => {
  const opened = await restart();
  const refused = await save(vera, opened, STEP, answers);
  expect(refused.statusCode, refused.body).toBe(422);
  expect(refused.json().errors).toEqual([
    expect.objectContaining({
      pointer: "/_confirmed/mostly_home",
      keyword: "mostly_home",
      params: expect.objectContaining({ field: "/abroad", reads: [100_000, 150_000] }),
    }),
  ]);
  expect((await saveWith(vera, opened, STEP, { body: answers, action: "save" })).statusCode).toBe(200);
  expect((await readProgress(opened)).data[STEP]).toMatchObject({ active: true, completed: false });
});

test("the confirmation is kept, completes the step, and no longer counts when an answer changes", async () => {
  const opened = await restart();
  expect((await save(vera, opened, STEP, confirmed)).statusCode).toBe(200);
  expect(await readStep(opened)).toMatchObject({ _confirmed: { mostly_home: [100_000, 150_000] } });
  expect((await readProgress(opened)).data[STEP]).toMatchObject({ completed: true });
  const changed = { ...confirmed, abroad: 100_001 };
  expect((await save(vera, opened, STEP, changed)).statusCode).toBe(422);
  expect((await saveWith(vera, opened, STEP, { body: changed, action: "save" })).statusCode).toBe(200);
  expect((await readProgress(opened)).data[STEP]).toMatchObject({ completed: false });
});

test.each([true, "yes", [100_000], { mostly_home: true }, { mostly_home: "x".repeat(1000) }, { unknown: [1] }])(
  "%j is no confirmation",
  async (confirmation) => {
    const opened = await restart();
    const refused = await save(vera, opened, STEP, { ...answers, _confirmed: confirmation });
    expect(refused.json().errors).toEqual([expect.objectContaining({ keyword: "mostly_home" })]);
  },
);

test("a step without such rules keeps no confirmations", async () => {
  const opened = await restart();
  await fill(vera, opened, {
    [STEP]: confirmed,
    "company-data": { ...ANSWERS["company-data"], _confirmed: { a: [1] } },
  });
  const forms = await vera.ok<FormsAnswer>("POST", `${opened.base}/wizard/steps/forms`, { body: {} });
  expect(forms.data["company-data"]?.data).not.toHaveProperty("_confirmed");
});

test("the confirmation is listed with the answers of the quotation", async () => {
  const opened = await restart();
  await fill(vera, opened, { [STEP]: confirmed });
  const number = Number((await send(vera, opened)).json().number);
  const { data } = await vera.ok<{ data: ContractDetails }>("GET", `/api/quotations/${number}/details`);
  const rows = data.answers.flatMap((section) => section.rows);
  expect(rows).toContainEqual({
    label: "Bevestigd door de intermediair",
    value: "Buitenland: Meer dan de helft, 75.000.",
  });
});

test("the confirmation of a record stays with its record when another is removed", async () => {
  const opened = await restart();
  const [small, large] = [
    { _id: "a", building: 500, stock: 100 },
    { _id: "b", building: 100, stock: 500 },
  ];
  const sites = (...records: JsonObject[]) => save(vera, opened, STEP, { ...ANSWERS[STEP], sites: records });
  const refused = await sites(small, large);
  expect(refused.json().errors).toEqual([
    expect.objectContaining({
      pointer: "/sites/1/_confirmed/less_stock",
      params: expect.objectContaining({ field: "/sites/1/stock", reads: [500, 100] }),
    }),
  ]);
  const confirmedLarge = { ...large, _confirmed: { less_stock: [500, 100] } };
  expect((await sites(small, confirmedLarge)).statusCode).toBe(200);
  expect((await sites(confirmedLarge)).statusCode).toBe(200);
  expect(await readStep(opened)).toMatchObject({ sites: [confirmedLarge] });
  expect((await sites({ ...confirmedLarge, stock: 501 })).statusCode).toBe(422);
});

test("the confirmations of several records are each listed with their record, also in the export of the relation", async () => {
  const opened = await restart();
  const site = (id: string) => ({ _id: id, building: 100, stock: 500, _confirmed: { less_stock: [500, 100] } });
  await fill(vera, opened, { [STEP]: { ...ANSWERS[STEP], sites: [site("a"), site("b")] } });
  const number = Number((await send(vera, opened)).json().number);
  const { data } = await vera.ok<{ data: ContractDetails }>("GET", `/api/quotations/${number}/details`);
  const confirmations = data.answers
    .flatMap((section) => section.rows)
    .filter(({ label }) => label.startsWith("Bevestigd"));
  expect(confirmations.map(({ value }) => value)).toEqual([
    "Locatie 1 – Voorraad: Meer dan het gebouw.",
    "Locatie 2 – Voorraad: Meer dan het gebouw.",
  ]);
  const { db, products, config } = portal.server;
  const clock = { now: () => new Date(), today: () => TODAY };
  const exporting = { db, files: createFileStore(config), products, clock, provider: "", language: "nl" as const };
  const out = join(mkdtempSync(join(tmpdir(), "exported-")), "relation");
  await exportRelation(exporting, { relation: RELATION, office: OFFICE }, out);
  const exported = JSON.parse(readFileSync(join(out, "relation.json"), "utf8"));
  const quotation = exported.answers.find((entry: { quotation: number | null }) => entry.quotation === number);
  // The page adds the tables that take the place of some rows.
  expect(data.answers).toMatchObject(quotation.answers);
});
