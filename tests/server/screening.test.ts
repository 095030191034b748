// The background check is requested before a request is sent and not during the transaction, so a slow service delays
// no other caller. What is sent is what was checked, also when another user changes it meanwhile.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReferralAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { CheckResult, Subject } from "#underwriting/backgroundCheck.ts";
import { thin } from "../support/ring.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import {
  ANSWERS,
  checkEach,
  companyAnswers,
  fill,
  findFreeRelations,
  open,
  saveWith,
  send,
} from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let olga: Client;
let relations: number[];
let checkedNames: (string | null)[] = [];
/** Of every company but one. */
let result: CheckResult = "clear";
let meanwhile: (subject: Subject) => Promise<unknown>;
beforeAll(async () => {
  const check = async (subject: Subject) => {
    checkedNames.push(subject.name);
    await meanwhile(subject);
    return subject.name === "Anders B.V." ? ("hit" as const) : result;
  };
  server = await startServer({ backgroundCheck: checkEach(check) });
  vera = await loginAs(server, "v.voorbeeld");
  olga = await loginAs(server, "o.oordeel");
  relations = await findFreeRelations(server, OFFICE);
});
beforeEach(() => {
  checkedNames = [];
  result = "clear";
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

test("there is no check of what cannot be sent, or of a quotation", async () => {
  const unfinished = await open(vera, OFFICE, relations.pop());
  expect(await sendPolicy(unfinished)).toMatchObject({ success: false });
  const quoted = await open(vera, OFFICE, relations.pop());
  await fill(vera, quoted);
  expect((await send(vera, quoted, "quotation")).statusCode).toBe(200);
  expect(checkedNames).toEqual([]);
});

const asExpected = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
const WRONG = { acceptance: { questions_of_acceptance: { ...asExpected, "1101": true } } };

/** Sends a request for a policy, from a quotation if `isQuoted`. A wrong answer refers it in any case. */
async function request({ isQuoted = false, isWrong = false }): Promise<SubmitAnswer> {
  const relation = relations.shift() ?? 0;
  relations.push(relation);
  const begun = await open(vera, OFFICE, relation);
  await vera.ok("POST", `${begun.base}/wizard/restart`);
  await fill(vera, begun, isWrong ? WRONG : {});
  const explain = (at: typeof begun, query = {}) =>
    isWrong && saveWith(vera, at, "additional-explanation", { body: { explanation: "Uitleg" }, query });
  if (!isQuoted) {
    await explain(begun);
    return sendPolicy(begun);
  }
  const query = { quotation: Number((await send(vera, begun)).json().number) };
  expect(checkedNames, "a quotation is not checked").toEqual([]);
  const quoted = await open(vera, OFFICE, relation, query);
  await explain(quoted, query);
  return (await send(vera, quoted, "insurance-policy", { query })).json();
}

const readPage = async (number: unknown) => (await olga.ok<ReferralAnswer>("GET", `/api/referrals/${number}`)).data;
const decide = async (number: unknown, decision: string) =>
  olga.call("POST", `/api/referrals/${number}/decision`, {
    body: { decision, text: "Tekst.", revision: (await readPage(number)).revision },
  });
async function askAndReply(number: unknown, quotation: unknown): Promise<void> {
  expect((await decide(number, "ask")).statusCode).toBe(200);
  const body = { text: "Antwoord.", revision: 2 };
  expect((await vera.call("POST", `/api/quotations/${quotation}/referral`, { body })).statusCode).toBe(200);
}

const RESULTS: CheckResult[] = ["clear", "hit", "unknown"];
const WAYS = {
  "at once": {},
  "from a quotation": { isQuoted: true },
  "referred for an answer": { isWrong: true },
  "referred from a quotation": { isQuoted: true, isWrong: true },
};
/** The underwriter asks a question first in every other one. */
const matrix = thin(
  Object.entries(WAYS).flatMap(([way, options]) =>
    RESULTS.map((found) => ({ way, options, found, isAsked: (found === "hit") === "isQuoted" in options })),
  ),
  5,
);

test.each(matrix)(
  "$way, $found, after a question: $isAsked: the policy is checked and the underwriter reads it",
  async ({ options, found, isAsked }) => {
    result = found;
    const sent = await request(options);
    const states = { clear: "accepted", hit: "referred", unknown: "pending" };
    expect(sent.accepted).toBe("isWrong" in options ? "referred" : states[found]);
    expect(checkedNames.length).toBeGreaterThan(0);
    if (sent.accepted === "accepted") return;
    const who = (await readPage(sent.number)).screened;
    expect(await readPage(sent.number)).toMatchObject({ background: found });
    expect(who.map((subject) => subject.result)).toEqual(found === "clear" ? [] : who.map(() => found));
    for (const subject of who) expect(checkedNames).toContain(subject.who.split(", ")[0]);
    if (found !== "clear") expect(who.length).toBeGreaterThan(0);
    if (isAsked) await askAndReply(sent.number, sent.summary?.quotation);
    checkedNames = [];
    const decided = await decide(sent.number, "accept");
    expect(decided.statusCode, decided.body).toBe(200);
    expect(checkedNames.length > 0, "what had no result is checked again").toBe(found === "unknown");
    expect(await readPage(sent.number)).toMatchObject({ background: found, status: "P" });
  },
);

const EARLIER = { background: null, screened: "[]" };
const LATER = [
  { before: "pending", later: "clear" as const },
  { before: "pending", later: "unknown" as const },
  { before: "pending", later: "hit" as const },
  { before: "of an earlier version", later: "clear" as const },
  { before: "of an earlier version", later: "unknown" as const },
  { before: "of an earlier version", later: "hit" as const },
];
test.each(thin(LATER, 5))("a referral $before is checked at acceptance: $later", async ({ before, later }) => {
  result = "unknown";
  const { number } = await request({ isWrong: before !== "pending" });
  const row = server.db.updateTable("referrals").where("number", "=", Number(number));
  if (before !== "pending") await row.set(EARLIER).execute();
  expect((await readPage(number)).background).toBe(before === "pending" ? "unknown" : null);
  result = later;
  const first = await decide(number, "accept");
  if (later === "hit") {
    expect([first.statusCode, first.json().code]).toEqual([409, "conflict"]);
    expect(await readPage(number)).toMatchObject({ background: "hit", policy_number: null });
    expect((await readPage(number)).screened[0]?.result).toBe("hit");
    expect((await decide(number, "accept")).statusCode, "the underwriter has seen it").toBe(200);
  } else expect(first.statusCode, first.body).toBe(200);
  expect(await readPage(number)).toMatchObject({ background: later, status: "P" });
});
