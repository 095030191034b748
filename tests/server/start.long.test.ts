// A start that must fail ends at once with a message for the operator. A portal that npm started ends with npm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import { WrongSchema } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open.ts";
import { hasSampleAccounts } from "#server/samples/accounts.ts";
import { dataDirectory } from "../support/model.ts";
import { compiledSources } from "../support/portal.ts";
import { children, endChildren, node, PRODUCTION, root, runToEnd } from "../support/runToEnd.ts";
import { loginAs, startServer } from "../support/server.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { open } from "../support/wizard.ts";

endChildren();

const startAndEnd = (args: string[], env: Record<string, string>) =>
  runToEnd(["src/server/cli.ts", "start", ...args], env);

test.each([
  ["--dev in production", { args: ["--dev"], env: PRODUCTION }, 78, /--dev serves the sources/],
  [
    "an address that this machine does not have",
    { args: [], env: { APP_ENV: "test", HOST: "192.0.2.1" } },
    1,
    /192\.0\.2\.1 is not an address of this machine: set PORT or HOST/,
  ],
])("%s does not start", async (_what, { args, env }, code, sentence) => {
  const ended = await startAndEnd(args, { DATA_DIR: dataDirectory(), PORT: "0", ...env });
  expect(ended).toMatchObject({ code, output: expect.stringMatching(sentence) });
  expect(ended.output).not.toContain("not-a-real-secret");
  expect(ended.output, "no stack").not.toMatch(/^\s+at /m);
});

test("metrics at a port in use: METRICS_ADDRESS is named, not PORT", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const METRICS_ADDRESS = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
  const ended = await startAndEnd([], { APP_ENV: "test", DATA_DIR: dataDirectory(), PORT: "0", METRICS_ADDRESS });
  expect(ended).toMatchObject({ code: 1, output: expect.stringMatching(/is in use: .* or set METRICS_ADDRESS/) });
});

/** A command for each way to open the database: its own, that of most commands, and that of the releases. */
const COMMANDS = ["migrate", "audit", "releases list"];

test.each(COMMANDS)("%s reports which setting leads to a database that is away", async (command) => {
  const env = { ...PRODUCTION, DATABASE_URL: "postgres://portal:not-a-real-secret@127.0.0.1:1/portal" };
  const { code, output } = await runToEnd(["src/server/cli.ts", ...command.split(" ")], env);
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The database of DATABASE_URL cannot/),
  });
  expect(output).not.toContain("not-a-real-secret");
});

testWithPostgres("who migrates as the server's role reads which setting names the owner", async ({ url }) => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query("create role plain login");
  await admin.end();
  const env = { APP_ENV: "test", DATA_DIR: dataDirectory(), DATABASE_URL: url.replace("portal@", "plain@") };
  const { code, output } = await runToEnd(["src/server/cli.ts", "migrate"], env);
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/set DATABASE_MIGRATE_URL to the role that owns the tables/),
  });
  const owner = { ...env, DATABASE_URL: url };
  expect((await runToEnd(["src/server/cli.ts", "migrate"], owner)).output).toMatch(/^The database of DATABASE_URL has/);
  const seen = await runToEnd(["src/server/cli.ts", "doctor"], env);
  expect(seen.output, "not granted yet").toMatch(/^WRONG .* no rights on the tables: run "npm run migrate"/m);
});

test("a command without its settings makes no database of its own, and reports which one it looked for", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "cli-"));
  const runs = await Promise.all(
    COMMANDS.map((command) => runToEnd(["src/server/cli.ts", ...command.split(" ")], { DATA_DIR })),
  );
  const wrong = runs.filter((run) => !run.output.includes(DATA_DIR) || (run.code === 0 && !/Nothing/.test(run.output)));
  expect(wrong).toEqual([]);
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

test("what a restore kept back is sent on before any portal has started on that database", async () => {
  const env = { APP_ENV: "test", DATA_DIR: dataDirectory() };
  const directory = join(env.DATA_DIR, "database");
  const opened = await openDatabase({ directory, migrate: false });
  const mail = {
    recipient: "a@example.com",
    subject: "1",
    text: "",
    attachments: "[]",
    sent_at: null,
    last_error: null,
  };
  const mailRow = { ...mail, mail_id: crypto.randomUUID(), call_id: "", state: "given_up" as const };
  await opened.db.insertInto("outbox").values(mailRow).execute();
  await sql`delete from jobs.queue where name in ('mail', 'handover')`.execute(opened.db);
  await opened.close();
  for (const command of ["mail send all", "handover send all"]) {
    const { code, output } = await runToEnd(["src/server/cli.ts", ...command.split(" ")], env);
    expect({ code, output }, command).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d \w+ wait to be sent again/),
    });
  }
  const after = await openDatabase({ directory, migrate: false });
  onTestFinished(after.close);
  const { rows } = await sql<{ name: string }>`select name from jobs.job where state = 'created' order by name`.execute(
    after.db,
  );
  expect(rows.map(({ name }) => name)).toEqual(["handover", "mail"]);
});

test("a reader of only the beginning of a command's output sees no failure of it", async () => {
  const env = { PATH: process.env.PATH, ...compiledSources(), APP_ENV: "test", DATA_DIR: dataDirectory() };
  const child = spawn(node, ["src/server/cli.ts", "doctor"], { env, stdio: "pipe", cwd: root });
  children.add(child);
  child.stdout.destroy();
  let failed = "";
  child.stderr.on("data", (part) => (failed += part));
  const [code] = (await once(child, "close")) as [number];
  expect({ code, failed }).toEqual({ code: 0, failed: "" });
});

test("what npm began ends when npm is ended by a signal", async () => {
  // Without the mark of a test run: Vite would serve the files of the tests.
  const env = { ...process.env, VITEST: undefined, DATA_DIR: dataDirectory(), PORT: "0", APP_ENV: "test" };
  const npm = spawn("npm", ["run", "dev"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"], detached: true });
  children.add(npm);
  let output = "";
  npm.stdout.on("data", (part) => (output += part));
  while (!/portal is at (\S+)/.test(output)) {
    expect(npm.exitCode, output).toBe(null);
    await sleep(50);
  }
  const address = /portal is at (\S+)/.exec(output)?.[1] ?? "";
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  const page = await fetch(address, { headers: { accept: "text/html" } });
  expect(await page.text(), "the sources, as Vite serves them").toContain("/@vite/client");
  npm.kill("SIGTERM");
  const lock = join(env.DATA_DIR, "database", "in-use.lock");
  while (existsSync(lock)) await sleep(50);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test.each(["src/server/start.mjs", "src/server/start.mjs --studio", "src/studio/server/main.ts"])(
  "%s answers --help and an unknown option with sentences, and starts nothing",
  async (program) => {
    const run = (word: string) =>
      runToEnd([...program.split(" "), word], { DATA_DIR: mkdtempSync(join(tmpdir(), "cli-")) });
    expect(await run("--help")).toEqual({
      code: 0,
      output: expect.stringMatching(/^Usage: npm run (start|studio) -- /),
    });
    expect(await run("--nonsense")).toEqual({
      code: 2,
      output: expect.stringMatching(/^Unknown option "--nonsense"\. .*\n {2}npm run .*\n$/m),
    });
  },
);

test("a schema newer than the program, or made by other migrations, does not start, whether it may migrate or not", async () => {
  const directory = join(dataDirectory(), "database");
  const first = await openDatabase({ directory });
  expect(await hasSampleAccounts(first.db)).toBe(true);
  await sql`update kysely_migration set checksum = 'other' where name like '0001%'`.execute(first.db);
  await first.close();
  const refused = async (sentence: RegExp) => {
    for (const migrate of [true, false]) {
      const opened = openDatabase({ directory, migrate });
      await expect(opened).rejects.toThrow(WrongSchema);
      await expect(opened).rejects.toThrow(sentence);
    }
  };
  await refused(/ran 0001_baseline as it was before it was changed: put its file back/);
  const again = await openDatabase({ directory, migrate: "by hand" });
  await sql`update kysely_migration set checksum = null`.execute(again.db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2027')`.execute(again.db);
  await again.close();
  await refused(/newer than this program: it has 9999_of_tomorrow/);
});

test("a portal is ready below a folder of another kind of modules", async () => {
  const above = dataDirectory();
  writeFileSync(join(above, "package.json"), '{ "type": "commonjs" }');
  const productsDir = join(above, "data", "products");
  mkdirSync(productsDir, { recursive: true });
  await publish(join(root, "schemas"), productsDir);
  const server = await startServer({ productsDir });
  onTestFinished(() => server.stop());
  const ready = await server.app.inject({ url: "/readyz" });
  expect(ready.json()).toMatchObject({ status: "ready", products: true });
  expect(ready.headers["retry-after"]).toBeUndefined();
  const vera = await loginAs(server, "v.voorbeeld");
  expect((await open(vera, 100245, 300101)).number).toBe(300101);
});
