// What external systems receive: each step of a request is an event of its transaction, and reaches its receivers
// signed, in order, at least once, whatever they do.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { HandoverEvent, QuotationReferralAnswer, ReferralAnswer } from "#api/wire/wireTypes.ts";
import { paths } from "#routes/paths.ts";
import { createHandover } from "#server/handover/handover.ts";
import { isInside } from "#server/handover/outside.ts";
import { post } from "#server/handover/post.ts";
import * as commands from "#server/operations/commands/handover.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, findFreeRelations, open, save, saveWith, send } from "../support/wizard.ts";

const OFFICE = 100245;
const OTHER = 100871;
const SECRET = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
const OLD = `whsec_${Buffer.from("the one before, of the same length").toString("base64")}`;

type Manner = "takes" | "fails" | "gone" | "drops" | "silent" | "leads";
interface Taken {
  path: string;
  body: string;
  headers: Record<string, string>;
}
let taken: Taken[] = [];
let manner: (path: string) => Manner = () => "takes";
let calls = 0;

const STATUS = { takes: 204, fails: 500, gone: 410, leads: 307 };
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url: path = "", headers } = request;
  const body = Buffer.concat(await request.toArray()).toString();
  calls += 1;
  const now = manner(path);
  if (now === "silent") return;
  if (now === "drops") return void request.socket.destroy();
  if (now === "takes") taken.push({ path, body, headers: headers as Taken["headers"] });
  response.writeHead(STATUS[now], now === "leads" ? { location: "/elsewhere" } : {}).end();
}

const receiver = createServer((request, response) => void receive(request, response));
let address: string;
let server: TestServer;
let vera: Client;
let olga: Client;
let relations: number[];
let handover: ReturnType<typeof createHandover>;
const logged = vi.fn();
const log = { warn: logged, error: logged } as unknown as Parameters<typeof createHandover>[0]["log"];
const create = (limitMs?: number, secrets = SECRET) =>
  createHandover({
    db: server.db,
    config: { ...server.config, handover: { url: `${address}/insurer`, secrets } },
    log,
    ...(limitMs ? { limitMs } : {}),
  });

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await startServer({ env: { UNDERWRITERS_MAIL: "acceptatie@example.com", UNDERWRITERS_LANGUAGE: "fr" } });
  vera = await loginAs(server, "v.voorbeeld");
  olga = await loginAs(server, "o.oordeel");
  relations = await findFreeRelations(server, OFFICE);
  handover = create();
});
beforeEach(() => {
  taken = [];
  calls = 0;
  manner = () => "takes";
  logged.mockClear();
});
afterEach(async () => {
  for (const table of ["handover_events", "handover_subjects", "handover_receivers"] as const)
    await server.db.deleteFrom(table).execute();
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server?.stop();
});

const events = () => server.db.selectFrom("handover_events").selectAll().orderBy("position").execute();
const listEventTypes = async () =>
  (await events()).map(({ body }) => `${body.sequence} ${body.type.replace("portal.", "")}`);
const dueNow = () =>
  server.db
    .updateTable("handover_deliveries")
    .set({ next_attempt_at: new Date(0) })
    .execute();
const deliveries = () => server.db.selectFrom("handover_deliveries").selectAll().orderBy("position").execute();

let number = 0;
/** An event of a case of its own, or the next of one. */
async function tell(quotation_number = ++number, office = OFFICE): Promise<void> {
  const emptyCase = { product: "p", product_code: null, release: null, policy_number: null, referral_number: null };
  const data = { case: { ...emptyCase, relation_number: 1, quotation_number, status: "W" as const } };
  const event = { at: new Date(), office, data };
  await server.db.transaction().execute((db) => server.handover.recordEvent(db, "portal.question.asked", event));
}

test("the hand-over is woken after the transaction with an event, not in it", async () => {
  const waiting = async () =>
    (
      await sql`select from jobs.job where name = 'handover' and state = 'created' and start_after <= now()`.execute(
        server.db,
      )
    ).rows.length;
  const wakes = await waiting();
  await tell();
  expect(await waiting()).toBe(wakes);
  const opened = await open(vera, OFFICE, relations.pop());
  await fill(vera, opened);
  await send(vera, opened, "quotation");
  await expect.poll(waiting).toBe(wakes + 1);
});

test("each step of a referred request is an event, with what was agreed to and nothing of the conversation", async () => {
  const opened = await open(vera, OFFICE, relations.pop());
  const asExpected = (ANSWERS.acceptance as { questions_of_acceptance: object }).questions_of_acceptance;
  await fill(vera, opened, { acceptance: { questions_of_acceptance: { ...asExpected, "1101": true } } });
  await save(vera, opened, "additional-explanation", { explanation: "Een kleine opdracht." });
  const quotation = Number((await send(vera, opened, "insurance-policy")).json().number);
  const decide = (decision: object) =>
    olga.ok<ReferralAnswer>("POST", `/api/referrals/${quotation}/decision`, { body: decision });
  await decide({ decision: "ask", text: "Hoe lang?", revision: 1 });
  await vera.ok<QuotationReferralAnswer>("POST", `/api/quotations/${quotation}/referral`, {
    body: { text: "Drie maanden.", revision: 2 },
  });
  const { policy_number } = (await decide({ decision: "accept", revision: 3 })).data;

  const rows = await events();
  for (const { body, subject, relation_number, intermediary_number } of rows) {
    expectShape("handover-event", body);
    const numbers = [
      subject,
      body.subject,
      relation_number,
      intermediary_number,
      body.office,
      body.data.case.referral_number,
    ];
    const same = `quotation/${quotation}`;
    expect(numbers).toEqual([same, same, opened.number, OFFICE, OFFICE, quotation]);
    expect(JSON.stringify(body)).not.toMatch(/opdracht|Hoe lang|Drie maanden|Olga|Vera|example/);
  }
  expect(await listEventTypes()).toEqual([
    "000001 request.referred",
    "000002 question.asked",
    "000003 question.answered",
    "000004 request.accepted",
    "000005 policy.issued",
  ]);
  expect(rows.map(({ body }) => [body.data.case.status, body.data.case.policy_number])).toEqual([
    ["B", null],
    ["W", null],
    ["B", null],
    ["P", policy_number],
    ["P", policy_number],
  ]);
  const [referred, issued] = [rows[0]?.body.data, rows[4]?.body.data];
  expect(issued?.contract).toEqual(referred?.contract);
  const { company, city } = ANSWERS["company-data"] ?? {};
  expect(issued?.standard).toMatchObject({
    "party.organizationName": company,
    "address.city": city,
    "policy.contractNumber": policy_number,
    "policy.effectiveDate": issued?.contract?.start_date,
    "own.revenue": ANSWERS["general-data"]?.revenue,
  });
  const policy = await vera.ok<{ data: Record<string, unknown> }>("GET", `/api/policies/${policy_number}`);
  for (const same of ["start_date", "premium_total", "insured_amount_per_claim", "own_risk", "insurance_tax"] as const)
    expect(issued?.contract?.[same], same).toBe(policy.data[same]);

  const mails = await server.db
    .selectFrom("outbox")
    .select(["subject", "text"])
    .where("recipient", "=", "acceptatie@example.com")
    .orderBy("created_at")
    .execute();
  expect(mails.map(({ subject }) => subject)).toEqual([
    `La demande ${quotation} attend un souscripteur`,
    `Réponse à la question sur la demande ${quotation}`,
  ]);
  const page = paths("fr").item("referrals", quotation);
  for (const { text } of mails)
    expect(text).toMatch(new RegExp(`^La demande|L’intermédiaire[^]*${server.config.baseUrl}${page}$`));
});

test("a quotation, its change, what it became, and a policy without one", async () => {
  const relation = relations.pop();
  const opened = await open(vera, OFFICE, relation);
  await fill(vera, opened);
  const quotation = Number((await send(vera, opened)).json().number);
  for (const action of ["quotation", "insurance-policy"]) {
    const again = await open(vera, OFFICE, relation, { quotation });
    await saveWith(vera, again, "general-data", { body: ANSWERS["general-data"], query: { quotation } });
    const answer = await send(vera, again, action, { query: { quotation } });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  expect(await listEventTypes()).toEqual([
    "000001 quotation.made",
    "000002 quotation.changed",
    "000003 quotation.converted",
    "000004 policy.issued",
  ]);
  const direct = await open(vera, OFFICE, relations.pop());
  await fill(vera, direct);
  const policy = (await send(vera, direct, "insurance-policy")).json().number;
  const last = (await events()).at(-1)?.body;
  expectShape("handover-event", last);
  expect(last).toMatchObject({ type: "portal.policy.issued", subject: `policy/${policy}`, sequence: "000001" });
  expect(last?.data.case).toMatchObject({ quotation_number: null, policy_number: Number(policy), status: "P" });
});

test("what is rolled back is not an event, and of those at once each has the next number", async () => {
  const opened = await open(vera, OFFICE, relations.pop());
  await fill(vera, opened);
  // After the event is written, the mail of the same transaction fails.
  await sql`alter table outbox add constraint full_disk check (false) not valid`.execute(server.db);
  const failed = await send(vera, opened);
  await sql`alter table outbox drop constraint full_disk`.execute(server.db);
  expect([failed.statusCode, await listEventTypes()]).toEqual([500, []]);
  expect((await send(vera, opened)).statusCode).toBe(200);
  expect(await listEventTypes()).toEqual(["000001 quotation.made"]);
  await Promise.all([tell(7), tell(7), tell(7)]);
  expect((await events()).slice(1).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  await server.db.deleteFrom("handover_events").execute();
  await tell(7);
  expect(await listEventTypes(), "also when those before are not kept any more").toEqual(["000004 question.asked"]);
  // Less than the time for which a statement waits for the one session of the embedded engine.
}, 20_000);

test("a receiver gets each event once, as it was written, under a signature of the old and the new secret", async () => {
  handover = create(undefined, `${SECRET} ${OLD}`);
  await tell();
  await tell();
  expect(taken, "nothing before the delivery").toEqual([]);
  expect(await Promise.all([handover.deliverDue(), create().deliverDue()])).toContain(2);
  expect(await handover.deliverDue()).toBe(0);
  expect(taken.map(({ path }) => path)).toEqual(["/insurer", "/insurer"]);
  const written = (await events()).map(({ body }) => body);
  for (const { body, headers } of taken) {
    for (const secret of [SECRET, OLD]) {
      const verified = new Webhook(secret).verify(body, headers) as HandoverEvent;
      expect(written).toContainEqual(verified);
      expect(headers["webhook-id"]).toBe(verified.id);
    }
    expect(() => new Webhook(SECRET).verify(body.replace('"W"', '"P"'), headers)).toThrow("signature");
    expect(headers["content-type"]).toMatch(/^application\/cloudevents\+json/);
  }
});

test("what is not taken waits longer each time, the rest of its subject behind it and others not; then it is given up", async () => {
  handover = create(1_000);
  await tell(1);
  await tell(1);
  const bodies = (await events()).map(({ body }) => body.id);
  for (const [index, now] of (["fails", "drops", "silent", "leads"] as const).entries()) {
    manner = () => now;
    await dueNow();
    calls = 0;
    expect([await handover.deliverDue(), calls], now).toEqual([0, 1]);
    expect(await deliveries()).toMatchObject([{ state: "waiting", attempts: index + 1 }, { attempts: 0 }]);
  }
  const [first] = await deliveries();
  const hours = ((first?.next_attempt_at.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.9);
  expect(logged.mock.calls.map(([facts]) => facts.reason)).toEqual([
    "answered 500: it fails for now. Ask its operator if this goes on.",
    expect.stringMatching(/^TypeError (UND_ERR_SOCKET|ECONNRESET)$/),
    expect.stringMatching(/^TimeoutError/),
    "answered 307: it leads to another address, which is not followed. Set its address to that one.",
  ]);
  manner = () => "takes";
  expect(await handover.deliverDue(), "not before its time").toBe(0);
  await dueNow();
  await server.db.updateTable("handover_deliveries").set({ attempts: 9 }).where("attempts", ">", 0).execute();
  manner = () => "fails";
  await handover.deliverDue();
  expect(await deliveries()).toMatchObject([{ state: "given_up", attempts: 10 }, { state: "waiting" }]);
  manner = () => "takes";
  await handover.deliverDue();
  expect(taken.map(({ headers }) => headers["webhook-id"])).toEqual([bodies[1]]);
  expect(await commands.list(server)).toContain(`${bodies[0]}  `);
  expect(await commands.send(server, { which: bodies[0] ?? "" })).toMatch(/^1 /);
  expect(await handover.deliverDue()).toBe(1);
  expect(taken.at(-1)?.headers["webhook-id"]).toBe(bodies[0]);
});

test("a receiver that wants no more is asked once; everything since a day or an event is sent again under the same ids", async () => {
  await tell();
  manner = () => "gone";
  await handover.deliverDue();
  expect(await deliveries()).toMatchObject([{ state: "given_up", attempts: 1 }]);
  manner = () => "takes";
  await tell();
  await handover.deliverDue();
  const ids = (await events()).map(({ event_id }) => event_id);
  const config = { ...server.config, handover: { url: `${address}/insurer`, secrets: SECRET } };
  const again = (from: Date | string, receiver?: string) =>
    commands.replayFrom({ db: server.db, config }, { from, receiver });
  expect(await again(new Date("2026-01-01"))).toMatch(/^2 /);
  expect(await handover.deliverDue()).toBe(2);
  expect(await again(ids[1] ?? "")).toMatch(/^1 /);
  expect(await handover.deliverDue()).toBe(1);
  expect(await again(new Date("2999-01-01"))).toMatch(/^0 /);
  await expect(again(new Date("2026-01-01"), "office-1")).rejects.toThrow("Receivers: insurer.");
  expect(taken.map(({ headers }) => headers["webhook-id"])).toEqual([ids[1], ids[0], ids[1], ids[1]]);
});

test("an office's own software gets the events of the office, from the moment that it is added", async () => {
  await tell();
  await handover.deliverDue();
  const secretOf = (output: string) => /whsec_\S+/.exec(output)?.[0] ?? "";
  await expect(commands.add(server, { office: OFFICE, url: "http://example.com/events" })).rejects.toThrow("https");
  await expect(commands.add(server, { office: 1, url: `${address}/office` })).rejects.toThrow("no office 1");
  const first = secretOf(await commands.add(server, { office: OFFICE, url: `${address}/office` }));
  const second = secretOf(await commands.rotate(server, { office: OFFICE }));
  expect(await commands.offices(server)).toMatch(new RegExp(`^${OFFICE}  ${address}/office\\n1 `));
  taken = [];
  await tell(++number, OFFICE);
  await tell(++number, OTHER);
  // One receiver fails. The other still gets the event.
  manner = (path) => (path === "/insurer" ? "fails" : "takes");
  expect(await handover.deliverDue()).toBe(1);
  const [delivery] = taken;
  expect([delivery?.path, JSON.parse(delivery?.body ?? "").office]).toEqual(["/office", OFFICE]);
  for (const secret of [first, second]) new Webhook(secret).verify(delivery?.body ?? "", delivery?.headers ?? {});
  expect(() => new Webhook(SECRET).verify(delivery?.body ?? "", delivery?.headers ?? {})).toThrow();
  await commands.remove(server, { office: OFFICE });
  await tell();
  await handover.deliverDue();
  expect(taken).toHaveLength(1);
  const trail = await server.db.selectFrom("audit").select("action").where("action", "like", "handover%").execute();
  expect(trail.map(({ action }) => action)).toEqual(["handover receiver", "handover secret", "handover removed"]);
});

test("an office's address leads nowhere but to the internet, however it is written", async () => {
  const { port } = new URL(address);
  const hosts = ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "0.0.0.0", "10.1.2.3", "172.31.0.1", "192.168.1.1"];
  hosts.push("169.254.169.254", "100.64.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[fd00::1]");
  hosts.push("[fe80::1]", "[64:ff9b::7f00:1]", "localhost");
  const event = { id: "1" } as HandoverEvent;
  const production = { db: server.db, config: { ...server.config, env: "production" as const } };
  for (const host of hosts) {
    const url = `https://${host}:${port}/`;
    const sent = post({ name: "office-1", url, secrets: SECRET, outside: true }, event, AbortSignal.timeout(30_000));
    await expect(sent, host).rejects.toMatchObject({ cause: { code: "ERR_IP_BLOCKED" } });
    const added = commands.add(production, { office: OFFICE, url });
    await expect(added, host).rejects.toThrow("private network");
  }
  for (const url of ["https://93.184.215.14/", "https://[2606:2800::1]/", "https://localhost.example/"])
    expect(isInside(url), url).toBe(false);
  expect(calls).toBe(0);
});

test("production judges the addresses of offices, not the insurer's own", async () => {
  const config = {
    ...server.config,
    env: "production" as const,
    handover: { url: `${address}/insurer`, secrets: SECRET },
  };
  await commands.add(server, { office: OFFICE, url: `${address}/office` });
  await tell();
  expect(await createHandover({ db: server.db, config, log }).deliverDue()).toBe(1);
  expect(taken.map(({ path }) => path)).toEqual(["/insurer"]);
});

test("without a receiver events are kept, and metrics show what waits", async () => {
  await tell();
  const read = async () =>
    Object.fromEntries(
      (await server.metrics.read())
        .split("\n")
        .filter((line) => line.startsWith("portal_handover"))
        .map((line) => line.split(" ") as [string, string]),
    );
  expect(await read()).toMatchObject({ 'portal_handover_backlog{state="waiting"}': "1" });
  expect(await server.handover.deliverDue()).toBe(0);
  expect(await read()).toMatchObject({ 'portal_handover_backlog{state="waiting"}': "0" });
  await tell();
  manner = () => "gone";
  await handover.deliverDue();
  expect([await read(), (await events()).length]).toMatchObject([
    { 'portal_handover_backlog{state="given_up"}': "1", portal_handover_oldest_seconds: "0" },
    2,
  ]);
});

test("doctor asks the receiver, without following it elsewhere", async () => {
  const env = { APP_ENV: "test", DATA_DIR: "/nowhere", HANDOVER_SECRET: SECRET };
  const examineReceiver = async (path: string, now: Manner) => {
    manner = () => now;
    const { fine, problems } = await examine({ ...env, HANDOVER_URL: path });
    return [...fine, ...problems].find((line) => /hand-?over/i.test(line));
  };
  expect(await examineReceiver(`${address}/insurer`, "takes")).toMatch(/receiver answers/);
  expect(await examineReceiver(`${address}/insurer`, "leads")).toMatch(/leads to another address/);
  expect(await examineReceiver(`${address}/insurer`, "gone")).toMatch(/nothing there \(410\)/);
  expect(await examineReceiver(`${address}/insurer`, "drops")).toMatch(/does not answer/);
  expect(await examineReceiver("http://insurer.example.com/events", "takes")).toMatch(/^HANDOVER_URL must be an https/);
});
