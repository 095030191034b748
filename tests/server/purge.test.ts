// Retention: unsent requests, ended sessions and sent mail are deleted on their day, and nothing else.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server.ts";

const start = Date.parse("2026-11-20T12:00:00Z");
let now = start;
let server: TestServer;
const clock = { now: () => new Date(now), today: () => new Date(now).toISOString().slice(0, 10) };
const daysAgo = (days: number) => new Date(start - days * 86_400_000);
const afterDays = (days: number) => {
  now = start + days * 86_400_000;
};

beforeAll(async () => {
  server = await startServer({ clock });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  now = start;
  for (const table of ["submissions", "requests", "sessions", "outbox"] as const) {
    await server.db.deleteFrom(table).execute();
  }
});

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
  const place = { address_number: number, relation_number: null, temporary, quotation_number: null };
  await server.db
    .insertInto("requests")
    .values({ request_id, product: "p", release: "r", status, saved_step: null, ...who, ...place, ...times })
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

test("a temporary request goes after 30 days without a save, another draft after 90, with its steps", async () => {
  const temporary = await request({ temporary: true, created: 200, saved: 0 });
  const draft = await request({ created: 200, saved: 0 });
  const untouched = await request({});
  afterDays(30);
  expect((await server.purge.run()).requests).toBe(0);
  afterDays(30.01);
  expect((await server.purge.run()).requests).toBe(1);
  expect((await left()).sort()).toEqual([draft, untouched].sort());
  expect(await left()).not.toContain(temporary);
  afterDays(90.01);
  expect((await server.purge.run()).requests).toBe(2);
  expect([await left(), await steps()]).toEqual([[], 0]);
});

test("what was sent stays, whatever its age; what was thrown away goes like a draft", async () => {
  const sent = await request({ status: "submitted", created: 4000 });
  const temporary = await request({ status: "submitted", temporary: true, created: 4000 });
  await request({ status: "discarded", created: 91 });
  const young = await request({ status: "discarded", created: 89 });
  expect((await server.purge.run()).requests).toBe(1);
  expect((await left()).sort()).toEqual([sent, temporary, young].sort());
});

test("sessions past their hours and mail sent 30 days ago go; waiting mail stays", async () => {
  const session = (id_hash: string, at: Date) => ({
    id_hash,
    login_name: "v.voorbeeld",
    csrf_token: id_hash,
    created_at: at,
    seen_at: at,
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
  expect(await server.purge.run()).toEqual({ requests: 0, sessions: 1, mail: 1, contents: 0 });
  expect((await server.db.selectFrom("sessions").select("id_hash").execute()).map((row) => row.id_hash)).toEqual([
    "new",
  ]);
  const subjects = (await server.db.selectFrom("outbox").select("subject").execute()).map((row) => row.subject);
  expect(subjects.sort()).toEqual(["waiting", "young"]);
});

test("one run is bounded; the next takes the rest", async () => {
  const { createPurge } = await import("#server/db/purge.ts");
  for (let index = 0; index < 5; index += 1) await request({ created: 100 });
  const purge = createPurge(server.db, { clock, sessionHours: 8, batch: 2, batches: 2 });
  expect((await purge.run()).requests).toBe(4);
  expect((await purge.run()).requests).toBe(1);
});
