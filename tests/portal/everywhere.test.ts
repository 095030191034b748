// A request is the same everywhere (everywhere/followRequests.ts): in each flow, for another company, while a change waits, and with
// texts that break unescaped places. `everywhere.long.test.ts` follows requests of the other products.
import { describe, expect, test } from "vitest";
import type { SubmitAnswer } from "#api/wire/wireTypes.ts";
import { dateAt } from "#engine/values/dates.ts";
import { paths } from "#routes/paths.ts";
import { paperWords } from "#server/documents/papers.ts";
import { TODAY } from "../support/server.ts";
import { ANSWERS, fill, findFreeRelations, open, saveWith, send as sendOpened } from "../support/wizard.ts";
import { clients, followRequests, languages, serveRequests, server } from "./everywhere/followRequests.ts";
import { expectTyped, PAYLOADS } from "./everywhere/payloads.ts";
import { readText } from "./everywhere/reading.ts";
import { renderAt } from "./everywhere/screens.tsx";
import { exportedWord, wordsIn } from "./everywhere/words.ts";

serveRequests();
followRequests(true);

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
  const item = [...html.matchAll(/<li[^>]*>.*?<\/li>/gs)]
    .map(([row]) => readText(row))
    .find((row) => row.includes(company));
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
  const { rows: paper, periods } = paperWords[language];
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
    expect(new Set(names)).toEqual(new Set([exportedWord(language, "quotation", field)]));
  });

  test.each(Object.entries(periods))("a term of %s months on screens and papers", (months, onPaper) => {
    expect(onPaper).toBe(say("common.period.per_months", { months: Number(months) }));
  });
});
