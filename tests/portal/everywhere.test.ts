// One request of every product in every flow, made over the real calls; then every amount, name, number and day that any
// place shows about it is the same: outcome, API, list, panel, page, dashboard, search, export, document, mail (decisions 70). A place
// that shows another unit, rounding or name fails, and so does an amount that nobody knows.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paperWords } from "#server/documents/papers.ts";
import { findBroker, type Journey, journeys } from "../journeys/support/journey.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { expectTyped, PAYLOADS } from "./everywhere/payloads.ts";
import {
  expectInCalls,
  expectInExport,
  expectInList,
  expectOnDashboard,
  expectOnOutcome,
  expectOnPage,
  expectOnPaper,
} from "./everywhere/places.ts";
import { send } from "./everywhere/request.ts";
import { exported, wordsIn } from "./everywhere/words.ts";

const languages = ["nl", "fr"] as const;
const sent = ["quotation", "accepted", "referred"];

/**
 * The first of each product, flow and outcome, and whatever pays or covers in another way. A referral where it keeps the
 * number of a quotation; elsewhere it is made as a quotation is.
 */
const chosen = journeys.filter((journey, at) => {
  const kind = ({ product, flow, temporary, expect: { outcome } }: Journey) =>
    `${product} ${flow} ${temporary ? "any" : outcome}`;
  if (!sent.includes(journey.expect.outcome)) return false;
  if (journey.expect.outcome === "referred" && journey.flow !== "quoteToPolicy") return false;
  const first = journeys.findIndex((other) => kind(other) === kind(journey));
  return first === at || /instalments|run-off/.test(journey.file);
});

let server: TestServer;
const clients = new Map<string, Client>();
beforeAll(async () => {
  server = await startServer();
  for (const user of ["v.voorbeeld", "d.demo"]) clients.set(user, await loginAs(server, user));
});
afterAll(() => server?.stop());

describe("one request is the same everywhere", () => {
  test.each(chosen.map((journey, at) => [journey.file, journey, languages[at % 2] ?? "nl"] as const))(
    "%s",
    async (_, journey, spoken) => {
      const client = clients.get(findBroker(journey).user)!;
      client.language(spoken);
      const { truth, sentNumber } = await send(server, journey, client);
      await expectOnPaper({ server, client, truth, language: spoken }, sentNumber);
      const looked = { server, client, truth, language: spoken };
      await expectOnOutcome(looked, sentNumber);
      for (const relation of [undefined, truth.relation]) await expectInList(looked, relation);
      await expectOnPage(looked, undefined);
      await expectOnDashboard(looked);
      const other = { ...looked, language: spoken === "nl" ? ("fr" as const) : ("nl" as const) };
      await expectOnPage(other, truth.relation);
      for (const each of [looked, other]) {
        await expectInCalls(each);
        await expectInExport(each);
      }
    },
  );
});

/** A few of them; PAYLOADS=all tries each (`npm run prove -- payloads`). */
const typed = [...PAYLOADS.entries()].filter(([at]) => process.env.PAYLOADS === "all" || at % 12 === 0);

test.each(typed)("what was typed stands everywhere as it was typed: %i %j", async (at, payload) => {
  await expectTyped(server, clients.get("v.voorbeeld")!, payload, at);
});

describe.each(languages)("one thing has one name (%s)", (language) => {
  const say = wordsIn(language);
  const paper = paperWords[language].rows;
  test.each([
    ["insured_amount_per_claim", paper.per_claim],
    ["insured_amount_per_year", paper.per_year],
    ["own_risk", paper.own_risk],
    ["start_date", paper.start],
    ["relation_name", paper.relation],
    ["product", paper.product],
  ])("%s: quotation, insurance, export and document", (field, onPaper) => {
    const names = [say(`portal.quote.field.${field}`), say(`portal.insurance.field.${field}`), onPaper];
    expect(new Set(names)).toEqual(new Set([exported[language].column[field]]));
  });
});
