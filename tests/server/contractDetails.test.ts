// What the page of a quotation or policy shows beside its row: documents, the quotation of a policy, premium and answers.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContractDetails, ReferralAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, findFreeRelations, open, save, saveWith, send } from "../support/wizard.ts";

const OFFICE = 100245;
const EXPLANATION = "De opdracht is in maart afgerond.";
let server: TestServer;
let broker: Client;
let relations: number[];
beforeAll(async () => {
  server = await startServer();
  broker = await loginAs(server, "v.voorbeeld");
  relations = await findFreeRelations(server, OFFICE);
});
afterAll(() => server?.stop());

const questions = (ANSWERS.acceptance as { questions_of_acceptance: object }).questions_of_acceptance;
const WRONG: RequestAnswers = { acceptance: { questions_of_acceptance: { ...questions, "1101": true } } };

async function request(action: "quotation" | "insurance-policy", changed: RequestAnswers = {}) {
  const relation = relations.pop() ?? 0;
  const opened = await open(broker, OFFICE, relation);
  await fill(broker, opened, changed);
  if (changed === WRONG && action === "insurance-policy") {
    const { id } = (await broker.upload(`${opened.base}/uploads`, "toelichting.pdf", "%PDF-1.4 toelichting")).json();
    await save(broker, opened, "additional-explanation", { explanation: EXPLANATION, file: [id] });
  }
  const answer = await send(broker, opened, action);
  expect(answer.statusCode, answer.body).toBe(200);
  return { relation, number: Number(answer.json<SubmitAnswer>().number) };
}

async function convert({ relation, number }: { relation: number; number: number }, changed: RequestAnswers = {}) {
  const query = { quotation: number };
  const opened = await open(broker, OFFICE, relation, query);
  for (const [step, body] of Object.entries(changed)) await saveWith(broker, opened, step, { body, query });
  const answer = await send(broker, opened, "insurance-policy", { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return Number(answer.json<SubmitAnswer>().number);
}

async function readDetails(list: "quotations" | "policies", number: number): Promise<ContractDetails> {
  const answer = await broker.ok<{ data: ContractDetails }>("GET", `/api/${list}/${number}/details`);
  expectShape("contract-details", answer);
  return answer.data;
}

const answersIn = ({ answers }: ContractDetails) => answers.flatMap(({ rows }) => rows.map(({ value }) => value));
const names = ({ documents }: ContractDetails) => documents.map(({ file_name }) => file_name);

test("a policy without a quotation has its document, its premium and the answers that were sent", async () => {
  const { number } = await request("insurance-policy");
  const details = await readDetails("policies", number);
  expect(names(details)).toEqual([`polis-${number}.pdf`]);
  expect(details).toMatchObject({ quotation_number: null, underwriter: false });
  const { data } = await broker.ok<{ data: { premium_total: number } }>("GET", `/api/policies/${number}`);
  expect(details.premium?.lines?.total).toBe(data.premium_total);
  expect(details.premium?.active_additional_coverages).toHaveLength(1);
  expect(answersIn(details)).toContain(ANSWERS["general-data"]?.kvk);
});

test("a converted quotation and its policy lead to each other, and each has its own answers and documents", async () => {
  const made = await request("quotation");
  const general = ANSWERS["general-data"] ?? {};
  const policy = await convert(made, { "general-data": { ...general, revenue: 234_567 } });
  const [before, after] = [await readDetails("quotations", made.number), await readDetails("policies", policy)];
  expect(after.quotation_number).toBe(made.number);
  const { data } = await broker.ok<{ data: { policy_number: number } }>("GET", `/api/quotations/${made.number}`);
  expect(data.policy_number).toBe(policy);
  expect([names(before), names(after)]).toEqual([[`offerte-${made.number}.pdf`], [`polis-${policy}.pdf`]]);
  const changed = (details: ContractDetails) => answersIn(details).some((value) => value.includes("234.567"));
  expect([changed(before), changed(after)]).toEqual([false, true]);
});

test("what an underwriter judged is on the quotation's page, and its policy has the same answers", async () => {
  const { number } = await request("insurance-policy", WRONG);
  const referred = await readDetails("quotations", number);
  expect(names(referred).sort()).toEqual([`aanvraag-${number}.pdf`, "toelichting.pdf"]);
  expect(referred.underwriter, "it is with the underwriter already").toBe(false);
  const underwriter = await loginAs(server, "o.oordeel");
  const { data } = await underwriter.ok<ReferralAnswer>("GET", `/api/referrals/${number}`);
  const decision = { decision: "accept", revision: data.revision };
  await underwriter.ok("POST", `/api/referrals/${number}/decision`, { body: decision });
  const { policy_number: policy } = await server.db
    .selectFrom("quotations")
    .select("policy_number")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  const issued = await readDetails("policies", policy ?? 0);
  expect(issued.quotation_number).toBe(number);
  expect(issued.answers).toEqual(referred.answers);
  expect(answersIn(issued)).toContain(EXPLANATION);
});

test("documents of a quotation that was converted and referred are those of both numbers, the newest first", async () => {
  const made = await request("quotation", WRONG);
  expect((await readDetails("quotations", made.number)).underwriter, "an open quotation").toBe(true);
  const query = { quotation: made.number };
  const opened = await open(broker, OFFICE, made.relation, query);
  await saveWith(broker, opened, "additional-explanation", { body: { explanation: EXPLANATION }, query });
  const reference = (await send(broker, opened, "insurance-policy", { query })).json<SubmitAnswer>().number;
  const details = await readDetails("quotations", made.number);
  expect(names(details)).toEqual([`aanvraag-${reference}.pdf`, `offerte-${made.number}.pdf`]);
});

test("an older document of a quotation that was changed twice says when it was replaced", async () => {
  const made = await request("quotation");
  for (const digital_invoice of [true, false]) {
    const query = { quotation: made.number };
    const opened = await open(broker, OFFICE, made.relation, query);
    const body = { ...BLOCK, digital_invoice };
    expect((await send(broker, opened, "quotation", { query, body })).statusCode).toBe(200);
  }
  const { documents } = await readDetails("quotations", made.number);
  const moments = documents.map(({ replaced_at }) => replaced_at);
  expect(documents.map(({ file_name }) => file_name)).toEqual(Array(3).fill(`offerte-${made.number}.pdf`));
  const sent = await server.db
    .selectFrom("submissions")
    .select("sent_at")
    .where("number", "=", String(made.number))
    .orderBy("sent_at", "desc")
    .execute();
  const [last, second] = sent.map(({ sent_at }) => new Date(sent_at).toISOString());
  expect(moments).toEqual([undefined, last, second]);
});

test("a premium that is not what was agreed is left out; the answers stay", async () => {
  const { number } = await request("insurance-policy");
  const agreed = server.db.updateTable("policies").where("number", "=", number);
  await agreed.set((row) => ({ premium_total: row("premium_total", "+", 1) })).execute();
  const details = await readDetails("policies", number);
  expect(details.premium).toBeNull();
  expect(answersIn(details)).toContain(ANSWERS["general-data"]?.kvk);
});

test("answers are in the words of the reader, and documents of others are not found", async () => {
  const { number } = await request("quotation");
  broker.language("fr");
  const details = await readDetails("quotations", number);
  broker.language("nl");
  expect(details.answers.map(({ heading }) => heading)).toContain("Choix de la couverture");
  expect(details.documents).toMatchObject([{ description: "Devis" }]);
  const other = await loginAs(server, "d.demo");
  expect((await other.call("GET", `/api/quotations/${number}/details`)).statusCode).toBe(404);
});
