// Sessions in memory: a notification of the database about a change clears them, and they are not used while no
// notification could be received.
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createSessionMemory } from "#server/auth/sessions/sessionMemory.ts";
import type { Heard } from "#server/db/engines/listening.ts";
import { type DatabaseOptions, type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { seedAccounts } from "#server/samples/accounts.ts";
import { dataDirectory } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

const ID = "a".repeat(64);

function remember() {
  const line = { up: true, say: (() => undefined) as Heard };
  const memory = createSessionMemory<{ id: string }>((heard) => {
    line.say = heard;
    return { up: () => line.up, close: async () => undefined };
  });
  let reads = 0;
  const find = (id = ID, may = true, meanwhile?: () => void) =>
    memory.find(
      id,
      async () => {
        reads += 1;
        meanwhile?.();
        return { id };
      },
      () => may,
    );
  return { line, memory, find, reads: () => reads };
}

test("a session is read once, and again after a notification about it or about all", async () => {
  const { line, memory, find, reads } = remember();
  await find();
  expect([await find(), reads()]).toEqual([{ id: ID }, 1]);
  line.say("b".repeat(64));
  await find();
  expect(reads()).toBe(1);
  for (const say of [() => line.say(ID), () => line.say(""), () => memory.forget()]) {
    const before = reads();
    say();
    await find();
    await find();
    expect(reads()).toBe(before + 1);
  }
});

type Parts = ReturnType<typeof remember>;
const unheard: [string, (parts: Parts) => Promise<unknown>][] = [
  [
    "while nothing could be heard",
    async ({ line, find }) => {
      await find();
      line.up = false;
    },
  ],
  [
    "that was read while nothing could be heard",
    async ({ line, find }) => {
      line.up = false;
      await find();
      line.up = true;
    },
  ],
  ["of which something was said while it was read", ({ line, find }) => find(ID, true, () => line.say(ID))],
  ["of somebody who has not consented", ({ find }) => find(ID, false)],
];
test.each(unheard)("a session is not taken from memory: %s", async (_when, first) => {
  const parts = remember();
  await first(parts);
  await parts.find();
  expect(parts.reads()).toBe(2);
});

async function open(options: DatabaseOptions): Promise<OpenDatabase> {
  const database = await openDatabase(options);
  onTestFinished(database.close);
  return database;
}

async function expectHeard(speaking: OpenDatabase, listening: OpenDatabase): Promise<void> {
  const { db } = speaking;
  await seedAccounts(db);
  const [login_name, now] = ["v.voorbeeld", new Date()];
  const session = { id_hash: ID, login_name, csrf_token: "", browser: "", created_at: now, seen_at: now };
  const consent = { login_name, subject: "cookies" as const, document: "", document_hash: "" };
  const heard: string[] = [];
  const { up } = listening.listen("sessions", (payload) => void heard.push(payload));
  await expect.poll(up).toBe(true);
  const changes: [string, () => Promise<unknown>][] = [
    [ID, () => db.updateTable("sessions").set({ confirmed_at: now }).execute()],
    ["", () => db.updateTable("users").set({ active: false }).where("login_name", "=", login_name).execute()],
    ["", () => db.updateTable("intermediaries").set({ intermediary_name: "Kantoor" }).execute()],
    ["", () => db.insertInto("consents").values(consent).execute()],
    ["", () => db.deleteFrom("consents").execute()],
    [ID, () => db.deleteFrom("sessions").execute()],
  ];
  await db.insertInto("sessions").values(session).execute();
  await db.updateTable("sessions").set({ seen_at: now }).execute();
  for (const [expected, change] of changes) {
    heard.length = 0;
    await change();
    await expect.poll(() => heard).toEqual([expected]);
  }
}

test("the embedded database notifies of what changes a session", async () => {
  const database = await open({ directory: join(dataDirectory(), "database") });
  await expectHeard(database, database);
});

testWithPostgres("PostgreSQL says to other processes what changes a session", async ({ url }) => {
  const [first, second] = [await open({ url }), await open({ url })];
  await expectHeard(first, second);
  const heard: string[] = [];
  const { up } = second.listen("sessions", (payload) => void heard.push(payload));
  await expect.poll(() => [up(), heard]).toEqual([true, [""]]);
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
  await expect.poll(up).toBe(false);
  await expect.poll(() => [up(), heard], { timeout: 20_000 }).toEqual([true, ["", ""]]);
});
