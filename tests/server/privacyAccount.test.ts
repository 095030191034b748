// An account's data: an export contains what is its own, an erasure leaves its name nowhere but in the trail, and takes
// nothing from the office's relations or other accounts. `privacyAccount.long.test.ts` erases one at two running processes.
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReferralAnswer } from "#api/wire/wireTypes.ts";
import { findAccount, selectOwn } from "#server/privacy/accountData.ts";
import { eraseAccount } from "#server/privacy/eraseAccount.ts";
import { exportAccount } from "#server/privacy/exportAccount.ts";
import { readRows } from "#server/privacy/rows.ts";
import { seedAccounts } from "#server/samples/accounts.ts";
import { everyRow, findTables } from "../support/everyRow.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, findFreeRelations, open, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
/** In every name of the erased user. */
const CANARY = "qxzmakelaar";
const BROKER = `${CANARY}.b`;
const UNDERWRITER = `${CANARY}.u`;
/** Shares the broker's address. */
const COLLEAGUE = "c.collega";
const folder = mkdtempSync(join(tmpdir(), "account-"));
let server: TestServer;
let broker: Client;
let underwriter: Client;
let referred = 0;

const account = (login: string, name: string) => ({
  login_name: login,
  full_name: name,
  first_name: name,
  last_name: name,
  email: `${CANARY}@example.nl`,
  language: "nl",
  intermediary_number: OFFICE,
  profiles: "[]",
  insurance_types: "[]",
  subject: null,
});
const erase = (login: string, dryRun = false) => eraseAccount({ db: server.db, config: server.config }, login, dryRun);
const read = async (login: string) => readRows(server.db, selectOwn(await findAccount(server.db, login)));

/** A policy request that an underwriter has to judge. */
async function refer(relation: number): Promise<number> {
  const opened = await open(broker, OFFICE, relation);
  const { questions_of_acceptance: asExpected } = ANSWERS.acceptance as { questions_of_acceptance: object };
  await fill(broker, opened, { acceptance: { questions_of_acceptance: { ...asExpected, "1101": true } } });
  await save(broker, opened, "additional-explanation", { explanation: "Omdat het moet." });
  return Number((await send(broker, opened, "insurance-policy")).json().number);
}

async function decide(decision: "ask" | "accept", text?: string): Promise<void> {
  const { revision } = (await underwriter.ok<ReferralAnswer>("GET", `/api/referrals/${referred}`)).data;
  await underwriter.ok("POST", `/api/referrals/${referred}/decision`, { body: { decision, text, revision } });
}

beforeAll(async () => {
  server = await startServer();
  const underwrites = { intermediary_number: 0, role: "underwriter" as const };
  for (const row of [
    account(BROKER, `${CANARY} Vol`),
    account(COLLEAGUE, "Cor Collega"),
    { ...account(UNDERWRITER, `${CANARY} Oordeel`), ...underwrites, email: `${CANARY}.u@example.nl` },
  ])
    await server.db.insertInto("users").values(row).execute();
  broker = await loginAs(server, BROKER);
  await loginAs(server, BROKER);
  underwriter = await loginAs(server, UNDERWRITER);
  const [first = 0, second = 0, third = 0] = await findFreeRelations(server, OFFICE);
  await broker.ok("GET", `/api/relations/${first}`);
  const quoted = await open(broker, OFFICE, first);
  await fill(broker, quoted);
  await send(broker, quoted, "quotation");
  referred = await refer(second);
  await decide("ask", "Waarom?");
  const reply = { text: "Daarom.", files: [], revision: 2 };
  await broker.ok("POST", `/api/quotations/${referred}/referral`, { body: reply });
  await decide("accept");
  await fill(broker, await open(broker, OFFICE, third));
  await save(broker, await open(broker, OFFICE), "general-data", ANSWERS["general-data"]);
  const colleague = await loginAs(server, COLLEAGUE);
  const ofColleague = await open(colleague, OFFICE, first);
  await fill(colleague, ofColleague);
  await send(colleague, ofColleague, "quotation");
  await sql`update open_invoices set employee_name = ${`${CANARY} Vol`}
    where offer_number in (select offer_number from open_invoices where intermediary_number = ${OFFICE} limit 2)`.execute(
    server.db,
  );
});
afterAll(() => server?.stop());

describe("one account", () => {
  test("is exported with what it did, without the secrets of its sessions and what is about relations", async () => {
    const out = join(folder, "export");
    const parts = { db: server.db, clock: { now: () => new Date() }, language: "fr" as const };
    const { rows, lines } = await exportAccount(parts, BROKER, out);
    const text = readFileSync(join(out, "account.json"), "utf8");
    const account = JSON.parse(text) as { parts: { table: string; about: string; rows: object[] }[] };
    const counts = Object.fromEntries(account.parts.map((part) => [part.table, part.rows.length]));
    expect(counts).toMatchObject({ users: 1, sessions: 2, consents: 2, last_viewed: 1, outbox: 4, submissions: 2 });
    expect(counts).toMatchObject({ requests: 4, referrals: 1, referral_events: 2, open_invoices: 2 });
    expect(rows).toBe(account.parts.flatMap((part) => part.rows).length);
    expect(account.parts.filter(({ about }) => !about)).toEqual([]);
    const [user] = await server.db.selectFrom("users").selectAll().where("login_name", "=", BROKER).execute();
    const [session] = await server.db.selectFrom("sessions").selectAll().where("login_name", "=", BROKER).execute();
    for (const secret of [user?.draft_key, session?.id_hash, session?.csrf_token, "Daarom", "Omdat het moet"])
      expect(text, secret).not.toContain(secret);
    const trail = readFileSync(join(out, "trail.jsonl"), "utf8").trim().split("\n");
    expect([trail.length, JSON.parse(trail[0] ?? "").action]).toEqual([lines, "login"]);
    expect(statSync(join(out, "account.json")).mode & 0o077, "for its owner alone").toBe(0);
    await expect(exportAccount(parts, BROKER, out), "written over").rejects.toThrow("EEXIST");
  });

  test("a dry run changes nothing, and reports whether another account has its role", async () => {
    const before = await everyRow(server.db);
    const lines = await sql`select from audit`.execute(server.db);
    expect((await erase(BROKER, true)).soleRole).toBeNull();
    expect((await erase("v.voorbeeld", true)).soleRole).toEqual({ role: "administrator", office: OFFICE });
    expect((await erase(UNDERWRITER, true)).soleRole, "there are others").toBeNull();
    expect(await everyRow(server.db)).toEqual(before);
    expect((await sql`select from audit`.execute(server.db)).rows.length).toBe(lines.rows.length);
  });

  test("is erased: its name is in the trail alone, and what belongs to relations or colleagues stays", async () => {
    const tables = [
      "requests",
      "request_steps",
      "submissions",
      "referrals",
      "referral_events",
      "policies",
      "documents",
    ];
    const count = async () =>
      Object.fromEntries(
        Object.entries(await everyRow(server.db)).map(([table, state]) => [table, state.split(" ")[0]]),
      );
    const before = await count();
    const others = await read(COLLEAGUE);
    await sql`update outbox set state = 'sent', sent_at = now() where mail_id = (
      select mail_id from outbox where recipient = ${`${CANARY}@example.nl`} and position(${`${CANARY} Vol`} in text) > 0 limit 1)`.execute(
      server.db,
    );
    const { erased, unsent, nameless, trail } = await erase(BROKER);
    expect(unsent, "of four").toBe(3);
    expect(erased).toEqual({ sessions: 2, consents: 2, last_viewed: 1, outbox: 4, users: 1 });
    expect(nameless).toMatchObject({ requests: 4, submissions: 2, referrals: 1, referral_events: 2, open_invoices: 2 });
    expect(trail.lines).toBeGreaterThan(10);
    const until = new Date(Date.now() + server.config.retention.audit * 86_400_000).toISOString().slice(0, 10);
    expect(trail.until).toBe(until);
    expect(await read(COLLEAGUE), "his mail at the same address too").toEqual(others);
    const after = await count();
    for (const table of tables) expect(after[table], table).toBe(before[table]);
    expect((await server.app.inject({ url: "/api/relations", headers: { cookie: broker.cookie } })).statusCode).toBe(
      401,
    );
    const decided = (await underwriter.ok<ReferralAnswer>("GET", `/api/referrals/${referred}`)).data;
    expect(decided.history.map(({ name }) => name)).toEqual(["", `${CANARY} Oordeel`, "", `${CANARY} Oordeel`]);
    expect(await findTables(server.db, BROKER)).toEqual([]);
    expect(await findTables(server.db, `${CANARY} Vol`)).toEqual([]);
  });

  test("an underwriter's decisions stay decided, without the name", async () => {
    await erase(UNDERWRITER);
    await server.db.deleteFrom("users").where("login_name", "=", COLLEAGUE).execute();
    await sql`delete from outbox where recipient = ${`${CANARY}@example.nl`}`.execute(server.db);
    expect(await findTables(server.db, CANARY)).toEqual([]);
    const { decided_by } = await server.db
      .selectFrom("referrals")
      .select("decided_by")
      .where("number", "=", referred)
      .executeTakeFirstOrThrow();
    expect(decided_by, "null would be undecided").toBe("");
  });

  test("the trail records that it was done without the name, and the words that were agreed to", async () => {
    const lines = await server.db.selectFrom("audit").selectAll().where("action", "=", "account erased").execute();
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(CANARY);
    const [line] = lines;
    expect(line).toMatchObject({ login_name: null, intermediary_number: OFFICE });
    const stands = await server.db
      .selectFrom("submissions")
      .select("number")
      .where("sent_by", "=", line?.object ?? "")
      .execute();
    expect(stands, "one name for all that one person did").toHaveLength(2);
    expect(line?.detail?.consents).toEqual([
      { subject: "personal_data", document_hash: expect.any(String), agreed_at: expect.any(String) },
      { subject: "cookies", document_hash: expect.any(String), agreed_at: expect.any(String) },
    ]);
  });

  test("a second time there is none; what a call wrote that was on its way is still found", async () => {
    await expect(erase(BROKER)).rejects.toThrow(`There is no account ${BROKER}.`);
    await erase("d.demo");
    await seedAccounts(server.db);
    await expect(erase("d.demo"), "not with the samples of the next start either").rejects.toThrow("There is no");
    await sql`update requests set created_by = ${BROKER} where created_by like 'erased-%'`.execute(server.db);
    const { erased, nameless } = await erase(BROKER);
    expect([erased, Object.keys(nameless)]).toEqual([{}, ["requests"]]);
    expect(await findTables(server.db, BROKER)).toEqual([]);
  });

  test("a user who is entered again starts without earlier data", async () => {
    await server.db.insertInto("users").values(account(BROKER, "Nieuwe Naam")).execute();
    const again = await loginAs(server, BROKER, { consent: false });
    const me = await again.ok("GET", "/api/profile/me");
    expect(me).toMatchObject({ acceptedCookieStatement: false });
    const history = await server.db
      .selectFrom("referral_events")
      .select("full_name")
      .where("login_name", "=", BROKER)
      .execute();
    expect(history).toEqual([]);
    const parts = await read(BROKER);
    expect([parts.users?.length, parts.sessions?.length, parts.last_viewed, parts.outbox]).toEqual([1, 1, [], []]);
  });
});
