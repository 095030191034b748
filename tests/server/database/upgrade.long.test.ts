// An installation of an earlier version is upgraded by `npm run migrate`, and its backup is restored, with everything kept.
//
// `f1244e1e.br` was recorded at that commit: a portal with the sample data and one product on PostgreSQL, in which `v.voorbeeld` and
// `o.oordeel` made a quotation and a policy, a referral with a question and a file for its reply, a draft with a file and a temporary
// draft. It contains the dump (`pg_dump --no-owner --no-privileges --inserts`, without its lines for psql), a zero character, and the
// lines of the backup (`npm run backup`), compressed by brotli. Left out for size: sample documents, attachments of mail, sources.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ContractDetails, FormsAnswer, QuotationReferralAnswer, ReferralAnswer } from "#api/wire/wireTypes.ts";
import { publish } from "#content/publish/publish.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import type { BundleModule } from "#engine/rules/contract.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { verifyTrail } from "#server/db/auditSeals.ts";
import { type Db, type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { createFileStore } from "#server/files/fileStore.ts";
import { restoreBackup } from "#server/operations/backup/restoreBackup.ts";
import { migrateDatabase } from "#server/operations/commands/migrate.ts";
import { type Client, loginAs, TODAY } from "../../support/server.ts";
import { testWithPostgres } from "../../support/withPostgres.ts";
import { fill, open, send } from "../../support/wizard.ts";

const OFFICE = 100245;
const QUOTATION = 50020001;
const POLICY = 70030001;
const REFERRAL = 50500001;
const [dump = "", backup = ""] = brotliDecompressSync(readFileSync(new URL("f1244e1e.br", import.meta.url)))
  .toString()
  .split("\0");
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "upgraded-"));
});

type Rows = Record<string, Record<string, unknown>[]>;

async function readRows(db: Db): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(db);
  const read: Rows = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row
      from ${sql.table(`public.${name}`)} t`.execute(db);
    read[name] = rows.map(({ row }) => row);
  }
  return read;
}

/** The rows of one table as sorted texts, with the columns that the earlier version had. */
const sortRows = (rows: Rows[string] = [], columns: readonly string[], ignored: readonly string[] = []) =>
  rows.map((row) => JSON.stringify(columns.map((name) => (ignored.includes(name) ? null : row[name])))).sort();

function expectKept(before: Rows, after: Rows, ignored: readonly string[] = []): void {
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "search");
    expect(sortRows(after[table], columns, ignored), table).toEqual(sortRows(rows, columns, ignored));
  }
}

/** What the earlier version had stored is there for each user, and the work goes on. */
async function lookAround(database: OpenDatabase): Promise<void> {
  const env = { APP_ENV: "test", TODAY, DATA_DIR: dataDir, LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "1000000" };
  const portal = await buildApp({ config: readConfig(env), database });
  onTestFinished(() => portal.app.close());
  const [vera, olga] = [await loginAs(portal, "v.voorbeeld"), await loginAs(portal, "o.oordeel")];
  // Two bundles of that version are served: one has four conditions in its contracts, the other none.
  expect(await countOlderConditions(vera)).toEqual([4, 0]);
  const readForms = async (number: number) =>
    (
      await vera.ok<FormsAnswer>(
        "POST",
        `/api/aanvraag/beroepsaansprakelijkheid/${OFFICE}/${number}/wizard/steps/forms`,
        {
          body: {},
        },
      )
    ).data;
  const draft = await readForms(300108);
  expect(draft["general-data"]?.meta.revision).toBe(1);
  const temporary = await readForms(900000001);
  expect(temporary["general-data"]?.data.kvk).toBe("42599512");

  const quoted = await vera.ok<{ data: ContractDetails }>("GET", `/api/quotations/${QUOTATION}/details`);
  const documents = quoted.data.documents.map(({ file_name }) => file_name).sort();
  expect(documents).toEqual([`offerte-${QUOTATION}.pdf`, "toelichting.pdf"]);
  for (const { download } of quoted.data.documents) expect((await vera.call("GET", download)).body).toMatch(/^%PDF/);
  expect((await vera.call("GET", `/api/policies/${POLICY}/details`)).statusCode).toBe(200);

  const asked = await vera.ok<QuotationReferralAnswer>("GET", `/api/quotations/${REFERRAL}/referral`);
  expect(asked.data).toMatchObject({ question: "Hoe lang duurt het?", files: [{ name: "planning.pdf" }] });
  const reply = { text: "Drie maanden.", files: asked.data?.files.map(({ id }) => id), revision: 2 };
  expect((await vera.call("POST", `/api/quotations/${REFERRAL}/referral`, { body: reply })).statusCode).toBe(200);
  const accepted = await olga.call("POST", `/api/referrals/${REFERRAL}/decision`, {
    body: { decision: "accept", revision: 3 },
  });
  expect(accepted.statusCode, accepted.body).toBe(200);
  expect((accepted.json() as ReferralAnswer).data.policy_number).toBe(POLICY + 1);

  const query = { quotation: QUOTATION };
  const converted = await send(vera, await open(vera, OFFICE, 300101, query), "insurance-policy", { query });
  expect(converted.json(), converted.body).toMatchObject({ accepted: "referred", files: ["toelichting.pdf"] });
  const next = await open(vera, OFFICE, 300129);
  await fill(vera, next);
  expect((await send(vera, next)).json()).toMatchObject({ number: String(QUOTATION + 1) });
  expect((await verifyTrail(portal.db)).broken).toBeUndefined();
}

/** How many conditions the browser gets of each bundle that is older than compiled conditions. */
async function countOlderConditions(vera: Client): Promise<unknown[]> {
  const { releases } = await vera.ok<PublishedIndex>("GET", "/products/index.json");
  const counts = await Promise.all(
    Object.values(releases).map(async ({ bundle }) => {
      if (/(?: as conditions|\bconditions=)/.test((await vera.call("GET", bundle)).body)) return [];
      const { body } = await vera.call("GET", bundle.replace("products/", "products/conditions/"));
      const { conditions } = (await import(`data:text/javascript,${encodeURIComponent(body)}`)) as BundleModule;
      return [conditions?.length];
    }),
  );
  return counts.flat();
}

async function upgrade(url?: string): Promise<void> {
  const directory = join(dataDir, "database");
  await publish(join(import.meta.dirname, "../../../schemas"), join(dataDir, "products"));
  const old = await openDatabase({ url, directory, migrate: "by hand" });
  await old.execute(dump);
  await old.execute("reset all");
  const before = await readRows(old.db);
  await old.close();
  for (const name of ["requests", "request_steps", "uploads", "quotations", "policies", "referrals", "audit"])
    expect(before[name]?.length, name).toBeGreaterThan(0);

  vi.stubEnv("APP_ENV", "test");
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", url);
  onTestFinished(() => void vi.unstubAllEnvs());
  await migrateDatabase();

  const upgraded = await openDatabase({ url, directory, migrate: false });
  onTestFinished(() => upgraded.close());
  expectKept(before, await readRows(upgraded.db));
  await lookAround(upgraded);
}

test("an embedded database of an earlier version is migrated with every row", () => upgrade());

testWithPostgres("a PostgreSQL database of an earlier version is migrated with every row", ({ url }) => upgrade(url));

test("a backup of an earlier version is restored with every row", async () => {
  const directory = join(dataDir, "database");
  const [old, empty] = [
    await openDatabase({ migrate: "by hand" }),
    await openDatabase({ directory, migrate: "by hand" }),
  ];
  await old.execute(dump);
  await old.execute("reset all");
  const { sessions: _, logout_tokens: _tokens, rate_counts: _counts, ...before } = await readRows(old.db);
  await old.close();
  const file = join(dataDir, "f1244e1e.backup");
  writeFileSync(file, gzipSync(backup));
  await restoreBackup(file, empty.db, join(dataDir, "products"), createFileStore({ files: undefined }));
  await empty.close();
  const restored = await openDatabase({ directory, migrate: false });
  onTestFinished(() => restored.close());
  const after = await readRows(restored.db);
  const isOwn = ({ action }: Record<string, unknown>) => action === "backup" || action === "restored";
  for (const rows of [before, after]) rows.audit = rows.audit?.filter((row) => !isOwn(row)) ?? [];
  expectKept(before, after, ["spread"]);
  await lookAround(restored);
});
