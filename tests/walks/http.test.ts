// Random walks through the browser's model, its calls and the real application on the embedded database.
import { afterAll, beforeAll, describe, test } from "vitest";
import type { FlowName } from "#engine/types.ts";
import type { RegisteredCompany } from "#server/requests/companyRegister.ts";
import { brokerOf, type Journey, journeys, readJson } from "../journeys/support/journey.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { httpBackEnd, leadFetch } from "./httpBackEnd.ts";
import { flows, runsOf, runWalks, told } from "./runWalks.ts";

const products = [...new Set(journeys.map(({ product }) => product))];
const register = new Map(
  readJson<(RegisteredCompany & { kvk: string })[]>("fixtures/portfolio/register.json").map((row) => [row.kvk, row]),
);
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  told("http");
}, 60_000);
afterAll(() => server?.stop());

const journeyOf = (product: string, flow: FlowName): Journey =>
  journeys.find((journey) => journey.product === product && journey.flow === flow)!;

describe.each(products)("%s", (product) => {
  test.each(flows)(
    "%s",
    async (flow) => {
      const journey = journeyOf(product, flow);
      const { office, user } = brokerOf(journey);
      leadFetch(await loginAs(server, user));
      const { relation, quotation } = journey;
      const start = () => httpBackEnd({ server, office, product, flow, relation, quotation, register });
      await runWalks({ product, flow, start, runs: runsOf("http", products.length) });
    },
    3_600_000,
  );
});
