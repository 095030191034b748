// Every journey over HTTP: the real server on a port of its own, with login, token, uploads, revisions and idempotency keys.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SendAction } from "#engine/types.ts";
import type { Development } from "#server/pages.ts";
import { addRecordingPage } from "#server/recording.ts";
import { ContentCopy } from "../content/support/content.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { BrokerClient } from "./support/brokerClient.ts";
import { HttpTraveller } from "./support/httpTraveller.ts";
import { findBroker, findJourney, type Journey, journeys } from "./support/journey.ts";
import { expectPremium } from "./support/premium.ts";
import { forgetRelease, publishStricter } from "./support/republish.ts";

/** The page as the build makes it, so that no built app is needed; it carries the token all the same. */
const page =
  '<!doctype html><html lang="nl"><head><meta name="csrf-token" content=""><title>Portal</title></head></html>';
let server: TestServer;
let productsDir: string;
/** What is written of a request that was made. */
const content = new ContentCopy("cyber");
const brokers = new Map<string, BrokerClient>();

beforeAll(async () => {
  const fixturesDir = content.path("fixtures");
  const attach: Development["attach"] = async (app, parts) =>
    addRecordingPage(app, { ...parts, fixturesDir, styleSheets: [] });
  server = await startServer({ development: { page: async () => page, attach } });
  productsDir = join(server.config.dataDir, "products");
  const origin = await server.app.listen({ host: "127.0.0.1", port: 0 });
  for (const user of ["v.voorbeeld", "d.demo"]) brokers.set(user, await BrokerClient.enter(origin, user));
});
afterAll(async () => {
  await server?.stop();
  content.remove();
});

async function createTraveller(journey: Journey): Promise<HttpTraveller> {
  const product = await server.products.current(journey.product);
  return new HttpTraveller(brokers.get(findBroker(journey).user)!, journey, product!.bundle.manifest);
}

async function travel(journey: Journey): Promise<void> {
  const traveller = await createTraveller(journey);
  const opened = await traveller.open();
  expect(opened).toMatchObject({ temporary_request: journey.temporary === true, resumed: null });
  for (const { step, answers, expect: expected } of journey.steps) {
    const files = step === "additional-explanation" && journey.uploads ? { file: await traveller.upload() } : {};
    expect(await traveller.answer(step, { ...answers, ...files }), `errors of ${step}`).toEqual(expected?.errors ?? []);
    if (expected?.premium) expectPremium(await traveller.premium(), expected.premium);
    if (journey.resume_after === step) await resume(traveller, journey, step);
  }
  const { premium } = await traveller.premium();
  if (journey.expect.premium) expectPremium({ premium }, journey.expect.premium);
  const verdict = await traveller.submit(journey.submit.action, journey.submit.answers);
  expect(verdict).toMatchObject({ outcome: journey.expect.outcome, steps: journey.expect.steps });
  if (["quotation", "accepted", "referred"].includes(verdict.outcome)) expect(verdict.number).toMatch(/^[57]\d{7}$/);
  else expect(verdict.number).toBeNull();
  const costs = { total_amount: premium.total_amount, one_off_total: premium.lines?.one_off?.total };
  if (!verdict.summary) return;
  const { total_amount, one_off_total } = verdict.summary;
  expect({ total_amount, one_off_total }, "the outcome's amounts are those of the sidebar").toEqual(costs);
}

/** The same product for the same relation opens the draft again, with every value (decisions 32). */
async function resume(traveller: HttpTraveller, journey: Journey, step: string): Promise<void> {
  const resumed = await traveller.open();
  expect(resumed.resumed).toMatchObject({ step });
  const forms = await traveller.forms();
  const given = journey.steps.find((each) => each.step === step)?.answers;
  expect(forms[step]?.data).toMatchObject(given ?? {});
}

describe("what a flow hides", () => {
  const hidden = { editQuote: "insurance-policy", quoteToPolicy: "quotation" } as Record<string, SendAction>;
  const cases = journeys.filter(({ flow, expect: { outcome } }) => hidden[flow] && outcome === "declined");
  test.each(cases.map((journey) => [journey.file, journey] as const))(
    "is refused to a call: %s",
    async (_, journey) => {
      const traveller = await createTraveller(journey);
      await traveller.open();
      expect(await traveller.sendHidden(hidden[journey.flow]!)).toEqual([409, "not_in_flow"]);
    },
  );
});

describe("journeys over HTTP", () => {
  test.each(journeys.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => travel(journey));
});

test("in development the request that was made last is kept as a journey, and the check goes the same way", async () => {
  await travel(findJourney("cyber-newTempRequest-policy-accepted-for-a-new-relation"));
  const url = "/development/journeys";
  const [, draft = ""] = /name="draft" value="([^"]+)"/.exec((await server.app.inject(url)).body) ?? [];
  const keep = async (origin: string) => {
    const headers = { origin, host: "127.0.0.1", "content-type": "application/x-www-form-urlencoded" };
    const payload = new URLSearchParams({ draft, name: "By hand" }).toString();
    return (await server.app.inject({ method: "POST", url, headers, payload })).body;
  };
  expect(await keep("http://elsewhere.example")).toContain("did not come from this page");
  const file = /fixtures\/(\S+\.json)/.exec(await keep("http://127.0.0.1"))?.[1] ?? "";
  expect(file).toBe("journeys/cyber-newTempRequest-by-hand.json");
  const { steps, expect: ends } = content.read(`fixtures/${file}`) as unknown as Journey;
  expect([ends.outcome, steps.every((one) => "from" in one)]).toEqual(["accepted", true]);
  expect((await content.findings()).filter((one) => one.file.endsWith(file))).toEqual([]);
});

describe("a product that is published anew while requests are open", () => {
  const accepted = findJourney("beroepsaansprakelijkheid-newRequest-policy-accepted");
  const quoted = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  let old: string;
  let [first, second]: HttpTraveller[] = [];

  beforeAll(async () => {
    [first, second] = [await createTraveller(accepted), await createTraveller(quoted)];
    old = (await first.open()).product_version!;
    await second.open();
    for (const { step, answers } of accepted.steps.slice(0, 2)) await first.answer(step, answers);
    for (const { step, answers } of quoted.steps) await second.answer(step, answers);
    await publishStricter(productsDir, accepted.product);
  });

  test("a request goes on with the rules that it was begun with, and the broker sees the new price first", async () => {
    expect(await first!.open()).toMatchObject({ product_version: old, resumed: { step: accepted.steps[1]!.step } });
    const cover = accepted.steps[1]!;
    expect((await first!.progress()).data[cover.step]).toMatchObject({ completed: false, changed: true });
    for (const { step, answers } of accepted.steps.slice(1)) expect(await first!.answer(step, answers)).toEqual([]);
    // (1325 + 20 % + 70) x 1.03 / 4
    expectPremium(await first!.premium(), { per_year: 1709.8, per_term: 427.45, tax: 89.76, total: 517.21 });
    const verdict = await first!.submit(accepted.submit.action, accepted.submit.answers);
    expect(verdict).toMatchObject({ outcome: "accepted", number: expect.stringMatching(/^7\d{7}$/) });
  });

  test("a new request gets the new rules", async () => {
    const { product_version } = await first!.open();
    expect(product_version).not.toBe(old);
    const { step, answers } = accepted.steps[0]!;
    expect(await first!.answer(step, answers)).toEqual([["/revenue", "maximum"]]);
  });

  test("a request whose release is gone goes on with the one on offer: judged anew, no answer lost", async () => {
    forgetRelease(productsDir, old);
    const opened = await second!.open();
    expect(opened.product_version).not.toBe(old);
    expect(opened.resumed).not.toBeNull();
    const { step, answers } = quoted.steps[0]!;
    expect((await second!.forms())[step]?.data).toMatchObject(answers);
    expect((await second!.progress()).completed_steps).toBe(0);
    expect(await second!.answer(step, { ...answers, revenue: 90_000 })).toEqual([]);
    // The tariff on offer has another price: the broker has to see it.
    const cover = quoted.steps[1]!;
    expect((await second!.progress()).data[cover.step]).toMatchObject({
      active: true,
      completed: false,
      changed: true,
    });
    expect(await second!.answer(cover.step, cover.answers)).toEqual([]);
    const verdict = await second!.submit(quoted.submit.action, quoted.submit.answers);
    expect(verdict).toMatchObject({ outcome: "quotation", number: expect.stringMatching(/^5\d{7}$/) });
  });
});
