// Plays journeys over HTTP: the real server on a port of its own, with login, token, uploads, revisions and idempotency keys.
// The check plays all of them in process. Over HTTP, ring 1 plays one for each flow and outcome of one product, and one of each other.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparePlayed, playOver } from "#content/cases/journeys/play.ts";
import { publish } from "#content/publish/publish.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { BrokerClient } from "./brokerClient.ts";
import { HttpTransport } from "./httpTransport.ts";
import { EXAMPLES, exampleJourneys, findBroker, type Journey, journeys, root } from "./journey.ts";

/** The page as the build makes it, so that no built app is needed. It contains the token too. */
const page =
  '<!doctype html><html lang="nl"><head><meta name="csrf-token" content=""><title>Portal</title></head></html>';
export let server: TestServer;
export let productsDir: string;
const brokers = new Map<string, BrokerClient>();

export function serveJourneys(): void {
  beforeAll(async () => {
    server = await startServer({ development: { page: async () => page, attach: async () => {} } });
    productsDir = join(server.config.dataDir, "products");
    const origin = await server.app.listen({ host: "127.0.0.1", port: 0 });
    for (const user of ["v.voorbeeld", "d.demo"]) brokers.set(user, await BrokerClient.enter(origin, user));
  });
  afterAll(async () => {
    await server?.stop();
  });
}

export async function createTransport(journey: Journey): Promise<HttpTransport> {
  const product = await server.products.current(journey.product);
  return new HttpTransport(brokers.get(findBroker(journey).user)!, journey, product!.bundle);
}

export async function play(journey: Journey): Promise<void> {
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
  const mails = await server.db.selectFrom("outbox").select(["subject", "text"]).execute();
  const mail = mails.find(({ subject, text }) => `${subject} ${text}`.includes(String(number)));
  expect(mail?.text, "the mail's total is that of the sidebar").toContain(formatMoney(Number(total), "nl"));
}

const kind = ({ product, flow, expect: { outcome } }: Journey) =>
  product === journeys[0]?.product ? `${product} ${flow} ${outcome}` : product;
const isFirstOfKind = (journey: Journey, index: number, all: Journey[]) =>
  all.findIndex((other) => kind(other) === kind(journey)) === index;

const short = new Set([...journeys.filter(isFirstOfKind), ...exampleJourneys.filter(isFirstOfKind)]);
/** Whether ring 1 plays the journey. */
export const isShort = (journey: Journey): boolean => short.has(journey);

export function playEach(chosen: Journey[]): void {
  test.each(chosen.map((journey) => [journey.file, journey] as const))("%s", (_, journey) => play(journey));
}

export const publishExamples = () => publish(join(root, "schemas"), productsDir, { examplesDir: EXAMPLES });
