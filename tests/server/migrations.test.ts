// Migrations on PostgreSQL: by several processes at once, while brokers work, and never one that was changed since it ran.
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { ExistsAnswer } from "#api/wireTypes.ts";
import { computeChecksums, getMigrations, type Migrations, migrate } from "#server/db/migrate.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { seedPortfolio } from "#server/portfolio/seed.ts";
import { Connection } from "../bench/portal/connection.ts";
import { startPortal } from "../bench/portal/portalProcess.ts";
import { dataDirectory } from "../support/model.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { ANSWERS, PRODUCT } from "../support/wizard.ts";

/** A migration that has run somewhere is never changed: a change is a new migration, with its line here. */
const RELEASED = {
  "0001_accounts": "e87b8016",
  "0002_requests": "be42e99a",
  "0003_draft_key": "8cd5f326",
  "0100_portfolio": "a57b04ee",
  "0101_list_places": "37ba9404",
  "0102_insured_amounts_in_cents": "384a5e56",
  "0103_step_inputs": "ad5edac1",
  "0110_mail_state": "7f1032ab",
  "0120_releases": "58a24c7a",
  "0130_lists_as_they_stand": "9909f8f8",
  "0131_watchlist": "0cf3e984",
  "0140_mail_call": "5a638279",
  "0150_audit_is_kept": "36d5acc6",
  "0151_rate_counts": "ef3d3f01",
  "0170_roles": "0c061120",
  "0175_release_actions": "b7467618",
  "0180_rows_of_an_office": "9deffce2",
  "0190_file_contents": "b2a1a40d",
  "0191_referrals": "c3138f22",
  "0200_jobs": "7f527344",
  "0210_sessions": "f0be924f",
  "0220_handover": "2a329a91",
  "0221_handover_subjects": "71bd72e0",
  "0230_retention": "64ccdcd9",
  "0250_sessions_id_token": "2b9f9098",
  "0260_sessions_say_changes": "aae8eedc",
  "0270_handover_call": "e4dd98fc",
  "0280_letters": "17f8fbe0",
  "0290_referrals_renamed": "4f95292b",
  "0291_referrals_by_quotation": "ea10deac",
  "0292_one_off": "01dd682a",
  "0300_forgiving_search": "3e5415b6",
  "0310_insured_name": "002a55d4",
  "0320_copied_requests": "726d78d7",
};

test("no migration was changed since it was released", async () => {
  const checksums = await computeChecksums(await getMigrations());
  expect(Object.fromEntries(Object.entries(checksums).map(([name, sum]) => [name, sum.slice(0, 8)]))).toEqual(RELEASED);
});

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
    expect(done.flat().sort()).toEqual(Object.keys(migrations));
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
