// PgBouncer between portal and PostgreSQL, and a role with settings of its own: sessions have the portal's settings, and `doctor`
// reports a pooler that lends connections by transaction.
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, vi } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { dataDirectory } from "../../support/model.ts";
import { hasBouncer, startBouncer } from "../../support/pgbouncer.ts";
import { loginAs, startServer } from "../../support/server.ts";
import { testWithPostgres } from "../../support/withPostgres.ts";

const GERMAN = {
  datestyle: "'German'",
  timezone: "'America/New_York'",
  intervalstyle: "'sql_standard'",
  bytea_output: "'escape'",
  statement_timeout: "0",
};

testWithPostgres("in session mode the portal starts, and a statement that takes too long is ended", async ({ url }) => {
  if (!hasBouncer()) return;
  const bouncer = await startBouncer(url, "session", ["portal"]);
  onTestFinished(bouncer.stop);
  const { db, close } = await openDatabase({ url: bouncer.as("portal"), statementTimeoutMs: 200 });
  onTestFinished(close);
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: "57014" });
  const { problems } = await examine({
    APP_ENV: "test",
    DATA_DIR: dataDirectory(),
    DATABASE_URL: bouncer.as("portal"),
  });
  expect(problems.join(" ")).not.toContain("pooler");
});

testWithPostgres("a pooler that shares connections between transactions is reported", async ({ url }) => {
  if (!hasBouncer()) return;
  await (await openDatabase({ url })).close();
  const bouncer = await startBouncer(url, "transaction", ["portal"]);
  onTestFinished(bouncer.stop);
  const { problems } = await examine({
    APP_ENV: "test",
    DATA_DIR: dataDirectory(),
    DATABASE_URL: bouncer.as("portal"),
  });
  expect(problems.join(" ")).toContain("Set its pool_mode to session.");
});

testWithPostgres(
  "a role with German dates and settings of its own reads and writes like any other",
  async ({ url }) => {
    const admin = new pg.Client(url);
    await admin.connect();
    onTestFinished(() => admin.end());
    for (const [name, value] of Object.entries(GERMAN)) await admin.query(`alter role portal set ${name} = ${value}`);
    vi.stubEnv("TEST_DATABASE_URL", url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await startServer();
    onTestFinished(server.stop);
    const vera = await loginAs(server, "v.voorbeeld");
    const { data } = await vera.ok<{ data: { date: string }[] }>("GET", "/api/quotations/");
    expect(data.length).toBeGreaterThan(0);
    const { rows } = await sql<Record<string, unknown>>`select date '2026-11-20' as day, '\\x00ff'::bytea as bytes,
    timestamptz '2026-11-20 12:00+00' as at, current_setting('statement_timeout') as "limit"`.execute(server.db);
    expect(rows[0]).toEqual({
      day: "2026-11-20",
      bytes: Buffer.from([0, 255]),
      at: new Date("2026-11-20T12:00:00Z"),
      limit: "5s",
    });
  },
);
