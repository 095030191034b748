// Migrations: never one that was changed since it ran, and refusals with the way out. `migrations.long.test.ts` runs them under load.
import { sql } from "kysely";
import { getRollbackPlans } from "pg-boss";
import { expect, onTestFinished, test } from "vitest";
import { computeChecksums, getMigrations, migrate, refuseSchema } from "#server/db/migrate.ts";
import { openTestDatabase } from "../support/server.ts";

/** A migration that has run somewhere is never changed: a change is a new migration, with its line here. */
const RELEASED = {
  "0001_baseline": "2e77037f",
  "0002_audit_seals": "3cd8758c",
  "0003_file_fields": "40b41434",
  "0004_screened": "bf29280a",
  "0005_no_session_notices": "ebb6f391",
  "0006_ended_sessions": "18b88267",
  "0007_last_modified": "f73c104c",
  "0008_larger_files": "916ac88a",
};

test("no migration was changed since it was released", async () => {
  const checksums = await computeChecksums(await getMigrations());
  expect(Object.fromEntries(Object.entries(checksums).map(([name, sum]) => [name, sum.slice(0, 8)]))).toEqual(RELEASED);
});

test("what a development version made is refused with the way out, and a newer database or backup too", async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const add = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '2027')`.execute(db);
  await expect(migrate(db, { had: ["0001_baseline", "9999_of_tomorrow"] })).rejects.toThrow(
    "The backup is newer than this program: it has 9999_of_tomorrow. Restore it with the newer program.",
  );
  await expect(migrate(db, { had: ["0001_accounts"] })).rejects.toThrow(
    "The backup was made by a development version from before the first release (it has 0001_accounts) and cannot be upgraded. Nothing was restored.",
  );
  await sql`update jobs.version set version = 9999`.execute(db);
  await expect(migrate(db)).rejects.toThrow("newer than this program: it has newer tables of jobs");
  await sql`update jobs.version set version = 1`.execute(db);
  await expect(refuseSchema(db, { mayBeOlder: false })).rejects.toThrow("The database lacks tables of jobs: run");
  await sql`delete from kysely_migration`.execute(db);
  await add("0001_accounts");
  await expect(migrate(db)).rejects.toThrow(
    "(it has 0001_accounts) and cannot be upgraded. Nothing in it was changed: keep it if you need its data, and start",
  );
});

test("the tables of jobs are upgraded by the plans of pg-boss", async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const readVersion = async () => (await sql<{ version: number }>`select version from jobs.version`.execute(db)).rows;
  const current = await readVersion();
  await sql.raw(getRollbackPlans("jobs", current[0]?.version)).execute(db);
  expect(await readVersion()).not.toEqual(current);
  expect(await migrate(db)).toEqual(["tables of jobs"]);
  expect([await readVersion(), await migrate(db)]).toEqual([current, []]);
});
