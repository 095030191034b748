// The background check is requested before a request is sent and not during the transaction, so a slow service delays
// no other caller. What is sent is what was checked, also when another user changes it meanwhile.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Subject } from "#underwriting/backgroundCheck.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, companyAnswers, fill, findFreeRelations, open, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let relations: number[];
let checkedNames: (string | null)[] = [];
let meanwhile: (subject: Subject) => Promise<unknown>;
beforeAll(async () => {
  const check = async (subject: Subject) => {
    checkedNames.push(subject.name);
    await meanwhile(subject);
    return subject.name === "Anders B.V." ? ("hit" as const) : ("clear" as const);
  };
  server = await startServer({ backgroundCheck: { check } });
  vera = await loginAs(server, "v.voorbeeld");
  relations = await findFreeRelations(server, OFFICE);
});
beforeEach(() => {
  checkedNames = [];
  meanwhile = async () => undefined;
});
afterAll(() => server?.stop());

const sendPolicy = async (opened: Awaited<ReturnType<typeof open>>) =>
  (await send(vera, opened, "insurance-policy")).json();

test("while it is asked the database is free", async () => {
  // The embedded database has one session: within a transaction this would wait until the time is over.
  meanwhile = () => sql`select`.execute(server.db);
  const opened = await open(vera, OFFICE, relations.pop());
  await fill(vera, opened);
  expect(await sendPolicy(opened)).toMatchObject({ accepted: "accepted" });
  expect(checkedNames.length).toBeGreaterThan(0);
}, 20_000);

test("a company that is typed meanwhile is checked before it is sent", async () => {
  const opened = await open(vera, OFFICE);
  const kvk = "42599777";
  const company = { ...(await companyAnswers(server, "42599512")), company: "Eerst B.V." };
  await fill(vera, opened, { "general-data": { ...ANSWERS["general-data"], kvk }, "company-data": company });
  meanwhile = async ({ name }) => {
    if (name !== "Eerst B.V.") return;
    await sql`update request_steps set data = data || '{"company":"Anders B.V."}' where step = 'company-data'
      and request_id in (select request_id from requests where status = 'open')`.execute(server.db);
  };
  expect(await sendPolicy(opened)).toMatchObject({ accepted: "referred" });
  expect(checkedNames).toEqual(["Eerst B.V.", "Anders B.V."]);
});

test("there is no check of what cannot be sent, a quotation, or what an underwriter judges anyway", async () => {
  const unfinished = await open(vera, OFFICE, relations.pop());
  expect(await sendPolicy(unfinished)).toMatchObject({ success: false });
  const quoted = await open(vera, OFFICE, relations.pop());
  await fill(vera, quoted);
  expect((await send(vera, quoted, "quotation")).statusCode).toBe(200);
  const wrong = await open(vera, OFFICE, relations.pop());
  const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
  await fill(vera, wrong, { acceptance: { questions_of_acceptance: { ...answers, "1101": true } } });
  await save(vera, wrong, "additional-explanation", { explanation: "Uitleg" });
  expect(await sendPolicy(wrong)).toMatchObject({ accepted: "referred" });
  expect(checkedNames).toEqual([]);
});
