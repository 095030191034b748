// What was acknowledged survives a restart, and a second process cannot open the same data directory. Real processes on
// a real directory. crash.long.test.ts tests kill -9.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { DirectoryInUseError, lockDirectory } from "#server/db/engines/directoryLock.ts";
import { openDatabase } from "#server/db/open.ts";
import { dataDirectory } from "../support/model.ts";
import { compiledSources, SHORT_LIVED } from "../support/portal.ts";
import { TODAY } from "../support/today.ts";

const root = join(import.meta.dirname, "../..");
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Ends the thread of the embedded database at a signal, as a fault in it would. */
const BREAKABLE = `data:text/javascript,${encodeURIComponent(`
  import threads from "node:worker_threads";
  import { syncBuiltinESMExports } from "node:module";
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      process.on("SIGUSR2", () => this.terminate());
    }
  };
  syncBuiltinESMExports();
`)}`;

async function start(dataDir: string): Promise<{ child: ChildProcess; address: string }> {
  const env = {
    PATH: process.env.PATH,
    ...compiledSources(),
    DATA_DIR: dataDir,
    PORT: "0",
    TODAY,
    APP_ENV: "test",
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_MINUTE: "1000000",
  };
  const args = [...SHORT_LIVED, "--import", BREAKABLE, join(root, "src/server/cli.ts"), "start"];
  const child = spawn(join(root, "node_modules/.bin/node"), args, { env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  children.add(child);
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("did not start"))),
  ])) as [{ ready: string }];
  return { child, address: message.ready };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, "exit");
  child.kill(signal);
  const [code] = (await gone) as [number | null];
  children.delete(child);
  return code;
}

test("two processes never share a directory, and one whose database dies stops instead of failing for ever", async () => {
  const dataDir = dataDirectory();
  const { child } = await start(dataDir);
  const second = spawn(join(root, "node_modules/.bin/node"), [join(root, "src/server/cli.ts"), "start"], {
    env: { PATH: process.env.PATH, ...compiledSources(), DATA_DIR: dataDir, PORT: "0", APP_ENV: "test" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  second.stderr?.on("data", (part) => (output += part));
  const [code] = (await once(second, "exit")) as [number];
  expect(code).toBe(1);
  expect(output).toContain("is in use by process");
  let lost = "";
  child.stderr?.on("data", (part) => (lost += part));
  expect(await end(child, "SIGUSR2"), "the code that `npm start` starts it again for").toBe(75);
  expect(lost).toContain("The embedded database has stopped");
  const again = await start(dataDir);
  expect((await fetch(`${again.address}/readyz`)).status).toBe(200);
  expect(await end(again.child, "SIGTERM")).toBe(0);
});

test("a lock of a process that is gone is taken over, one that lives is not", () => {
  const directory = mkdtempSync(join(tmpdir(), "lock-"));
  const write = (holder: object) => writeFileSync(join(directory, "in-use.lock"), JSON.stringify(holder));
  write({ pid: 2 ** 22 + 1, host: hostname(), born: "gone" });
  const unlock = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
  unlock();
  // The process id was given to another process since then. Its start time differs.
  write({ pid: process.pid, host: hostname(), born: "an earlier boot" });
  lockDirectory(directory)();
  write({ pid: 1, host: "another machine", born: "" });
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(join(directory, "in-use.lock"), longAgo, longAgo);
  lockDirectory(directory)();
});

test("a lock of a process that has ended and is still listed (a zombie) is taken over", async () => {
  const directory = mkdtempSync(join(tmpdir(), "lock-"));
  const take = `import { lockDirectory } from ${JSON.stringify(join(root, "src/server/db/engines/directoryLock.ts"))};
    lockDirectory(${JSON.stringify(directory)}); console.log(process.pid); process.kill(process.pid, "SIGKILL");`;
  // The shell becomes a program that never asks how its child ended.
  const parent = spawn("sh", ["-c", '"$0" --input-type=module -e "$1" & exec sleep 60', process.execPath, take]);
  children.add(parent);
  const [pid] = (await once(parent.stdout, "data")) as [Buffer];
  const stat = join("/proc", String(pid).trim(), "stat");
  await vi.waitUntil(() => /\) Z /.test(readFileSync(stat, "utf8")));
  lockDirectory(directory)();
});

test("values are there after closing and opening again, and a statement that is known follows a table that changes", async () => {
  const directory = join(dataDirectory(), "database");
  const first = await openDatabase({ directory });
  await first.db.insertInto("intermediaries").values({ intermediary_number: 1, intermediary_name: "Eén" }).execute();
  await first.close();
  const second = await openDatabase({ directory });
  const query = second.db.selectFrom("intermediaries").selectAll().where("intermediary_number", "=", 1);
  expect(await query.execute()).toEqual([{ intermediary_number: 1, intermediary_name: "Eén" }]);
  await sql`alter table intermediaries add column place text default 'Ede'`.execute(second.db);
  expect(await query.execute()).toEqual([{ intermediary_number: 1, intermediary_name: "Eén", place: "Ede" }]);
  await second.close();
});

test("a start on a full disk leaves no lock behind", () => {
  const directory = mkdtempSync(join(tmpdir(), "full-"));
  const full = () => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  expect(() => lockDirectory(directory, full)).toThrow("no space left");
  expect(readdirSync(directory)).toEqual([]);
  // Nor does one that would take over the lock of a process that has ended.
  writeFileSync(join(directory, "in-use.lock"), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), born: "" }));
  expect(() => lockDirectory(directory, full)).toThrow("no space left");
  expect(readdirSync(directory).filter((name) => name.endsWith(".turn"))).toEqual([]);
  lockDirectory(directory)();
});

test("the embedded database removes by itself what was overwritten", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { db, close } = await openDatabase({ migrate: "by hand" });
  try {
    await sql`create table overwritten as select 1 as number from generate_series(1, 200)`.execute(db);
    await sql`update overwritten set number = 2`.execute(db);
    await sql`create table from_before as select 1 as number from generate_series(1, 40000)`.execute(db);
    const read = async () =>
      (
        await sql<{ changed: number; counted: number }>`select n_mod_since_analyze as changed, reltuples::int as counted
          from pg_stat_user_tables join pg_class on oid = relid order by pg_class.relname`.execute(db)
      ).rows;
    // The engine counts what changed at most once a second.
    await expect.poll(read).toMatchObject([{ changed: 40_000 }, { changed: 400 }]);
    await sql`select pg_stat_reset_single_table_counters('from_before'::regclass)`.execute(db);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect.poll(read).toEqual([
      { changed: 0, counted: 40_000 },
      { changed: 0, counted: 200 },
    ]);
    const { rows } =
      await sql`select n_dead_tup as dead from pg_stat_user_tables where relname = 'overwritten'`.execute(db);
    expect(rows).toEqual([{ dead: 0 }]);
  } finally {
    vi.useRealTimers();
    await close();
  }
});
