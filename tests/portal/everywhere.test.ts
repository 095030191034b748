// One request of every product in every flow, made over the real calls. Then every amount, name, number and day is the
// same in every place that shows it: outcome, API, list, panel, page, dashboard, search, export, document, mail
// (decisions 70). A place that shows another unit, rounding or name fails, and so does an unknown amount.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { dateAt } from "#engine/values/dates.ts";
import { paths } from "#routes/paths.ts";
import { paperWords } from "#server/documents/papers.ts";
import { findBroker, type Journey, journeys } from "../journeys/support/journey.ts";
import { type Client, loginAs, startServer, type TestServer, TODAY } from "../support/server.ts";
import { ANSWERS, fill, findFreeRelations, open, saveWith, send as sendOpened } from "../support/wizard.ts";
import { expectTyped, PAYLOADS } from "./everywhere/payloads.ts";
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
} from "./everywhere/places.ts";
import { readText } from "./everywhere/reading.ts";
import { forOtherCompany, send } from "./everywhere/request.ts";
import { renderAt } from "./everywhere/screens.tsx";
import { exported, wordsIn } from "./everywhere/words.ts";

const languages = ["nl", "fr"] as const;
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

let server: TestServer;
const clients = new Map<string, Client>();
beforeAll(async () => {
  server = await startServer();
  for (const user of ["v.voorbeeld", "d.demo"]) clients.set(user, await loginAs(server, user));
});
afterAll(() => server?.stop());

describe("one request is the same everywhere", () => {
  test.each(chosen.map((journey, index) => [journey.file, journey, languages[index % 2] ?? "nl"] as const))(
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

test("a quotation for another company becomes its policy, and a search finds each by that company", async () => {
  const client = clients.get("v.voorbeeld")!;
  client.language("nl");
  const company = "Nicht & Neef Advies";
  const relation = 300101;
  const opened = await open(client, 100245, relation);
  const answers = { "general-data": { ...ANSWERS["general-data"], kvk: "49000988" } };
  await fill(client, opened, { ...answers, "company-data": { ...ANSWERS["company-data"], company } });
  const quotation = (await sendOpened(client, opened)).json<SubmitAnswer>();
  const query = { quotation: Number(quotation.number) };
  const converting = await open(client, 100245, relation, query);
  const policy = (await sendOpened(client, converting, "insurance-policy", { query })).json<SubmitAnswer>();
  expect([quotation.summary?.insured_company, policy.summary?.insured_company]).toEqual([company, company]);
  for (const list of ["quotations", "policies"]) {
    const { data } = await client.ok<{ data: object[] }>(
      "GET",
      `/api/${list}/search/${encodeURIComponent("nicht & neef")}`,
    );
    expect(data).toEqual([expect.objectContaining({ relation_number: relation, insured_name: company })]);
  }
});

test("the dashboard names the insured company of a quotation that is about to expire", async () => {
  const client = clients.get("v.voorbeeld")!;
  client.language("nl");
  const company = "Tante & Oom Advies";
  const [relation = 0] = (await findFreeRelations(server, 100245)).slice(5);
  const opened = await open(client, 100245, relation);
  const answers = { "general-data": { ...ANSWERS["general-data"], kvk: "49000989" } };
  await fill(client, opened, { ...answers, "company-data": { ...ANSWERS["company-data"], company } });
  const { number, summary } = (await sendOpened(client, opened)).json<SubmitAnswer>();
  const quotation = server.db.updateTable("quotations").where("number", "=", Number(number));
  await quotation.set({ date: dateAt(TODAY, "-115d") }).execute();
  const html = await renderAt(client, "/", "nl");
  const item = [...html.matchAll(/<li>.*?<\/li>/gs)]
    .map(([row]) => readText(row))
    .find((row) => row.includes(number ?? ""));
  expect(item).toContain(summary?.company);
  expect(item).toContain(company);
});

test("the page of a quotation reports a change that waits to be sent, until it is sent", async () => {
  const client = clients.get("v.voorbeeld")!;
  client.language("nl");
  const [, , , relation = 0] = await findFreeRelations(server, 100245);
  const opened = await open(client, 100245, relation);
  await fill(client, opened);
  const { number } = (await sendOpened(client, opened)).json<SubmitAnswer>();
  const query = { quotation: Number(number) };
  const shows = async () =>
    (await renderAt(client, paths("nl").quote(Number(number)), "nl")).includes(
      wordsIn("nl")("portal.quote.action.go_on_changing"),
    );
  expect(await shows()).toBe(false);
  const changing = await open(client, 100245, relation, query);
  const saved = await saveWith(client, changing, "general-data", { body: ANSWERS["general-data"], query });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await shows()).toBe(true);
  for (const [step, body] of Object.entries(ANSWERS)) await saveWith(client, changing, step, { body, query });
  expect((await sendOpened(client, changing, "quotation", { query })).statusCode).toBe(200);
  expect(await shows()).toBe(false);
});

/** A few of them. PAYLOADS=all tries each (`npm run prove -- payloads`). */
const typed = [...PAYLOADS.entries()].filter(([index]) => process.env.PAYLOADS === "all" || index % 12 === 0);

test.each(typed)("what was typed is shown everywhere as it was typed: %i %j", async (index, payload) => {
  await expectTyped(server, clients.get("v.voorbeeld")!, payload, index);
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
    ["insured_name", paper.insured],
    ["product", paper.product],
  ])("%s: quotation, insurance, export and document", (field, onPaper) => {
    const names = [say(`portal.quote.field.${field}`), say(`portal.insurance.field.${field}`), onPaper];
    expect(new Set(names)).toEqual(new Set([exported[language].column[field]]));
  });
});
