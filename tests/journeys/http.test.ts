// Every journey over HTTP: the real server on a port of its own, with login, token, uploads, revisions and idempotency keys.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BrokerClient } from "./support/brokerClient.ts";
import { HttpTraveller } from "./support/httpTraveller.ts";
import { brokerOf, type Journey, journeys } from "./support/journey.ts";
import { expectPremium } from "./support/premium.ts";
import { type RunningServer, startServer } from "./support/runningServer.ts";

let server: RunningServer;
const brokers = new Map<string, BrokerClient>();

beforeAll(async () => {
  server = await startServer("2026-11-20");
  for (const user of ["v.voorbeeld", "d.demo"]) brokers.set(user, await BrokerClient.enter(server.origin, user));
});
afterAll(() => server?.stop());

async function travel(journey: Journey): Promise<void> {
  const product = await server.portal.products.current(journey.product);
  const traveller = new HttpTraveller(brokers.get(brokerOf(journey).user)!, journey, product!.bundle.manifest);
  const opened = await traveller.open();
  expect(opened).toMatchObject({ temporary_request: journey.temporary === true, resumed: null });
  for (const { step, answers, expect: expected } of journey.steps) {
    const files = step === "additional-explanation" && journey.uploads ? { file: await traveller.upload() } : {};
    expect(await traveller.answer(step, { ...answers, ...files }), `errors of ${step}`).toEqual(expected?.errors ?? []);
    if (expected?.premium) expectPremium(await traveller.premium(), expected.premium);
    if (journey.resume_after === step) await resume(traveller, journey, step);
  }
  if (journey.expect.premium) expectPremium(await traveller.premium(), journey.expect.premium);
  const verdict = await traveller.submit(journey.submit.action, journey.submit.answers);
  expect(verdict).toMatchObject({ outcome: journey.expect.outcome, steps: journey.expect.steps });
  if (["quotation", "accepted", "referred"].includes(verdict.outcome)) expect(verdict.number).toMatch(/^[57]\d{7}$/);
  else expect(verdict.number).toBeNull();
}

/** The same product for the same relation opens the draft again, with every value (decisions 32). */
async function resume(traveller: HttpTraveller, journey: Journey, step: string): Promise<void> {
  const resumed = await traveller.open();
  expect(resumed.resumed).toMatchObject({ step });
  const forms = await traveller.forms();
  const given = journey.steps.find((each) => each.step === step)?.answers;
  expect(forms[step]?.data).toMatchObject(given ?? {});
}

describe("journeys over HTTP", () => {
  test.each(journeys.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => travel(journey));
});
