// Retention: what is no longer needed is deleted on its day, with its files, and nothing else.
import { mkdtempSync, readdirSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { createFileStore } from "#server/files/fileStore.ts";
import { apiValidator } from "#server/http/apiSchemas.ts";
import { runRetention } from "#server/operations/commands/retention.ts";
import { purge, purgeTrail } from "#server/privacy/purge.ts";
import { findTables } from "../support/everyRow.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, open, save, send } from "../support/wizard.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
let now = start;
let server: TestServer;
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };
const folder = mkdtempSync(join(tmpdir(), "purged-"));
const files = { url: pathToFileURL(folder).href };
const daysAgo = (days: number) => new Date(start - days * 86_400_000);
const afterDays = (days: number) => {
  now = start + days * 86_400_000;
};

beforeAll(async () => {
  server = await startServer({ clock, env: { FILES_URL: files.url } });
});
afterAll(() => server?.stop());
const clear = async () => {
  now = start;
  for (const table of ["submissions", "requests", "sessions", "outbox"] as const)
    await server.db.deleteFrom(table).execute();
};

let number = 900_000;
interface Case {
  temporary?: boolean;
  status?: "open" | "submitted" | "discarded";
  created?: number;
  saved?: number | null;
}

async function request({ temporary = false, status = "open", created = 0, saved = null }: Case): Promise<string> {
  const request_id = crypto.randomUUID();
  number += 1;
  const times = { created_at: daysAgo(created), saved_at: saved === null ? null : daysAgo(saved) };
  const who = { intermediary_number: 100245, created_by: "v.voorbeeld" };
  const address = { address_number: number, relation_number: null, temporary, quotation_number: null };
  await server.db
    .insertInto("requests")
    .values({ request_id, product: "p", release: "r", status, saved_step: null, ...who, ...address, ...times })
    .execute();
  await server.db
    .insertInto("request_steps")
    .values({ request_id, step: "general-data", data: "{}", finished: true, revision: 1 })
    .execute();
  return request_id;
}

const left = async () =>
  (await server.db.selectFrom("requests").select("request_id").execute()).map((r) => r.request_id);
const steps = async () => (await server.db.selectFrom("request_steps").select("request_id").execute()).length;

describe("requests, sessions and mail", () => {
  beforeEach(clear);
  test("a temporary request goes after 30 days without a save, another draft after 90, with its steps", async () => {
    const temporary = await request({ temporary: true, created: 200, saved: 0 });
    const draft = await request({ created: 200, saved: 0 });
    const untouched = await request({});
    afterDays(30);
    expect((await server.purge()).requests).toBe(0);
    afterDays(30.01);
    expect((await server.purge()).requests).toBe(1);
    expect((await left()).sort()).toEqual([draft, untouched].sort());
    expect(await left()).not.toContain(temporary);
    afterDays(90.01);
    expect((await server.purge()).requests).toBe(2);
    expect([await left(), await steps()]).toEqual([[], 0]);
  });

  test("what was sent stays, whatever its age; what was thrown away goes like a draft", async () => {
    const sent = await request({ status: "submitted", created: 4000 });
    const temporary = await request({ status: "submitted", temporary: true, created: 4000 });
    await request({ status: "discarded", created: 91 });
    const young = await request({ status: "discarded", created: 89 });
    expect((await server.purge()).requests).toBe(1);
    expect((await left()).sort()).toEqual([sent, temporary, young].sort());
  });

  test("sessions past their hours and mail sent 30 days ago go; waiting mail stays", async () => {
    const session = (id_hash: string, date: Date) => ({
      id_hash,
      login_name: "v.voorbeeld",
      csrf_token: id_hash,
      created_at: date,
      seen_at: date,
    });
    await server.db
      .insertInto("sessions")
      .values([session("old", daysAgo(0.34)), session("new", daysAgo(0.33))])
      .execute();
    const mail = (sent: Date | null, subject: string) => ({
      mail_id: crypto.randomUUID(),
      recipient: "a@example.nl",
      subject,
      text: "",
      attachments: "[]",
      last_error: null,
      sent_at: sent,
      created_at: daysAgo(400),
    });
    await server.db
      .insertInto("outbox")
      .values([mail(daysAgo(31), "old"), mail(daysAgo(29), "young"), mail(null, "waiting")])
      .execute();
    expect(await server.purge()).toMatchObject({ requests: 0, sessions: 1, mail: 1, contents: 0 });
    expect((await server.db.selectFrom("sessions").select("id_hash").execute()).map((row) => row.id_hash)).toEqual([
      "new",
    ]);
    const subjects = (await server.db.selectFrom("outbox").select("subject").execute()).map((row) => row.subject);
    expect(subjects.sort()).toEqual(["waiting", "young"]);
  });

  test("events go after 90 days, unless a receiver that is still set waits for them, however long", async () => {
    const event = (sequence: number, days: number) => ({
      event_id: crypto.randomUUID(),
      intermediary_number: 100245,
      relation_number: 300101,
      subject: "quotation/1",
      sequence,
      at: daysAgo(days),
      body: "{}",
    });
    const rows = await server.db
      .insertInto("handover_events")
      .values([event(1, 91), event(2, 91), event(3, 89), event(4, 182)])
      .returning("position")
      .execute();
    await server.db
      .insertInto("handover_deliveries")
      .values([
        {
          receiver: "office-100245",
          position: rows[1]!.position,
          subject: "quotation/1",
          next_attempt_at: daysAgo(91),
        },
        { receiver: "gone", position: rows[3]!.position, subject: "quotation/1" },
      ])
      .execute();
    const office = { receiver: "office-100245", intermediary_number: 100245, url: "https://example.test", secrets: "" };
    await server.db.insertInto("handover_receivers").values(office).execute();
    expect((await server.purge()).events).toBe(2);
    const remaining = await server.db.selectFrom("handover_events").select("sequence").orderBy("position").execute();
    expect(remaining.map(({ sequence }) => sequence)).toEqual([2, 3]);
    await server.db.deleteFrom("handover_events").execute();
    await server.db.deleteFrom("handover_receivers").execute();
  });

  test("a file for a reply to an underwriter stays as long as the question, and then goes with its document", async () => {
    const { number } = await server.db
      .selectFrom("referrals")
      .select("number")
      .where("status", "=", "V")
      .executeTakeFirstOrThrow();
    const rows = await server.db.selectFrom("documents").select("id").orderBy("id").limit(3).execute();
    const [old, young, other] = rows.map(({ id }) => id) as [number, number, number];
    const file = (document_id: number, days: number) => ({
      file_id: crypto.randomUUID(),
      number,
      intermediary_number: 100245,
      document_id,
      name: "planning.pdf",
      size: 1,
      sha256: "",
      at: daysAgo(days),
    });
    await server.db
      .insertInto("referral_files")
      .values([file(old, 31), file(young, 29)])
      .execute();
    const left = async () => {
      const rows = await server.db.selectFrom("documents").select("id").orderBy("id").limit(3).execute();
      return rows.map(({ id }) => id).filter((id) => id <= other);
    };
    expect((await server.purge()).files).toBe(0);
    await server.db.updateTable("referrals").set({ status: "A" }).where("number", "=", number).execute();
    expect((await server.purge()).files).toBe(2);
    expect(await left()).toEqual([other]);
  });

  test("one run is bounded; the next takes the rest", async () => {
    for (let index = 0; index < 5; index += 1) await request({ created: 100 });
    const once = () => purge(server.db, { clock, config: server.config, batch: 2, batches: 2 });
    expect((await once()).requests).toBe(4);
    expect((await once()).requests).toBe(1);
  });
});

describe("quotations, policies and what belongs to them", () => {
  const DAY = 86_400_000;
  const clockAt = (days: number, from = start) => ({ now: () => new Date(from + days * DAY) });
  const listFiles = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 36);
  /** As where there are no samples. */
  const purgeAfter = (days: number) => {
    const config = { ...server.config, sampleData: false };
    return purge(server.db, { clock: clockAt(days), config, sweepFiles: createFileStore({ files }).sweep });
  };
  const numbers = { quotation: 0, declined: 0, policy: 0, referred: 0 };
  const traces = async () => {
    const tables = await Promise.all(Object.values(numbers).map((number) => findTables(server.db, number)));
    return Object.fromEntries(Object.keys(numbers).map((name, index) => [name, tables[index]]));
  };
  /** Of ended policies and their relations, so that they do not hide what this is about. */
  const clearSamples = async () => {
    for (const table of ["damages", "open_invoices", "referral_events", "referrals", "policies", "quotations"] as const)
      await server.db.deleteFrom(table).execute();
  };

  beforeAll(async () => {
    await clear();
    await clearSamples();
    const vera = await loginAs(server, "v.voorbeeld");
    const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
    const sendOne = async (relation: number, action: string, explained: boolean) => {
      const opened = await open(vera, 100245, relation);
      await fill(
        vera,
        opened,
        explained ? { acceptance: { questions_of_acceptance: { ...answers, "1101": true } } } : {},
      );
      if (explained) {
        const { id } = (await vera.upload(`${opened.base}/uploads`, "uitleg.pdf", "%PDF-1.4\n")).json();
        await save(vera, opened, "additional-explanation", { explanation: "Uitleg", file: [id] });
      }
      const sent = (await send(vera, opened, action, { key: crypto.randomUUID() })).json();
      return Number(sent.number);
    };
    numbers.quotation = await sendOne(300101, "quotation", false);
    numbers.declined = await sendOne(300108, "insurance-policy", true);
    numbers.referred = await sendOne(300108, "insurance-policy", true);
    numbers.policy = await sendOne(300129, "insurance-policy", false);
    await sql`update quotations set status = 'A' where number = ${numbers.declined}`.execute(server.db);
    await server.outbox.sendWaiting();
    // The clocks of the database and the disk are not the test's.
    await sql`update submissions set sent_at = ${new Date(start)}`.execute(server.db);
    await sql`update outbox set sent_at = ${new Date(start)}`.execute(server.db);
    for (const name of listFiles()) utimesSync(join(folder, String(name)), new Date(start), new Date(start));
  });

  test("keys, copies of files and mail go first; nothing else before its day", async () => {
    const before = await traces();
    expect(before).toMatchObject({
      quotation: [
        "documents",
        "handover_events",
        "handover_subjects",
        "outbox",
        "quotation_answers",
        "quotations",
        "submissions",
      ],
      referred: expect.arrayContaining(["referral_events", "referrals"]),
      policy: expect.arrayContaining(["policies", "submissions"]),
    });
    expect(await purgeAfter(29)).toMatchObject({ files: 0, quotations: 0, keys: 0, mail: 0, contents: 0 });
    expect(await traces()).toEqual(before);
    // The archive's row names the same content: it stays.
    expect(await purgeAfter(31)).toMatchObject({ files: 2, quotations: 0, keys: 4, mail: 4, contents: 0 });
    const after = (await traces()) as Record<string, string[]>;
    const withoutMail = Object.entries(before).map(([name, all]) => [name, all?.filter((table) => table !== "outbox")]);
    expect(after).toEqual(Object.fromEntries(withoutMail));
  });

  test("a quotation goes a year after its date with all of it, and its files; one that an underwriter has still to decide stays", async () => {
    const before = listFiles().length;
    expect(await purgeAfter(364)).toMatchObject({ quotations: 0, contents: 0 });
    // Two quotations: their papers, and the file of the one that was declined.
    expect(await purgeAfter(366)).toMatchObject({ quotations: 2, policies: 0, contents: 3 });
    expect(await traces()).toMatchObject({
      quotation: [],
      declined: [],
      referred: expect.arrayContaining(["referrals"]),
    });
    expect(before - listFiles().length).toBe(3);
  });

  test("a policy goes seven years after its end, unless something of it is open or newer", async () => {
    const [year, law] = [365, 2557];
    expect(await purgeAfter(year + law - 20)).toMatchObject({ policies: 0 });
    const damage = {
      claim_id: 1,
      intermediary_number: 100245,
      title: "t",
      report_date: "2027-01-01",
      claim_number_office: "c",
      policy_number: numbers.policy,
      relation_number: 300129,
      relation_name: "r",
      desc_status_code: "G",
    };
    await server.db
      .insertInto("damages")
      .values({ ...damage, finished: false })
      .execute();
    expect(await purgeAfter(year + law + 60)).toMatchObject({ policies: 0, damages: 0 });
    await sql`update damages set finished = true`.execute(server.db);
    const viewed = {
      login_name: "v.voorbeeld",
      list: "damages" as const,
      number: damage.claim_id,
      viewed_at: new Date(),
    };
    await server.db.insertInto("last_viewed").values(viewed).execute();
    const rows = await server.db.selectFrom("relations").select("relation_number").execute();
    expect(rows.map((row) => row.relation_number)).toContain(300129);
    expect(await purgeAfter(year + law + 60)).toMatchObject({ policies: 1, damages: 1, relations: expect.any(Number) });
    const opened = await server.db.selectFrom("last_viewed").select("number").where("list", "=", "damages").execute();
    expect(opened, "who opened it last").toEqual([]);
    expect(await traces()).toMatchObject({ policy: [], referred: expect.arrayContaining(["referrals"]) });
    const left = await server.db.selectFrom("relations").select("relation_number").execute();
    expect(left, "the one with a request that waits").toEqual([{ relation_number: 300108 }]);
  });

  test("the trail goes by its owner's command alone, and records every run", async () => {
    const count = async () =>
      Number((await sql<{ n: number }>`select count(*) as n from audit`.execute(server.db)).rows[0]?.n);
    const all = await count();
    expect(await purgeTrail(server.db, { clock: clockAt(2556, Date.now()), config: server.config })).toBe(0);
    const entries = await server.db.selectFrom("audit").select("detail").where("action", "=", "retention").execute();
    expect(entries.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ quotations: 2, contents: 3 }));
    const { sessions: _, ...kinds } = await purge(server.db, { clock, config: server.config });
    const hasWords = apiValidator("audit-list#/definitions/details");
    expect(Object.keys(kinds).filter((kind) => !hasWords(kind))).toEqual([]);
    const output = await runRetention(
      { db: server.db, config: { ...server.config, retention: { ...server.config.retention, draft: 1 } } },
      { now: false },
    );
    expect(output).toMatch(/^requests +0 .*RETENTION_DRAFT_DAYS=1$/m);
    expect(await count(), "nothing was removed or said").toBe(all);
    expect(await purgeTrail(server.db, { clock: clockAt(2558, Date.now()), config: server.config })).toBe(all);
  });
});

test("no setting keeps less than the law", () => {
  const env = { RETENTION_POLICY_DAYS: "2556", RETENTION_QUOTATION_DAYS: "119" };
  expect(() => readConfig(env)).toThrow(/RETENTION_QUOTATION_DAYS must be.*\n.*RETENTION_POLICY_DAYS must be/);
});
