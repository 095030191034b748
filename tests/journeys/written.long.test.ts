// What the tools write passes the check and is played over HTTP with success: the journeys of a new product, a tariff from a day,
// and a journey that is recorded from a request made by hand.
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparePlayed, playOver } from "#content/cases/journeys/play.ts";
import { writeJourneys } from "#content/cases/journeys/write.ts";
import { createProduct } from "#content/newProduct.ts";
import { publish } from "#content/publish/publish.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { quotationList } from "#server/portfolio/lists/contractRows.ts";
import { recordRequest } from "#server/samples/recording.ts";
import { ContentCopy, FIXTURES } from "../content/support/content.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { BrokerClient } from "./support/brokerClient.ts";
import { HttpTransport } from "./support/httpTransport.ts";
import { type Journey, readAllJourneys, readJourney } from "./support/journey.ts";

/** The tools write its journeys. Those of the other are the shared ones. */
const KEY = "drones";
const SHARING = "kites";
const PAGE =
  '<!doctype html><html lang="nl"><head><meta name="csrf-token" content=""><title>Portal</title></head></html>';
const copy = new ContentCopy("cyber");
let server: TestServer;
let broker: BrokerClient;
let shared: Journey[];

const ownJourneys = () => readdirSync(copy.path("fixtures/journeys")).filter((name) => name.startsWith(`${KEY}-`));

/** Stores the quotations that the tools wrote, as the samples are stored. */
async function storeQuotations(): Promise<void> {
  const all = copy.read("fixtures/portfolio/quotations.json") as unknown as JsonObject[];
  for (const { product_key, answers, ...row } of all.filter((one) =>
    [KEY, SHARING].includes(String(one.product_key)),
  )) {
    const relation = await server.db
      .selectFrom("relations")
      .select(["relation_number", "intermediary_number"])
      .where("relation_number", "=", Number(row.relation_number))
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto("quotations")
      .values({ ...quotationList.store(row as never), ...relation } as never)
      .execute();
    const stored = { number: Number(row.number), product_key: String(product_key), answers: JSON.stringify(answers) };
    await server.db
      .insertInto("quotation_answers")
      .values(stored as never)
      .execute();
  }
}

async function play(journey: Journey) {
  const { bundle } = (await server.products.current(journey.product))!;
  const { manifest } = bundle;
  const played = await playOver(journey, bundle, new HttpTransport(broker, journey, bundle));
  return comparePlayed(journey, manifest, played);
}

/** One journey of each outcome: the check plays all of them, by the same rules. */
async function expectPlayed(written: Journey[]): Promise<void> {
  const differences: Record<string, unknown> = {};
  for (const journey of new Map(written.map((each) => [each.expect.outcome, each])).values()) {
    const found = await play(journey);
    if (found.length > 0) differences[journey.file] = found;
  }
  expect(differences).toEqual({});
}

beforeAll(async () => {
  const { schemas: schemasDir, fixtures: fixturesDir } = copy;
  copy.addPortalForms();
  createProduct({ schemasDir, fixturesDir, key: SHARING, like: "cyber" });
  shared = readAllJourneys(SHARING, copy.base);
  createProduct({ schemasDir, fixturesDir, key: KEY, like: "cyber" });
  rmSync(copy.path("fixtures/journeys/shared"), { recursive: true });
  for (const key of [KEY, SHARING])
    copy.change(`schemas/products/${key}/product.json`, (manifest) => Object.assign(manifest, { offered: true }));
  const tariff = copy.read(`schemas/products/${KEY}/tariff.json`);
  (tariff.main as { options: { price: number }[] }).options[0]!.price += 15;
  copy.write(`schemas/products/${KEY}/tariff.2027-01-01.json`, tariff);
  writeJourneys(schemasDir, fixturesDir, KEY);
  server = await startServer({ development: { page: async () => PAGE, attach: async () => {} } });
  await publish(schemasDir, join(server.config.dataDir, "products"));
  await storeQuotations();
  broker = await BrokerClient.enter(await server.app.listen({ host: "127.0.0.1", port: 0 }), "v.voorbeeld");
});
afterAll(async () => {
  await server?.stop();
  copy.remove();
});

describe("the journeys that are written for a new product", () => {
  it("are one for every outcome of every flow, with nothing for the check but amounts to work out", async () => {
    expect(ownJourneys().length).toBe(13);
    const found = (await copy.errors()).filter((one) => one.includes(`fixtures/journeys/${KEY}-`));
    expect(found.filter((one) => !one.includes("amounts are not worked out yet"))).toEqual([]);
  });

  it("end over HTTP as they expect", async () => {
    await expectPlayed(ownJourneys().map((file) => readJourney(file, copy.base)));
  });
});

it("the shared journeys of a new product end over HTTP as they expect, with the amounts of its bases", async () => {
  expect(shared.length).toBe(readdirSync(join(FIXTURES, "journeys/shared")).length);
  await expectPlayed(shared);
  expect(new Set(shared.map(({ expect: { premium } }) => premium?.total))).toEqual(new Set([undefined, 465.85]));
});

it("a journey priced by a tariff from a day has the same amounts in the check and over HTTP", async () => {
  const file = `${KEY}-newTempRequest-from-january.json`;
  const model = copy.read(`fixtures/journeys/${KEY}-newTempRequest-quotation.json`);
  const submit = { action: "quotation", from: "base", answers: { effective_date: "2027-01-05" } };
  const write = (premium: JsonObject) =>
    copy.write(`fixtures/journeys/${file}`, {
      ...model,
      name: "From January",
      submit,
      expect: { outcome: "quotation", premium },
    });
  write({ per_year: 1 });
  const [told = ""] = (await copy.errors()).filter((one) => one.includes(file));
  const amount = Number(/per_year should be 1\.00 and is ([\d.]+)/.exec(told)?.[1]);
  expect(told).toContain("main 400.00");
  write({ per_year: amount });
  expect((await copy.errors()).filter((one) => one.includes(file))).toEqual([]);
  expect(await play(readJourney(file, copy.base))).toEqual([]);
});

it("a request made by hand with a later first day of cover is recorded as a journey that both play alike", async () => {
  const saved = server.db.selectFrom("requests").select("request_id").where("saved_at", "is not", null);
  const { request_id: draft } = await saved.orderBy("saved_at", "desc").executeTakeFirstOrThrow();
  const { db, products } = server;
  const written = await recordRequest(
    { db, products, fixturesDir: copy.fixtures },
    { draft, name: "By hand", today: "2026-11-20" },
  );
  const file = written.file.replace("journeys/", "");
  expect(file).toBe(`${KEY}-newTempRequest-by-hand.json`);
  const journey = JSON.parse(written.text) as JsonObject;
  expect(journey).toMatchObject({ submit: { answers: { effective_date: "2027-01-05" } } });
  copy.write(`fixtures/${written.file}`, journey);
  expect((await copy.errors()).filter((one) => one.includes(file))).toEqual([]);
  expect(await play(readJourney(file, copy.base))).toEqual([]);
});
