// Every journey over HTTP: the real server on a port of its own, with login, token, uploads, revisions and idempotency keys.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutFiles } from "#content/cases/journeys/files.ts";
import { comparePlayed, playOver } from "#content/cases/journeys/play.ts";
import { publish } from "#content/publish/publish.ts";
import type { SendAction } from "#engine/schema/types.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { BrokerClient } from "./support/brokerClient.ts";
import { HttpTransport } from "./support/httpTransport.ts";
import { EXAMPLES, exampleJourneys, findBroker, findJourney, type Journey, journeys, root } from "./support/journey.ts";
import { forgetRelease, publishStricter } from "./support/republish.ts";

/** The page as the build makes it, so that no built app is needed. It contains the token too. */
const page =
  '<!doctype html><html lang="nl"><head><meta name="csrf-token" content=""><title>Portal</title></head></html>';
let server: TestServer;
let productsDir: string;
const brokers = new Map<string, BrokerClient>();

beforeAll(async () => {
  server = await startServer({ development: { page: async () => page, attach: async () => {} } });
  productsDir = join(server.config.dataDir, "products");
  const origin = await server.app.listen({ host: "127.0.0.1", port: 0 });
  for (const user of ["v.voorbeeld", "d.demo"]) brokers.set(user, await BrokerClient.enter(origin, user));
});
afterAll(async () => {
  await server?.stop();
});

async function createTransport(journey: Journey): Promise<HttpTransport> {
  const product = await server.products.current(journey.product);
  return new HttpTransport(brokers.get(findBroker(journey).user)!, journey, product!.bundle.manifest);
}

async function play(journey: Journey): Promise<void> {
  const { bundle } = (await server.products.current(journey.product))!;
  const { manifest } = bundle;
  const played = await playOver(journey, bundle, await createTransport(journey));
  expect(comparePlayed(journey, manifest, played)).toEqual([]);
  const { outcome, number, summary } = played.end;
  if (["quotation", "accepted", "referred"].includes(outcome)) expect(number).toMatch(/^[57]\d{7}$/);
  else expect(number).toBeNull();
  if (!summary) return;
  const { total, one_off_total } = played.priced.amounts;
  const shown = { total: summary.total_amount, one_off_total: summary.one_off_total ?? null };
  expect(shown, "the outcome's amounts are those of the sidebar").toEqual({ total, one_off_total });
}

describe("what a flow hides", () => {
  const hidden = { editQuote: "insurance-policy", quoteToPolicy: "quotation" } as Record<string, SendAction>;
  const cases = journeys.filter(({ flow, expect: { outcome } }) => hidden[flow] && outcome === "declined");
  test.each(cases.map((journey) => [journey.file, journey] as const))(
    "is refused to a call: %s",
    async (_, journey) => {
      const transport = await createTransport(journey);
      await transport.open();
      expect(await transport.sendHidden(hidden[journey.flow]!)).toEqual([409, "not_in_flow"]);
    },
  );
});

describe("journeys over HTTP", () => {
  test.each(journeys.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => play(journey));
});

describe("journeys of the example products over HTTP", () => {
  beforeAll(async () => {
    await publish(join(root, "schemas"), productsDir, { examplesDir: EXAMPLES });
  });

  test.each(exampleJourneys.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => play(journey));

  const quoted = exampleJourneys.filter(({ file }) => file.endsWith("quotation-with-the-whole-form"));
  test.each(quoted.map((journey) => [journey.file, journey] as const))(
    "the quotation of %s has every answer, can be changed, and becomes a policy of the same price",
    async (_, journey) => {
      const { bundle } = (await server.products.current(journey.product))!;
      const { manifest } = bundle;
      const made = await playOver(journey, bundle, await createTransport(journey));
      for (const [flow, action, outcome] of REUSES) {
        const reused = { ...journey, flow, quotation: Number(made.end.number) } as const;
        const transport = await createTransport(reused);
        await transport.open();
        const forms = await transport.forms();
        for (const { step, answers } of journey.steps) {
          const { data, meta } = forms[step]!;
          const sent = Object.entries(withoutFiles(bundle.steps[step], answers)).filter(
            ([name]) => !meta?.disabled?.includes(name),
          );
          expect(data, step).toMatchObject(Object.fromEntries(sent));
        }
        const submit = { ...journey.submit, action };
        const played = await playOver({ ...reused, submit }, bundle, transport);
        expect(comparePlayed({ ...reused, submit, expect: { ...journey.expect, outcome } }, manifest, played)).toEqual(
          [],
        );
      }
    },
  );
});

const REUSES = [
  ["editQuote", "quotation", "quotation"],
  ["quoteToPolicy", "insurance-policy", "accepted"],
] as const;

describe("a product that is published again while requests are open", () => {
  const accepted = findJourney("beroepsaansprakelijkheid-newRequest-policy-accepted");
  const quoted = findJourney("beroepsaansprakelijkheid-newRequest-quotation");
  let old: string;
  let [first, second]: HttpTransport[] = [];

  beforeAll(async () => {
    [first, second] = [await createTransport(accepted), await createTransport(quoted)];
    old = (await first.open()).version!;
    await second.open();
    for (const { step, answers } of accepted.steps.slice(0, 2)) await first.answer(step, answers);
    for (const { step, answers } of quoted.steps) await second.answer(step, answers);
    await publishStricter(productsDir, accepted.product);
  });

  test("a request goes on with the rules that it was begun with, and the broker sees the new price first", async () => {
    expect(await first!.open()).toMatchObject({ version: old, resumed: accepted.steps[1]!.step });
    const cover = accepted.steps[1]!;
    expect((await first!.progress()).data[cover.step]).toMatchObject({ completed: false, changed: true });
    for (const { step, answers } of accepted.steps.slice(1)) expect(await first!.answer(step, answers)).toEqual([]);
    // (1325 + 20 % + 70) x 1.03 / 4
    const { amounts } = await first!.premium();
    expect(amounts).toMatchObject({ per_year: 1709.8, per_term: 427.45, tax: 89.76, total: 517.21 });
    const verdict = await first!.send(accepted.submit.action, accepted.submit.answers);
    expect(verdict).toMatchObject({ outcome: "accepted", number: expect.stringMatching(/^7\d{7}$/) });
  });

  test("a new request gets the new rules", async () => {
    const { version } = await first!.open();
    expect(version).not.toBe(old);
    const { step, answers } = accepted.steps[0]!;
    expect(await first!.answer(step, answers)).toEqual([["/revenue", "maximum"]]);
  });

  test("a request whose release is gone continues with the one on offer: judged again, no answer lost", async () => {
    forgetRelease(productsDir, old);
    const opened = await second!.open();
    expect(opened.version).not.toBe(old);
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
    const verdict = await second!.send(quoted.submit.action, quoted.submit.answers);
    expect(verdict).toMatchObject({ outcome: "quotation", number: expect.stringMatching(/^5\d{7}$/) });
  });
});
