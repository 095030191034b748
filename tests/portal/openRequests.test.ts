// Open requests on the dashboard: a temporary one is listed with its own number and goes on under it, for its office alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExistsAnswer } from "#api/wire/wireTypes.ts";
import { paths } from "#routes/paths.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

const OFFICE = 100245;
const PRODUCT = "beroepsaansprakelijkheid";
const exists = `/api/aanvraag/${PRODUCT}/${OFFICE}/prerequisites/exists/`;
let server: TestServer;
let vera: Client;

beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
});
afterAll(() => server?.stop());

const open = async () => (await vera.ok<{ data: Record<string, unknown>[] }>("GET", "/api/requests/open")).data;

test("a temporary request that was saved is listed and resumed under its number", async () => {
  const before = await open();
  const { data } = await vera.ok<ExistsAnswer>("GET", exists);
  expect(data.temporary_request).toBe(true);
  expect(await open(), "nothing saved yet").toHaveLength(before.length);
  const base = `/api/aanvraag/${PRODUCT}/${OFFICE}/${data.relation_number}`;
  await vera.ok("POST", `${base}/wizard/step/general-data/save`, {
    query: { action: "save" },
    body: { revenue: 1000 },
  });
  const [row] = await open();
  expect(row).toMatchObject({ temporary: true, address_number: data.relation_number, step: "general-data" });
  const again = await vera.ok<ExistsAnswer>("GET", exists, { query: { relation: data.relation_number } });
  expect(again.data).toMatchObject({ temporary_request: true, relation_number: data.relation_number });
  expect(again.data.resumed).toMatchObject({ step: "general-data" });
});

test("another office does not find it", async () => {
  const [row] = await open();
  const daan = await loginAs(server, "d.demo");
  const query = { relation: Number(row?.address_number) };
  const url = `/api/aanvraag/${PRODUCT}/100871/prerequisites/exists/`;
  const lookUp = async (relation: number) => (await daan.ok<ExistsAnswer>("GET", url, { query: { relation } })).data;
  const { relation_number, draft_id, ...existing } = await lookUp(query.relation);
  const { relation_number: _number, draft_id: _draft, ...unknown } = await lookUp(999_999_999);
  expect(existing, "as for a number that nobody was given").toEqual(unknown);
  expect(existing).toMatchObject({ resumed: null, company: null });
  expect((await daan.ok<{ data: unknown[] }>("GET", "/api/requests/open")).data).toEqual([]);
  expect((await daan.call("GET", exists, { query })).statusCode).toBe(404);
});

test("its address is the temporary request's, with the number", () => {
  const address = { product: "p", intermediary: 1, resume: 900001 };
  expect(paths("nl").wizard(address)).toBe("/aanvraag/p/1?request=900001");
  expect(paths("nl").wizard({ product: "p", intermediary: 1 })).toBe("/aanvraag/p/1");
});
