// Two roles on PostgreSQL: the owner migrates. The server works with a plain role, which cannot change tables or the
// trail and is bound by row-level security.
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { runInOffice } from "#server/db/office.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { runRetention } from "#server/operations/commands/retention.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { Connection } from "../bench/portal/connection.ts";
import { startPortal } from "../bench/portal/portalProcess.ts";
import { dataDirectory } from "../support/model.ts";
import { checkOfficeRows } from "../support/officeRows.ts";
import { checkTransactions } from "../support/transactions.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

const REFUSED = [
  ...["update audit set login_name = null", "delete from audit", "delete from release_actions"],
  ...["update audit_seals set lines = 0", "delete from audit_seals", "truncate audit"],
  ...["delete from kysely_migration", "drop table outbox", "alter table users add column note text"],
  ...["alter table audit disable trigger user", "create table mine (one int)"],
];

testWithPostgres("the server works with a plain role, which may change no table and no trail", async ({ url }) => {
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(() => admin.end());
  for (const statement of [
    "role owner login",
    "role server login",
    "role seer login bypassrls",
    "database portal owner owner",
  ])
    await admin.query(`create ${statement}`);
  const as = (role: string) => Object.assign(new URL(url), { username: role, pathname: "/portal" }).href;
  const addresses = { url: as("server"), migrateUrl: as("owner") };
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ ...addresses, migrate: true })));
  await Promise.all(atOnce.map(({ close }) => close()));

  const portal = await startPortal(dataDirectory(), { databaseUrl: as("server"), migrateUrl: as("owner") });
  onTestFinished(() => void portal.end("SIGKILL"));
  const broker = await new Connection(portal.address).enter("v.voorbeeld");
  onTestFinished(() => broker.close());
  const path = "/api/aanvraag/cyber/100245";
  await broker.ok("GET", `${path}/prerequisites/exists/?relation=300101`);
  await broker.ok("POST", `${path}/300101/wizard/restart`);
  expect((await broker.ok("GET", "/api/relations/export")).text).toContain("300101");

  const database = await openDatabase({ url: as("server"), migrate: false });
  onTestFinished(database.close);
  await checkOfficeRows(database, [100245, 100871]);
  await checkTransactions(database);
  await checkKyselyTransactions(database);
  const { db } = database;
  const trail = await db.selectFrom("audit").select("action").execute();
  expect(trail.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["GET /api/relations/export", "release publish"]),
  );
  const server = new pg.Client(as("server"));
  await server.connect();
  onTestFinished(() => server.end());
  for (const change of REFUSED) await expect(server.query(change), change).rejects.toThrow(/denied|must be owner/);

  await sql`update requests set saved_at = now() - interval '400 days'`.execute(db);
  const settings = readConfig({ APP_ENV: "test", DATABASE_URL: as("server") });
  await expect(runRetention({ db, config: settings }, { now: true })).rejects.toThrow("permission denied");
  expect((await db.selectFrom("requests").select("request_id").execute()).length, "refused before it removes").toBe(1);

  const doctor = async (role: string) =>
    (await examine({ APP_ENV: "production", DATABASE_URL: as(role) })).problems.filter((problem) =>
      /connects to PostgreSQL/.test(problem),
    );
  expect(await doctor("server")).toEqual([]);
  await admin.query("grant server to seer");
  const { problems } = await examine({ APP_ENV: "production", DATABASE_URL: as("seer") });
  expect(problems).toContainEqual(expect.stringContaining("may bypass row-level security"));
  expect(await doctor("owner")).toEqual([
    expect.stringMatching(/as the owner of its tables or database: give DATABASE_URL a plain role/),
  ]);
});

/** Kysely's own transactions have the office too, also before several statements in one text. */
async function checkKyselyTransactions({ db, officeDb }: OpenDatabase): Promise<void> {
  const read = () => db.selectFrom("users").select("full_name").orderBy("login_name").execute();
  const names = await read();
  const undone = db.transaction().execute(async (all) => {
    await all.updateTable("users").set({ full_name: "Nobody" }).execute();
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  const failed = db.transaction().execute((all) => sql`select nothing from users`.execute(all));
  await expect(failed).rejects.toThrow('column "nothing" does not exist');
  const circular: object[] = [];
  circular.push({ circular });
  for (let times = 0; times < 3; times += 1)
    await expect(sql`select ${{ circular }}::text`.execute(db)).rejects.toThrow("circular");
  await db.transaction().execute(async () => undefined);
  expect(await read()).toEqual(names);
  const office = sql<{ office: string }>`select current_setting('portal.office') as office`;
  const several = sql.raw("select 1; select 2");
  for (const first of [several, office, office]) {
    const work = () =>
      officeDb.transaction().execute(async (all) => [await first.execute(all), await office.execute(all)]);
    expect((await runInOffice(100245, work))[1]?.rows).toEqual([{ office: "100245" }]);
  }
}
