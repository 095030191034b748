// Random walks through the browser's model, its calls and the real application on the embedded database.
import { afterAll, beforeAll, describe, test } from "vitest";
import type { FlowName } from "#engine/schema/types.ts";
import type { RegisteredCompany } from "#server/external/companyRegister.ts";
import { findBroker, type Journey, journeys, readJson } from "../journeys/support/journey.ts";
import { leadFetch } from "../support/leadFetch.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { httpBackEnd } from "./httpBackEnd.ts";
import { flows, printCounts, runWalks } from "./runWalks.ts";

const products = [...new Set(journeys.map(({ product }) => product))];
const register = new Map(
  readJson<(RegisteredCompany & { kvk: string })[]>("fixtures/portfolio/register.json").map((row) => [row.kvk, row]),
);
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  printCounts();
  await server?.stop();
});

const findJourney = (product: string, flow: FlowName): Journey =>
  journeys.find((journey) => journey.product === product && journey.flow === flow)!;

describe.each(products)("%s", (key) => {
  test.each(flows)(
    "%s",
    async (flow) => {
      const journey = findJourney(key, flow);
      const { office, user } = findBroker(journey);
      leadFetch(await loginAs(server, user));
      const { relation, quotation } = journey;
      const product = (await server.products.current(key))!;
      const start = () => httpBackEnd({ server, office, product, flow, relation, quotation, register });
      await runWalks({ kind: "http", product, flow, products: products.length, start });
    },
    3_600_000,
  );
});
