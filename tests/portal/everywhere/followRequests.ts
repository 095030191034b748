// One request of a product and flow, made over the real calls. Then every amount, name, number and day is the same in every place
// that shows it: outcome, API, list, panel, page, dashboard, search, export, document, mail (decisions 70). A place that shows
// another unit, rounding or name fails, and so does an unknown amount.
import { afterAll, beforeAll, describe, test } from "vitest";
import { findBroker, type Journey, journeys } from "../../journeys/support/journey.ts";
import { type Client, loginAs, startServer, type TestServer } from "../../support/server.ts";
import {
  expectDocumentOnPage,
  expectInCalls,
  expectInExport,
  expectInHandover,
  expectInList,
  expectOnDashboard,
  expectOnOutcome,
  expectOnPage,
  expectOnPaper,
} from "./places.ts";
import { forOtherCompany, send } from "./request.ts";

export const languages = ["nl", "fr"] as const;
const sent = ["quotation", "accepted", "referred"];

/**
 * The first of each product, flow and outcome, and whatever pays or covers in another way. A referral is included where
 * it keeps the number of a quotation. Elsewhere it is made as a quotation is.
 */
const chosen = journeys.filter((journey, index) => {
  const kind = ({ product, flow, temporary, expect: { outcome } }: Journey) =>
    `${product} ${flow} ${temporary ? "any" : outcome}`;
  if (!sent.includes(journey.expect.outcome)) return false;
  if (journey.expect.outcome === "referred" && journey.flow !== "quoteToPolicy") return false;
  const first = journeys.findIndex((other) => kind(other) === kind(journey));
  return first === index || /instalments|run-off/.test(journey.file);
});

const isOdd = ({ file }: Journey) => /instalments|run-off/.test(file);
const [{ product = "" } = {}] = chosen;
const [odd] = chosen.filter(isOdd);
/** Whether ring 1 follows the request: one of each flow of one product, and one with odd sums. */
const isShort = (journey: Journey): boolean =>
  journey === odd ||
  journey === chosen.find((other) => other.product === product && other.flow === journey.flow && !isOdd(other));

export let server: TestServer;
export const clients = new Map<string, Client>();
export function serveRequests(): void {
  beforeAll(async () => {
    server = await startServer();
    for (const user of ["v.voorbeeld", "d.demo"]) clients.set(user, await loginAs(server, user));
  });
  afterAll(() => server?.stop());
}

/** Of ring 1, or the others. */
export function followRequests(ofRing1: boolean): void {
  describe("one request is the same everywhere", () => {
    const followed = chosen.filter((journey) => isShort(journey) === ofRing1);
    test.each(followed.map((journey, index) => [journey.file, journey, languages[index % 2] ?? "nl"] as const))(
      "%s",
      async (_, journey, spoken) => {
        const client = clients.get(findBroker(journey).user)!;
        client.language(spoken);
        const other = journey.flow === "newRequest" && chosen.indexOf(journey) % 2 === 0;
        const sentJourney = other ? forOtherCompany(journey, "Zuster & Zoon (in oprichting)") : journey;
        const { truth, sentNumber } = await send(server, sentJourney, client);
        await expectOnPaper({ server, client, truth, language: spoken }, sentNumber);
        const looked = { server, client, truth, language: spoken };
        await expectOnOutcome(looked, sentNumber);
        await expectInHandover(looked, sentNumber);
        for (const relation of [undefined, truth.relation]) await expectInList(looked, relation);
        await expectOnPage(looked, undefined);
        await expectDocumentOnPage(looked, sentNumber);
        await expectOnDashboard(looked);
        const translated = { ...looked, language: spoken === "nl" ? ("fr" as const) : ("nl" as const) };
        await expectOnPage(translated, truth.relation);
        for (const each of [looked, translated]) {
          await expectInCalls(each);
          await expectInExport(each);
        }
      },
    );
  });
}
