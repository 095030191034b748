// `doctor` beside services that hang, databases of other programs and a PostgreSQL without room.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { examineWithin } from "#server/operations/commands/doctor.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { dataDirectory } from "../support/model.ts";
import { compiledSources } from "../support/portal.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

test("mail and events that were given up, or wait for too long", async () => {
  const dataDir = dataDirectory();
  const { db, close } = await openDatabase({ directory: join(dataDir, "database"), migrate: false });
  const event = { intermediary_number: 100245, relation_number: 300101, subject: "quotation/1", body: "{}" };
  const [{ position } = { position: 0 }] = await db
    .insertInto("handover_events")
    .values({
      ...event,
      event_id: crypto.randomUUID(),
      sequence: 1,
      at: new Date(Date.now() - 7_500_000),
      spread: true,
    })
    .returning("position")
    .execute();
  const delivery = { receiver: "insurer", position, subject: "quotation/1" };
  await db.insertInto("handover_deliveries").values(delivery).execute();
  const mail = {
    recipient: "a@example.com",
    subject: "1",
    text: "",
    attachments: "[]",
    sent_at: null,
    last_error: null,
  };
  const givenUp = { ...mail, mail_id: crypto.randomUUID(), call_id: "", state: "given_up" as const };
  await db.insertInto("outbox").values(givenUp).execute();
  await close();
  const { problems } = await examine({ APP_ENV: "test", DATA_DIR: dataDir });
  expect(problems).toEqual([
    expect.stringMatching(
      /^Given up were 1 mails: see "npm run mail -- list"\. Of 1 waiting deliveries of events the oldest waits for 2 h: does/,
    ),
  ]);
});

test("services that never answer are all named, beside a disk that hangs; what answers is fine", async () => {
  const taken = new Set<Socket>();
  const silent = createServer((socket) => taken.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const dataDir = mkdtempSync(join(tmpdir(), "doctor-"));
  onTestFinished(() => {
    for (const socket of taken) socket.destroy();
    silent.close();
    rmSync(dataDir, { recursive: true });
  });
  mkdirSync(join(dataDir, "products/public"), { recursive: true });
  // A reader of this waits for a writer.
  execFileSync("mkfifo", [join(dataDir, "products/public/index.json")]);
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const settings = {
    DATABASE_URL: `postgres://portal:secret@${host}/portal`,
    FILES_URL: `s3://papers?endpoint=http://${host}&region=eu-test`,
    REGISTER_URL: `http://${host}`,
    SCREENING_URL: `http://${host}/check`,
    HANDOVER_URL: `http://${host}/events`,
    SCANNER_URL: `clamd://${host}`,
    SMTP_URL: `smtp://${host}`,
    OIDC_ISSUER: `http://${host}`,
  };
  const others = {
    FILES_KEY_ID: "id",
    FILES_SECRET: "secret",
    REGISTER_KEY: "k",
    SCREENING_TOKEN: "t",
    HANDOVER_SECRET: `whsec_${"a".repeat(44)}`,
    OIDC_CLIENT_ID: "portal",
  };
  const env = {
    PATH: process.env.PATH,
    ...compiledSources(),
    APP_ENV: "test",
    DATA_DIR: dataDir,
    ...settings,
    ...others,
  };
  const { problems, fine } = await examineWithin(env, 15_000);
  expect(fine.map((line) => line.split(":")[0])).toEqual(["The settings can be used.", "Disk"]);
  for (const name of [...Object.keys(settings), "PRODUCTS"])
    expect(
      problems.filter((problem) => problem.includes(name)),
      name,
    ).toHaveLength(1);
  expect(problems).toHaveLength(9);
});

test("an embedded database that cannot be opened reports what to do with its folder", async () => {
  const dataDir = dataDirectory();
  writeFileSync(join(dataDir, "database/pg/global/pg_control"), "");
  const { problems } = await examine({ APP_ENV: "test", DATA_DIR: dataDir });
  expect(problems).toEqual([expect.stringMatching(/^The embedded database in DATA_DIR cannot .* \(chown -R\), or/)]);
});

test("a database of another program, and a product that cannot be loaded", async () => {
  const dataDir = dataDirectory();
  const directory = join(dataDir, "database");
  const { db, close } = await openDatabase({ directory, migrate: false });
  await sql`delete from kysely_migration where name like '0001%'`.execute(db);
  await close();
  const lacking = await examine({ APP_ENV: "test", DATA_DIR: dataDir, MIGRATE_ON_START: "off" });
  expect(lacking.problems).toEqual([expect.stringMatching(/^The database lacks 0001_baseline: run "npm run migrate"/)]);
  const again = await openDatabase({ directory, migrate: "by hand" });
  await sql`insert into kysely_migration (name, timestamp, checksum) values ('0001_baseline', '2027', 'other')`.execute(
    again.db,
  );
  await again.close();
  rmSync(join(dataDir, "products", "back"), { recursive: true });
  writeFileSync(join(dataDir, "products", "back"), "");
  const { problems } = await examine({ APP_ENV: "test", DATA_DIR: dataDir, MIGRATE_ON_START: "off" });
  expect(problems).toEqual([
    expect.stringMatching(/^The database ran 0001_baseline as it was before it was changed/),
    expect.stringMatching(/^Published, but cannot be loaded: .+\. Publish again\.$/),
  ]);
});

testWithPostgres("a pool that PostgreSQL has no room for is named; one that just fits is not", async ({ url }) => {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query("select setting::int as most from pg_settings where name = 'max_connections'");
  await admin.query("create role plain login");
  await admin.end();
  const portal = url.replace("portal@", "plain@");
  await (await openDatabase({ url: portal, migrateUrl: url })).close();
  // Three are kept free for superusers.
  const fits = rows[0].most - 3;
  const find = async (most: number) =>
    (
      await examine({ APP_ENV: "test", DATA_DIR: dataDirectory(), DATABASE_URL: portal, DB_POOL_MAX: String(most) })
    ).problems.join(" ");
  expect(await find(fits)).not.toContain("DB_POOL_MAX");
  expect(await find(fits + 1)).toContain(
    `A process opens up to ${fits + 1} connections (DB_POOL_MAX), and PostgreSQL allows ${fits} for all processes: lower DB_POOL_MAX, or raise max_connections.`,
  );
});

testWithPostgres(
  "whatever is wrong with the two addresses of PostgreSQL, the sentence names the setting",
  async ({ url }) => {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    for (const text of ["create role plain login", "create role other login", "create database empty"])
      await admin.query(text);
    await admin.end();
    const portal = url.replace("portal@", "plain@");
    await (await openDatabase({ url: portal, migrateUrl: url })).close();
    const find = async (settings: Record<string, string>) => {
      const { problems } = await examine({ APP_ENV: "test", DATA_DIR: dataDirectory(), ...settings });
      return problems.join(" ").replace(/.*fsync = on\. ?/, "");
    };
    const owner = (DATABASE_MIGRATE_URL: string) => find({ DATABASE_URL: portal, DATABASE_MIGRATE_URL });
    expect(await owner(url)).toBe("");
    expect(await owner(url.replace("/postgres", "/empty"))).toMatch(/^DATABASE_MIGRATE_URL leads to another database/);
    expect(await owner(url.replace("portal@", "other@"))).toMatch(/^The role of DATABASE_MIGRATE_URL does not own/);
    expect(await owner(url.replace("portal@", "nobody@"))).toMatch(/by DATABASE_MIGRATE_URL \(28000\): are its role/);
    expect(await find({ DATABASE_URL: `${portal}?sslmode=verify-full` })).toMatch(/\(The server does not support SSL/);
  },
);
