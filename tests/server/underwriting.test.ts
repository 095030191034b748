// The underwriter's calls: a referred request is asked about, answered, accepted or declined. The broker is notified by
// mail and at the quotation.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentAddress } from "#api/portfolio/documents.ts";
import type {
  ContractDetails,
  QuotationReferralAnswer,
  ReferralAnswer,
  ReferralRow,
  SubmitAnswer,
} from "#api/wire/wireTypes.ts";
import { paths } from "#routes/paths.ts";
import { expectShape } from "../support/apiShapes.ts";
import { pdfText } from "../support/pdfText.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, findFreeRelations, open, save, saveWith, send } from "../support/wizard.ts";

const OFFICE = 100245;
const EXPLANATION = "Een kleine opdracht <b>van drie maanden</b>.";
let server: TestServer;
let vera: Client;
let demo: Client;
let olga: Client;
let umar: Client;
let relations: number[];
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  demo = await loginAs(server, "d.demo");
  olga = await loginAs(server, "o.oordeel");
  umar = await loginAs(server, "u.uitkomst");
  umar.language("fr");
  relations = await findFreeRelations(server, OFFICE);
});
afterAll(() => server?.stop());

/** A policy request with a wrong answer, its explanation and a file. */
async function refer(): Promise<SubmitAnswer & { relation: number }> {
  const relation = relations.pop() ?? 0;
  const opened = await open(vera, OFFICE, relation);
  const asExpected = (ANSWERS.acceptance as { questions_of_acceptance: object }).questions_of_acceptance;
  await fill(vera, opened, { acceptance: { questions_of_acceptance: { ...asExpected, "1101": true } } });
  const { id } = (await vera.upload(`${opened.base}/uploads`, "toelichting.pdf", "%PDF-1.4 toelichting")).json();
  const explained = await save(vera, opened, "additional-explanation", { explanation: EXPLANATION, file: [id] });
  expect(explained.statusCode, explained.body).toBe(200);
  const answer = await send(vera, opened, "insurance-policy");
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().accepted).toBe("referred");
  return { ...answer.json(), relation };
}
type Decision = { decision: string; text?: string; revision?: number };
const page = (client: Client, number: unknown) => client.ok<ReferralAnswer>("GET", `/api/referrals/${number}`);
const decide = async (client: Client, number: unknown, { revision, ...body }: Decision) =>
  client.call("POST", `/api/referrals/${number}/decision`, {
    body: { ...body, revision: revision ?? (await page(client, number)).data.revision },
  });
const atQuotation = (number: unknown, client = vera) =>
  client.ok<QuotationReferralAnswer>("GET", `/api/quotations/${number}/referral`);
const quotation = async (number: unknown) =>
  (await vera.ok<{ data: Record<string, unknown> }>("GET", `/api/quotations/${number}`)).data;
const attention = async (number: unknown) =>
  (await vera.ok<{ data: { kind: string; number: number }[] }>("GET", "/api/attention")).data.find(
    (row) => row.number === Number(number),
  )?.kind;
/** Of the page at the public address, and all of the line: mail programs make a link of it. */
const linkTo = (quotation: unknown) => `\n${server.config.baseUrl}${paths("nl").quote(Number(quotation))}\n`;
const mails = (number: unknown) =>
  server.db
    .selectFrom("outbox")
    .select(["recipient", "subject", "text", "attachments"])
    .where("subject", "like", `%${number}%`)
    .orderBy("created_at")
    .execute();

test("the list as a file has days and numbers in their usual notation", async () => {
  const { number } = await refer();
  const { body } = await umar.call("GET", "/api/referrals/export");
  // A converted quotation keeps its number: what was referred has another.
  expect(body).toMatch(/^\uFEFFNuméro de référence;Statut;/);
  expect((await olga.call("GET", "/api/referrals/export")).body).toMatch(/^\uFEFFReferentienummer;Status;/);
  expect(body).toMatch(new RegExp(`^${number};À examiner;.*;\\d\\d/\\d\\d/\\d{4};\\d\\d/\\d\\d/\\d{4};\\r$`, "m"));
  expect(body, "an instant of the wire").not.toMatch(/\dT\d/);
});

test("a referred request is asked about, answered with a file, and becomes a policy at the price that was seen", async () => {
  const { number, relation, summary } = await refer();
  expect(summary?.quotation, "where the outcome leads to").toBe(Number(number));
  const listed = await olga.ok<{ data: ReferralRow[] }>("GET", "/api/referrals?limit=100");
  expectShape("referral#/definitions/list", listed);
  expect(listed.data.find((row) => row.number === Number(number))).toMatchObject({
    status: "W",
    status_label: "Te beoordelen",
    relation_number: relation,
    intermediary_number: OFFICE,
  });
  const before = await page(olga, number);
  expectShape("referrals-one", before);
  expect(before.data).toMatchObject({ explanation: EXPLANATION, background: "clear", screened: [], revision: 1 });
  expect(before.data.wrong_questions).toHaveLength(1);
  const [file] = before.data.history[0]?.files ?? [];
  expect(file?.name).toBe("toelichting.pdf");
  const read = await olga.call("GET", `/api/referrals/${number}/files/${file?.id}`);
  expect([read.statusCode, read.body]).toEqual([200, "%PDF-1.4 toelichting"]);

  expect((await decide(olga, number, { decision: "ask", text: "  Hoe lang duurt het?  " })).statusCode).toBe(200);
  expect(await quotation(number)).toMatchObject({ status: "W", status_label: "Vraag van de acceptant" });
  expect(await attention(number)).toBe("question");
  const shown = await atQuotation(number);
  expectShape("quotations-referral", shown);
  expect(shown.data).toMatchObject({ status: "V", question: "Hoe lang duurt het?", revision: 2 });
  expect(shown.data?.wrong_questions, "the cause").toEqual(before.data.wrong_questions);
  expect(JSON.stringify(shown), "whoever asked").not.toContain("Olga");

  const base = `/api/quotations/${number}/referral`;
  const planning = (
    await vera.upload(`${base}/files`, "planning.pdf", "%PDF-1.4 planning", { "idempotency-key": "a" })
  ).json();
  const again = (
    await vera.upload(`${base}/files`, "planning.pdf", "%PDF-1.4 planning", { "idempotency-key": "a" })
  ).json();
  expect(again).toEqual(planning);
  const wrong = (await vera.upload(`${base}/files`, "verkeerd.pdf", "%PDF-1.4 verkeerd")).json();
  expect((await vera.call("DELETE", `${base}/files/${wrong.id}`)).statusCode).toBe(204);
  expect((await demo.call("DELETE", `${base}/files/${planning.id}`)).statusCode).toBe(404);
  // Of a file whose answer was lost the page knows its own key alone.
  await vera.upload(`${base}/files`, "kwijt.pdf", "%PDF-1.4 kwijt", { "idempotency-key": "key-lost" });
  for (const _twice of [1, 2]) expect((await vera.call("DELETE", `${base}/files/key-lost`)).statusCode).toBe(204);
  expect((await demo.call("DELETE", `${base}/files/key-lost`)).statusCode).toBe(404);
  const waiting = await atQuotation(number);
  expectShape("quotations-referral", waiting);
  expect(waiting.data?.files, "stored, and in no answer yet").toEqual([planning]);
  const reply = { text: "Drie maanden.", files: [planning.id], revision: 2 };
  const lost = await vera.call("POST", base, { body: { ...reply, files: [planning.id, wrong.id] } });
  expect([lost.statusCode, lost.json().errors]).toMatchObject([422, [{ pointer: "/files/1" }]]);
  for (const _twice of [1, 2]) expect((await vera.call("POST", base, { body: reply })).statusCode).toBe(200);
  expect((await vera.call("POST", base, { body: { ...reply, text: "Anders." } })).json().code).toBe("conflict");
  expect(await quotation(number)).toMatchObject({ status: "B" });
  expect((await atQuotation(number)).data?.files).toEqual([]);

  const answered = await page(umar, number);
  expect(answered.data).toMatchObject({ status: "R", status_label: "Réponse reçue", revision: 3 });
  expect(answered.data.history[2]).toMatchObject({ kind: "answered", name: "Vera Voorbeeld", text: "Drie maanden." });
  const accepted = await decide(umar, number, { decision: "accept", text: "Graag jaarlijks melden.", revision: 3 });
  expect(accepted.statusCode, accepted.body).toBe(200);
  const { data } = accepted.json() as ReferralAnswer;
  expect(data).toMatchObject({ status: "P", decided_by: "Umar Uitkomst", waits_since: null });

  expect(await attention(number)).toBe("decided");
  const converted = await quotation(number);
  expect(converted).toMatchObject({ status: "P", policy_number: data.policy_number });
  const policy = await vera.ok<{ data: Record<string, unknown> }>("GET", `/api/policies/${data.policy_number}`);
  for (const same of ["premium", "premium_total", "insured_amount_per_claim", "relation_number", "start_date"])
    expect(policy.data[same], same).toEqual(converted[same]);
  const details = await vera.ok<{ data: ContractDetails }>("GET", `/api/policies/${data.policy_number}/details`);
  const files = details.data.documents.map(({ file_name }) => file_name).filter((name) => !/\d/.test(name));
  expect(files.sort(), "of the request and of the reply").toEqual(["planning.pdf", "toelichting.pdf"]);
  expect(await attention(number), "opened since").toBeUndefined();
  const [sent, question] = await mails(number);
  expect(sent?.subject).toMatch(/^Aanvraag/);
  expect(question).toMatchObject({
    recipient: "v.voorbeeld@example.nl",
    subject: expect.stringMatching(/^Vraag over aanvraag/),
  });
  expect(question?.text).toContain("Hoe lang duurt het?");
  expect(question?.text, "a name that ends in a stop ends no sentence").not.toContain(`${data.relation_name}.`);
  expect(question?.text).toContain(linkTo(number));
  const [papers] = await mails(data.policy_number);
  const policyLink = `\n${server.config.baseUrl}${paths("nl").insurance(Number(data.policy_number))}\n`;
  expect(papers?.text, "where it is now").toContain(policyLink);
  expect(papers?.text).not.toContain(linkTo(number));
  expect(papers?.text).toContain("Graag jaarlijks melden.");
  const [document] = papers?.attachments ?? [];
  expect(pdfText(Buffer.from(document?.content ?? "", "base64"))).toContain(String(data.policy_number));
});

test("accepted twice, or by two at once: one policy, and the second hears who was first", async () => {
  const { number } = await refer();
  const { revision } = (await page(olga, number)).data;
  const answers = await Promise.all(
    [olga, umar, olga].map((client) => decide(client, number, { decision: "accept", revision })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  expect(refused.length + done.length).toBe(3);
  expect(new Set(done.map((answer) => answer.json().data.policy_number)).size).toBe(1);
  const { by, message } = refused[0]?.json() ?? {};
  expect(done[0]?.json().data.decided_by).toBe(by);
  expect(message).toContain(by);
  const history = (await page(olga, number)).data.history.map(({ kind }) => kind);
  expect(history).toEqual(["sent", "accepted"]);
});

test("a decline gives its reason to the broker, by mail and at the quotation", async () => {
  const { number } = await refer();
  expect((await decide(olga, number, { decision: "decline", text: " " })).statusCode).toBe(422);
  expect((await decide(olga, number, { decision: "decline" })).statusCode).toBe(422);
  expect((await decide(olga, number, { decision: "decline", text: "Buiten ons beleid." })).statusCode).toBe(200);
  expect(await quotation(number)).toMatchObject({ status: "A", policy_number: null });
  expect((await atQuotation(number)).data?.history.at(-1)).toMatchObject({
    kind: "declined",
    text: "Buiten ons beleid.",
  });
  const text = (await mails(number)).at(-1)?.text;
  expect(text).toContain("Buiten ons beleid.");
  expect(text).toContain(linkTo(number));
  const late = await decide(umar, number, { decision: "accept" });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    "Olga Oordeel vous a devancé. La demande est maintenant : Refusée.",
  ]);
  const reply = await vera.call("POST", `/api/quotations/${number}/referral`, { body: { text: "Toch?", revision: 2 } });
  expect(reply.statusCode).toBe(409);
});

test("what the client pays once is shown to the underwriter too", async () => {
  const { number } = await refer();
  const readOnce = async () => (await page(olga, number)).data.one_off_total;
  expect(await readOnce()).toBeNull();
  const quotations = server.db.updateTable("quotations").where("number", "=", Number(number));
  await quotations.set({ one_off_total: 17_545 }).execute();
  expect(await readOnce()).toBe(175.45);
});

test("a converted quotation that is referred is found by its own number and by that of the referral, by both sides", async () => {
  const relation = relations.pop() ?? 0;
  const quoted = await open(vera, OFFICE, relation);
  const asExpected = (ANSWERS.acceptance as { questions_of_acceptance: object }).questions_of_acceptance;
  await fill(vera, quoted, { acceptance: { questions_of_acceptance: { ...asExpected, "1101": true } } });
  const query = { quotation: Number((await send(vera, quoted, "quotation")).json().number) };
  const opened = await open(vera, OFFICE, relation, query);
  const explained = { body: { explanation: EXPLANATION }, query };
  expect((await saveWith(vera, opened, "additional-explanation", explained)).statusCode).toBe(200);
  const sent = await send(vera, opened, "insurance-policy", { query });
  expect(sent.json(), sent.body).toMatchObject({ accepted: "referred" });
  const { number } = sent.json() as SubmitAnswer;
  expect(Number(number)).not.toBe(query.quotation);
  expect(sent.json().summary.quotation, "where the outcome leads to").toBe(query.quotation);
  expect((await atQuotation(query.quotation)).data?.number).toBe(Number(number));
  for (const term of [number, query.quotation]) {
    const referrals = await olga.ok<{ data: ReferralRow[] }>("GET", `/api/referrals/search/${term}`);
    expect(referrals.data.map((row) => row.number)).toEqual([Number(number)]);
    const quotations = await vera.ok<{ data: { number: number }[] }>("GET", `/api/quotations/search/${term}%20beroeps`);
    expect(quotations.data.map((row) => row.number)).toEqual([query.quotation]);
  }
  const foreign = await (await loginAs(server, "d.demo")).ok("GET", `/api/quotations/search/${number}`);
  expect(foreign).toMatchObject({ data: [] });
});

test("a relation that is renamed meanwhile has its new name at the underwriter too, as in every list", async () => {
  const { number, relation } = await refer();
  const { data } = await vera.ok<{ data: Record<string, unknown> }>("GET", `/api/relations/${relation}`);
  const { relation_number, company, kvk_number, intermediary_number, country_code, revision, ...others } = data;
  const renamed = { ...others, company_name: "Kersverse Naam B.V.", kvk: kvk_number };
  const saved = await vera.call("POST", `/api/relations/edit/${relation}`, { body: renamed });
  expect(saved.statusCode, saved.body).toBe(200);
  const referrals = await olga.ok<{ data: ReferralRow[] }>("GET", "/api/referrals/search/kersverse");
  expect(referrals.data).toMatchObject([{ number: Number(number), relation_name: "Kersverse Naam B.V." }]);
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'relation_name'`.execute(server.db);
  expect(tables.length).toBeGreaterThan(4);
  for (const { name } of tables) {
    const { rows } = await sql<{ relation_name: string }>`select distinct relation_name from ${sql.table(name)}
      where relation_number = ${relation}`.execute(server.db);
    for (const row of rows) expect(row.relation_name, name).toBe("Kersverse Naam B.V.");
  }
});

test("files of one kind are distinguished in the archive by their names", async () => {
  const { number, relation } = await refer();
  await decide(olga, number, { decision: "ask", text: "Wat nog?" });
  const base = `/api/quotations/${number}/referral`;
  const names = ["begroting.pdf", "planning.pdf"];
  for (const name of names) await vera.upload(`${base}/files`, name, `%PDF-1.4 ${name}`);
  const { data } = await vera.ok<{ data: { description: string; file_name: string; download: string }[] }>(
    "GET",
    `/api/documents?relation_id=${relation}&limit=100`,
  );
  const answers = data.filter(({ description }) => description.startsWith("Antwoord"));
  expect(answers.map(({ file_name }) => file_name).sort()).toEqual(names);
  for (const { file_name, download } of answers)
    expect((await vera.call("GET", download)).body).toBe(`%PDF-1.4 ${file_name}`);
  // The broker's history leads to the same files.
  const { id } = (await atQuotation(number)).data?.history[0]?.files[0] ?? {};
  expect((await vera.call("GET", documentAddress(id ?? 0))).body).toBe("%PDF-1.4 toelichting");
});

test("another office finds nothing of it, and a quotation that was not referred has none", async () => {
  const { number } = await refer();
  await decide(olga, number, { decision: "ask", text: "Vraag?" });
  const base = `/api/quotations/${number}/referral`;
  expect((await demo.call("GET", base)).statusCode).toBe(404);
  expect((await demo.call("POST", base, { body: { text: "x", revision: 2 } })).statusCode).toBe(404);
  expect((await demo.upload(`${base}/files`, "a.pdf", "%PDF-1.4")).statusCode).toBe(404);
  expect((await atQuotation(50010414)).data).toBeNull();
  const [document] = await server.db
    .selectFrom("documents")
    .select("id")
    .where("intermediary_number", "=", 100871)
    .execute();
  expect((await olga.call("GET", `/api/referrals/${number}/files/${document?.id}`)).statusCode).toBe(404);
});

test("the trail has each decision once, with who made it", async () => {
  const rows = await server.db
    .selectFrom("audit")
    .select(["login_name", "action", "intermediary_number", "detail"])
    .where("action", "like", "referral %")
    .orderBy("audit_id")
    .execute();
  expect(rows.map(({ login_name, action }) => `${login_name} ${action}`)).toEqual([
    "o.oordeel referral asked",
    "v.voorbeeld referral answered",
    "u.uitkomst referral accepted",
    expect.stringMatching(/referral accepted$/),
    "o.oordeel referral declined",
    "o.oordeel referral asked",
    "o.oordeel referral asked",
  ]);
  const office = new Set(rows.map((row) => `${row.login_name === "v.voorbeeld"} ${row.intermediary_number}`));
  expect(office).toEqual(new Set(["false null", `true ${OFFICE}`]));
  expect(rows.filter(({ detail }) => detail?.status !== undefined)).toEqual([]);
});

test("the samples can be judged: their answers are read, and a policy costs what their quotation states", async () => {
  const { data } = await olga.ok<{ data: ReferralRow[] }>("GET", "/api/referrals?sort=number");
  const samples = data.filter((row) => row.number < 50_020_000);
  expect(samples.map((row) => row.status)).toEqual(["W", "V", "R"]);
  for (const { number } of samples) {
    const referral = (await page(olga, number)).data;
    expect(referral.wrong_questions, String(number)).toHaveLength(1);
    expect(referral.answers.length).toBeGreaterThan(4);
    const done = (await decide(olga, number, { decision: "accept" })).json() as ReferralAnswer;
    const policy = await server.db
      .selectFrom("policies")
      .select("premium_total")
      .where("number", "=", done.data.policy_number ?? 0)
      .executeTakeFirstOrThrow();
    expect(policy.premium_total).toBe(Math.round((referral.premium_total ?? 0) * 100));
  }
});

test("a request whose sender left is decided anyway, and a colleague is notified, if there is one", async () => {
  const office = await server.db.selectFrom("users").selectAll().where("intermediary_number", "=", OFFICE).execute();
  const leave = (names: string[]) =>
    server.db.updateTable("users").set({ active: false }).where("login_name", "in", names).execute();
  const [first, second] = [await refer(), await refer()];
  await leave(["v.voorbeeld"]);
  expect((await decide(olga, first.number, { decision: "decline", text: "Te groot." })).statusCode).toBe(200);
  const recipient = (await mails(first.number)).at(-1)?.recipient;
  expect(office.find(({ email }) => email === recipient)?.login_name).not.toBe("v.voorbeeld");
  await leave(office.map(({ login_name }) => login_name));
  const row = server.db.updateTable("referrals").where("number", "=", Number(second.number));
  await row.set({ sent_by: "w.weg" }).execute();
  const before = (await mails(second.number)).length;
  expect((await decide(olga, second.number, { decision: "accept" })).statusCode).toBe(200);
  expect(await mails(second.number)).toHaveLength(before);
});

test("the trail has with each person his own office or none", async () => {
  const { rows } = await sql<object>`select a.login_name, a.action, a.intermediary_number from audit a
    join users u using (login_name)
    where a.intermediary_number is not null and a.intermediary_number <> u.intermediary_number`.execute(server.db);
  expect(rows).toEqual([]);
});
