// Migrations on PostgreSQL: by several processes at once, and while brokers work.
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { ExistsAnswer } from "#api/wire/wireTypes.ts";
import { getMigrations, type Migrations, migrate } from "#server/db/migrate.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { seedPortfolio } from "#server/samples/seed.ts";
import { Connection } from "../bench/portal/connection.ts";
import { startPortal } from "../bench/portal/portalProcess.ts";
import { dataDirectory } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { ANSWERS, PRODUCT } from "../support/wizard.ts";

const statements = (...all: string[]) => ({
  up: async (db: Parameters<Migrations[string]["up"]>[0]) => {
    for (const one of all) await sql.raw(one).execute(db);
  },
});

async function open(url: string, statementTimeoutMs = 0): Promise<Db> {
  const { db, close } = await openDatabase({ url, migrate: "by hand", statementTimeoutMs });
  onTestFinished(close);
  return db;
}

/** A column goes while another process may be looking at all columns, which takes a while where there are many. */
const WIDE = `create table wide (${Array.from({ length: 1500 }, (_, count) => `c${count} int`)})`;
const DROPS = Object.fromEntries(
  Array.from({ length: 20 }, (_, count) => [
    `${9910 + count}_drops`,
    statements(`alter table wide drop column c${count}`),
  ]),
);

testWithPostgres(
  "several processes at once run each migration once, however long one takes, and one of them loads the samples",
  async ({ url }) => {
    const added = {
      "9900_wide": statements(WIDE),
      ...DROPS,
      "9998_slow": statements("select pg_sleep(0.7)"),
      "9999_last": statements("create table last (one int)"),
    };
    const migrations = { ...(await getMigrations()), ...added };
    const databases = await Promise.all([1, 2, 3].map(() => open(url)));
    const done = await Promise.all(databases.map((db) => migrate(db, { migrations })));
    expect(done.flat().sort()).toEqual([...Object.keys(migrations), "tables of jobs"]);
    const seeded = await Promise.all(databases.map((db) => seedPortfolio(db)));
    expect(seeded.filter(Boolean)).toEqual([true]);
  },
);

const BUSY = {
  "9999_busy": statements(
    "alter table request_steps add column added int not null default 0",
    "alter table requests add column added text",
    "create index requests_added on requests (added)",
    "create table added (request_id uuid references requests on delete cascade)",
  ),
};

testWithPostgres(
  "brokers save while the next release migrates, also when a backup holds its tables",
  async ({ url }) => {
    const portal = await startPortal(dataDirectory(), { databaseUrl: url });
    onTestFinished(() => void portal.end("SIGKILL"));
    const broker = await new Connection(portal.address).enter("v.voorbeeld");
    onTestFinished(() => broker.close());
    const place = `/api/aanvraag/${PRODUCT}/100245`;
    const opened = await broker.ok("GET", `${place}/prerequisites/exists/?relation=300101`);
    const { relation_number } = (JSON.parse(opened.text) as ExistsAnswer).data;
    const save = () =>
      broker.ok("POST", `${place}/${relation_number}/wizard/step/general-data/save?action=next`, {
        body: ANSWERS["general-data"],
      });
    await save();

    const next = await open(url);
    const backup = new pg.Client(url);
    await backup.connect();
    onTestFinished(() => backup.end());
    await backup.query("begin; select * from request_steps");
    const migrating = migrate(next, { migrations: { ...(await getMigrations()), ...BUSY } });
    const waits = `select from pg_locks where not granted and mode = 'AccessExclusiveLock'`;
    while ((await backup.query(waits)).rowCount === 0) await new Promise(setImmediate);
    for (let count = 0; count < 4; count += 1) await save();
    await backup.query("commit");
    // The migration gets one table while a save has the other, again and again.
    let done = false;
    const migrated = migrating.finally(() => {
      done = true;
    });
    while (!done) await save();
    expect(await migrated).toEqual(["9999_busy"]);
    await save();
  },
);
