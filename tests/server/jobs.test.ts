// The job runner on the portal's own database: a job is there exactly when its transaction was committed, once for each key, in one
// of all processes, and tried again until it succeeds.
import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { OpenDatabase } from "#server/db/open.ts";
import { findServedCall, serveCall } from "#server/http/logging.ts";
import { createJobs, type JobKind, listJobTroubles } from "#server/jobs/jobs.ts";
import { createOutbox } from "#server/mail/outbox.ts";
import { openTestDatabase } from "../support/server.ts";

const logged: { level: string; message: string; facts: object }[] = [];
const note = (level: string) => (facts: object, message: string) =>
  void logged.push({ level, message, facts: { ...facts, call: findServedCall() } });
const log = { warn: note("warn"), error: note("error") } as unknown as Parameters<typeof createJobs>[0]["log"];
let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

const open = async (name: string, kind: JobKind) => {
  const counted: string[] = [];
  const counts = { job: (job: string, result: string) => void counted.push(`${job} ${result}`) };
  const jobs = await createJobs({ database, log, counts });
  onTestFinished(jobs.stop);
  await jobs.add(name, kind);
  return { jobs, counted };
};

test("what was rolled back leaves no job; one key waits once, and may come again when it was done", async () => {
  const ran: string[] = [];
  const { jobs, counted } = await open("once", { run: async (key) => void ran.push(key) });
  const undone = database.db.transaction().execute(async (all) => {
    await jobs.put(all, "once", "undone");
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  const done = database.db.transaction().execute(async (all) => {
    await jobs.put(all, "once", "done");
    await jobs.put(all, "once", "done");
  });
  await done;
  await jobs.runDue("once");
  expect(ran).toEqual(["done"]);
  await jobs.put(database.db, "once", "done");
  await jobs.runDue("once");
  expect(ran).toEqual(["done", "done"]);
  expect(counted).toEqual(["once done", "once done"]);
});

test("one more may wait while one is being done, where it does all that there is", async () => {
  let ran = 0;
  const { jobs } = await open("all", {
    onceMore: true,
    run: async () => {
      ran += 1;
      if (ran > 1) return;
      await jobs.put(database.db, "all", "");
      await jobs.put(database.db, "all", "");
    },
  });
  await jobs.put(database.db, "all", "");
  await jobs.runDue("all");
  expect(ran).toBe(2);
});

test("what fails comes again, later each time; what its process died with comes again too", async () => {
  let fails = true;
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (fails) throw new Error("not now");
  };
  const { jobs, counted } = await open("again", { run, retry: { first: 100, last: 300, times: 5 } });
  await jobs.put(database.db, "again", "key");
  const waits: number[] = [];
  const due = sql`update jobs.job set start_after = now() where name = 'again'`;
  for (let count = 0; count < 3; count += 1) {
    await jobs.runDue("again");
    await jobs.runDue("again");
    const { rows } = await sql<{ wait: number }>`select extract(epoch from start_after - now())::float8 as wait
      from jobs.job where name = 'again' and state = 'retry'`.execute(database.db);
    waits.push(rows[0]?.wait ?? 0);
    await due.execute(database.db);
  }
  expect(tries).toBe(3);
  expect(waits[0]).toBeGreaterThan(40);
  expect(Math.max(...waits)).toBeLessThanOrEqual(300);
  fails = false;
  await jobs.runDue("again");
  expect(counted).toEqual(["again failed", "again failed", "again failed", "again done"]);
});

test("each failure is one line with its job and call; one that is given up is seen, and what was thrown is kept nowhere", async () => {
  const failed = new Error("Failing row contains (a.naam@example.com)");
  const { jobs, counted } = await open("broken", {
    run: () => Promise.reject(failed),
    retry: { first: 100, last: 300, times: 1 },
  });
  logged.length = 0;
  await serveCall("call-7", () => jobs.put(database.db, "broken", "key"));
  await jobs.runDue("broken");
  await sql`update jobs.job set start_after = now() where name = 'broken'`.execute(database.db);
  await jobs.runDue("broken");
  const { rows } = await sql<{ id: string; row: string }>`select id, j::text as row from jobs.job j
    where name = 'broken'`.execute(database.db);
  const facts = { job: "broken", id: rows[0]?.id, err: failed, call: "call-7" };
  expect(logged).toEqual([
    { level: "warn", message: "job failed, tried again later", facts: { ...facts, attempt: 1, again: true } },
    { level: "error", message: "job given up", facts: { ...facts, attempt: 2, again: false } },
  ]);
  expect(counted).toEqual(["broken failed", "broken given_up"]);
  const troubles = await listJobTroubles(database.db);
  expect(troubles.filter(({ job }) => job === "broken")).toEqual([{ job: "broken", late: 0, given_up: 1 }]);
  expect(JSON.stringify(rows)).not.toContain("a.naam");
});

test("what a killed process was doing is for another after two minutes, and meanwhile holds up its key alone", async () => {
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  const { jobs } = await open("killed", { onceMore: true, run });
  const db = { executeSql: database.execute };
  const quiet = { migrate: false, createSchema: false, supervise: false, schedule: false } as const;
  const other = new PgBoss({ db, backend: "pglite", schema: "jobs", ...quiet });
  await other.start();
  onTestFinished(() => other.stop({ graceful: false }));
  await jobs.put(database.db, "killed", "");
  await other.fetch("killed");
  await jobs.put(database.db, "killed", "");
  await jobs.runDue("killed");
  expect(ran, "another is doing it").toBe(0);
  const silent = sql`update jobs.job set heartbeat_on = now() - interval '61 seconds' where state = 'active' and name = 'killed'`;
  await silent.execute(database.db);
  await other.supervise("killed");
  await jobs.runDue("killed");
  expect(ran).toBe(1);
});

test("a job whose process was killed while another with its key waits for a retry is not given up", async () => {
  const { jobs } = await open("twice", { onceMore: true, run: async () => undefined });
  const db = { executeSql: database.execute };
  const quiet = { migrate: false, createSchema: false, supervise: false, schedule: false } as const;
  const killed = new PgBoss({ db, backend: "pglite", schema: "jobs", ...quiet });
  await killed.start();
  onTestFinished(() => killed.stop({ graceful: false }));
  for (let times = 0; times < 2; times += 1) {
    await jobs.put(database.db, "twice", "");
    await killed.fetch("twice");
    await sql`update jobs.job set heartbeat_on = now() - interval '61 seconds'
      where state = 'active' and name = 'twice'`.execute(database.db);
    await sql`update jobs.queue set monitor_on = null, monitor_claim_on = null where name = 'twice'`.execute(
      database.db,
    );
    await killed.supervise("twice");
  }
  const { rows } = await sql<{ state: string }>`select state from jobs.job where name = 'twice'
    order by state`.execute(database.db);
  expect(rows.map(({ state }) => state)).toEqual(["retry", "failed"]);
  expect((await listJobTroubles(database.db)).find(({ job }) => job === "twice")).toMatchObject({ given_up: 0 });
});

test("by its times and after a start, never in two processes at once", async () => {
  let running = 0;
  let most = 0;
  let ran = 0;
  const kind: JobKind = {
    every: 0.5,
    cron: { at: "20 4 * * *", afterStart: 0 },
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await sql`select 1`.execute(database.db);
      running -= 1;
      ran += 1;
    },
  };
  const processes = [await open("timed", kind), await open("timed", kind)];
  await Promise.all(processes.map(({ jobs }) => jobs.start()));
  await expect.poll(() => ran).toBeGreaterThan(0);
  expect(most).toBe(1);
  const { rows } = await sql<{ cron: string; timezone: string }>`select cron, timezone from jobs.schedule
    where name = 'timed'`.execute(database.db);
  expect(rows).toEqual([{ cron: "20 4 * * *", timezone: "Europe/Amsterdam" }]);
});

test("mail that waits without a job, as of a program of before, gets one", async () => {
  const config = { mailFrom: "", dataDir: "/nowhere", baseUrl: "https://portal.example.com" };
  const { jobs } = await open("other", { run: async () => undefined });
  const outbox = await createOutbox({ db: database.db, jobs, config, log });
  await outbox.put(database.db, { call: "c", recipient: "a@example.nl", subject: "s", text: "", attachments: [] });
  const count = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from jobs.job where name = 'mail'`.execute(database.db))
      .rows[0]?.count;
  expect(await count()).toBe(1);
  await sql`delete from jobs.job where name = 'mail'`.execute(database.db);
  await jobs.put(database.db, "waiting-mail", "");
  await jobs.runDue("waiting-mail");
  await jobs.put(database.db, "waiting-mail", "");
  await jobs.runDue("waiting-mail");
  expect(await count()).toBe(1);
});
