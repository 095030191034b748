// The account commands against two running processes on one PostgreSQL: an erased user is logged out at both, and the roles
// of the database decide who may erase. `privacyAccount.test.ts` tests what an erasure removes.
import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { Connection } from "../bench/portal/connection.ts";
import { startPortal } from "../bench/portal/portalProcess.ts";
import { dataDirectory } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

testWithPostgres(
  "by the command: out at every process at once, by the roles of the database, and what it is told wrong it says",
  async ({ url }) => {
    const admin = new pg.Client(url);
    await admin.connect();
    onTestFinished(() => admin.end());
    for (const statement of ["role owner login", "role server login", "database portal owner owner"])
      await admin.query(`create ${statement}`);
    const as = (role: string) => Object.assign(new URL(url), { username: role, pathname: "/portal" }).href;
    const start = async () => {
      const portal = await startPortal(dataDirectory(), { databaseUrl: as("server"), migrateUrl: as("owner") });
      onTestFinished(() => void portal.end("SIGKILL"));
      const connection = await new Connection(portal.address).enter("v.voorbeeld");
      onTestFinished(() => connection.close());
      return connection;
    };
    const sessions = [await start(), await start()];
    const statuses = () =>
      Promise.all(sessions.map(async (session) => (await session.call("GET", "/api/relations")).status));
    expect(await statuses()).toEqual([200, 200]);
    const env = { PATH: process.env.PATH, APP_ENV: "test", DATA_DIR: dataDirectory(), DATABASE_URL: as("server") };
    const run = async (words: string, more = {}) => {
      const cli = [
        join(import.meta.dirname, "../../src/server/cli.ts"),
        "account",
        ...words.split(" ").filter(Boolean),
      ];
      const ended = await promisify(execFile)(process.execPath, cli, { env: { ...env, ...more } }).catch(
        (error) => error,
      );
      return { code: ended.code ?? 0, said: `${ended.stdout}${ended.stderr}` };
    };
    expect((await run("erase --user v.voorbeeld --dry-run")).said).toMatch(
      /^Nothing was erased; .*\nOffice 100245 has no other administrator/s,
    );
    expect(await statuses()).toEqual([200, 200]);
    const out = join(mkdtempSync(join(tmpdir(), "account-")), "export");
    expect(await run(`export --user v.voorbeeld --out ${out}`)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Wrote \d+ rows and \d+ lines/),
    });
    expect((await run("erase --user v.voorbeeld", { DATABASE_MIGRATE_URL: as("owner") })).said).toMatch(
      /^Erased, in rows:\n(.*\n)*sessions +2\n/,
    );
    await expect.poll(statuses, { timeout: 4_000 }).toEqual([401, 401]);
    const wrong: [string, number, RegExp][] = [
      ["erase --user v.voorbeeld", 1, /^There is no account v\.voorbeeld\.\n$/],
      ["erase", 2, /^--user is missing\.\n/],
      ["erase --users d.demo", 2, /^Unknown option "--users"\. Did you mean "--user"\?\n/],
    ];
    for (const [words, code, message] of wrong)
      expect(await run(words), words).toEqual({ code, said: expect.stringMatching(message) });
  },
);
