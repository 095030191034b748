// A backup of a portal at work is restored into an empty one, of either database: its requests, documents and releases open, its
// numbers go on, and a file that is not whole is refused before anything is written.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listReleases, readSources } from "#content/publish/releases.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { sampleCompanyRegister } from "#server/external/companyRegister.ts";
import { createFileStore } from "#server/files/fileStore.ts";
import { type Line, verify, writeLines } from "#server/operations/backup/backupFile.ts";
import { restoreBackup } from "#server/operations/backup/restoreBackup.ts";
import { writeBackup } from "#server/operations/commands/backup.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { withDatabase } from "#server/operations/withData.ts";
import { dataDirectory } from "../support/model.ts";
import { type Client, loginAs, startServer, type TestServer, TODAY } from "../support/server.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { ANSWERS, fill, type Opened, open, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
const folder = mkdtempSync(join(tmpdir(), "backup-"));
/** The contents of files are outside the database. Where a portal is restored they are in another place, or inside. */
const files = { url: pathToFileURL(join(folder, "files")).href };
const others = { url: pathToFileURL(join(folder, "others")).href };
for (const name of ["files", "others"]) mkdirSync(join(folder, name));
const inside = createFileStore({ files: undefined });
const file = join(folder, "one.backup");
const bytes = Buffer.from(`%PDF-1.4\n${"\0\xff".repeat(500)}`, "latin1");
let server: TestServer;
let quotation: number;
let draft: Opened;

const findDocument = async (client: Client) => {
  const { data } = await client.ok<{ data: { id: number }[] }>("GET", "/api/documents/?page=1&limit=1");
  const answer = await client.call("GET", `/api/documents/${data[0]?.id}/download`);
  return { status: answer.statusCode, content: answer.rawPayload.toString("base64") };
};
const readStep = async (client: Client, { base }: Opened) =>
  (await client.ok<{ data: object }>("POST", `${base}/wizard/steps/forms`, { body: {} })).data;
/** Of a backup, without the moment it was made, the order of rows, and the names of contents outside. */
const readContent = (path: string) =>
  gunzipSync(readFileSync(path))
    .toString()
    .replace(/(location\\?":\\?")[0-9a-f-]{36}/g, "$1")
    .trim()
    .split("\n")
    .slice(1, -1)
    .sort();

beforeAll(async () => {
  server = await startServer({ env: { FILES_URL: files.url } });
  const vera = await loginAs(server, "v.voorbeeld");
  const first = await open(vera, OFFICE, 300101);
  await fill(vera, first);
  quotation = Number((await send(vera, first)).json().number);
  draft = await open(vera, OFFICE, 300108);
  await save(vera, draft, "general-data", ANSWERS["general-data"]);
  await vera.upload(`${draft.base}/uploads`, "terms.pdf", bytes);
  await writeBackup(file, server.db, createFileStore({ files }));
});
afterAll(() => server?.stop());

/** The same broker finds the same in a portal on restored data. */
async function lookAround(database: OpenDatabase, dataDir: string, settings: Record<string, string>): Promise<void> {
  const env = { APP_ENV: "test", TODAY, DATA_DIR: dataDir, LOG_LEVEL: "silent", SAMPLE_DATA: "off" };
  const config = readConfig({ ...env, ...settings });
  // Without sample data no register is configured.
  const portal = await buildApp({ config, database, register: sampleCompanyRegister(database.db) });
  onTestFinished(() => portal.app.close());
  expect((await portal.app.inject({ url: "/readyz" })).json()).toMatchObject({ status: "ready" });
  const [vera, before] = [await loginAs(portal, "v.voorbeeld"), await loginAs(server, "v.voorbeeld")];
  expect(await readStep(vera, draft)).toEqual(await readStep(before, draft));
  const uploads = await portal.db
    .selectFrom("uploads as u")
    .leftJoin("upload_contents as c", "c.upload_id", "u.upload_id")
    .select(["u.location", "c.content"])
    .execute();
  const contents = await Promise.all(uploads.map((row) => createFileStore(config).read(row)));
  expect(contents.map((content) => content.equals(bytes))).toEqual([true]);
  const document = await findDocument(vera);
  expect(document).toEqual(await findDocument(before));
  expect(document.status).toBe(200);
  const releases = Object.keys(portal.products.index().releases);
  expect(releases).toEqual(Object.keys(server.products.index().releases));
  const [restored, made] = [dataDir, server.config.dataDir].map((directory) => join(directory, "products"));
  expect(listReleases(restored!)).toEqual(listReleases(made!));
  const [first] = listReleases(made!);
  expect(readSources(restored!, first!.name)).toHaveProperty("schemas/rates/rates.json");
  expect((await portal.db.selectFrom("outbox").select("state").execute()).map(({ state }) => state)).toEqual([
    "given_up",
  ]);
  const again = await open(vera, OFFICE, 300101);
  await fill(vera, again);
  expect(Number((await send(vera, again)).json().number), "numbers go on").toBe(quotation + 1);
}

/** Fails when its rows and files are in place. */
async function writeHalf(path: string): Promise<void> {
  const [first = ""] = gunzipSync(readFileSync(file)).toString().split("\n", 1);
  const { header } = JSON.parse(first) as Extract<Line, { header: unknown }>;
  async function* lines(): AsyncGenerator<Line> {
    yield { header: { ...header, sequences: { of_no_table: 1 } } };
    yield { file: "package.json", content: "" };
  }
  await writeLines(path, lines());
}

test("restored into the embedded database, where a try before failed half way and left no file behind", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "restored-"));
  const directory = join(dataDir, "database");
  const productsDir = join(dataDir, "products");
  const half = join(dataDir, "half");
  const database = await openDatabase({ directory, migrate: "by hand" });
  const elsewhere = createFileStore({ files: others });
  const besides = restoreBackup(file, database.db, productsDir, createFileStore({ files }));
  await expect(besides, "each portal would remove the files of the other").rejects.toThrow("FILES_URL has files");
  await writeHalf(half);
  await expect(restoreBackup(half, database.db, productsDir, elsewhere)).rejects.toThrow("of_no_table");
  expect(existsSync(productsDir)).toBe(false);
  await restoreBackup(file, database.db, productsDir, elsewhere);
  const again = join(folder, "again.backup");
  await writeBackup(again, database.db, elsewhere);
  const isOwn = (line: string) => /"table":"(outbox|handover_events)"|\\"restored\\"/.test(line);
  expect(readContent(again).filter((line) => !isOwn(line))).toEqual(readContent(file).filter((line) => !isOwn(line)));
  const trail = await database.db.selectFrom("audit").selectAll().orderBy("audit_id", "desc").limit(2).execute();
  expect(trail.map(({ action, object }) => [action, object?.length])).toEqual([
    ["backup", 64],
    ["restored", 64],
  ]);
  await expect(restoreBackup(file, database.db, join(dataDir, "other"), inside)).rejects.toThrow("not empty");
  await database.close();
  const opened = await openDatabase({ directory, migrate: false });
  onTestFinished(() => opened.close());
  await lookAround(opened, dataDir, { FILES_URL: others.url });
});

/** As earlier versions wrote it of an embedded database: the releases are files. */
async function writeOlder(path: string): Promise<void> {
  const productsDir = join(server.config.dataDir, "products");
  const entries = readdirSync(productsDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const [header, ...lines] = gunzipSync(readFileSync(file)).toString().trim().split("\n").slice(0, -1);
  async function* older(): AsyncGenerator<Line> {
    for (const line of [header!, ...lines]) if (!/"table":"(published|release)_/.test(line)) yield JSON.parse(line);
    for (const { parentPath, name } of entries) {
      const content = readFileSync(join(parentPath, name), "base64");
      yield { file: relative(productsDir, join(parentPath, name)), content };
    }
  }
  await writeLines(path, older());
}

testWithPostgres(
  "one with releases as files is restored into PostgreSQL, which doctor then looks at",
  async ({ url }) => {
    const dataDir = mkdtempSync(join(tmpdir(), "restored-"));
    const older = join(dataDir, "older.backup");
    await writeOlder(older);
    const database = await openDatabase({ url, migrate: "by hand" });
    onTestFinished(() => database.close());
    await restoreBackup(older, database.db, join(dataDir, "products"), inside);
    await lookAround(database, dataDir, {});
    const { problems, fine } = await examine({ APP_ENV: "test", DATA_DIR: dataDir, DATABASE_URL: url });
    expect(problems).toEqual([expect.stringMatching(/fsync = on.* as a superuser/)]);
    expect(fine.join(" ")).not.toContain("Database:");
  },
);

test("a database of an older program is backed up by the newer one, and opened by nothing else", async () => {
  const dataDir = dataDirectory();
  const directory = join(dataDir, "database");
  const older = await openDatabase({ directory, migrate: false });
  await sql`delete from kysely_migration`.execute(older.db);
  await older.close();
  await expect(openDatabase({ directory, migrate: false })).rejects.toThrow("The database lacks");
  const path = join(dataDir, "older.backup");
  const env = { APP_ENV: "test", DATA_DIR: dataDir };
  const { lines } = await withDatabase("may be older", env, ({ db, config }) =>
    writeBackup(path, db, createFileStore(config)),
  );
  expect(lines).toBeGreaterThan(100);
});

test("what is not whole is refused, and nothing is written", async () => {
  const text = gunzipSync(readFileSync(file)).toString();
  const lines = text.split("\n");
  const damaged: Record<string, string | Buffer> = {
    changed: gzipSync(text.replace(/Voorbeeld/, "Voorbeels")),
    "without a line": gzipSync(lines.filter((_, index) => index !== 5).join("\n")),
    "without its end": gzipSync(lines.slice(0, -2).join("\n")),
    cut: readFileSync(file).subarray(0, -200),
    another: "not a backup",
  };
  const productsDir = join(folder, "products");
  for (const [what, content] of Object.entries(damaged)) {
    const path = join(folder, what);
    writeFileSync(path, content);
    await expect(restoreBackup(path, server.db, productsDir, inside), what).rejects.toThrow("is not a whole backup");
  }
  await expect(restoreBackup(join(folder, "none"), server.db, productsDir, inside)).rejects.toThrow("There is no file");
  const unread = restoreBackup(folder, server.db, productsDir, inside);
  await expect(unread, "what cannot be read is not called damaged").rejects.toThrow("cannot be read (EISDIR)");
  await expect(writeBackup(file, server.db, inside)).rejects.toThrow("exists already");
  expect(existsSync(productsDir)).toBe(false);
});

/** Seconds of processor time to read a backup of so many lines, 16 MB in all. */
async function readingTime(count: number): Promise<number> {
  const path = join(folder, `${count}-lines.backup`);
  const line = { table: "upload_contents", row: "0".repeat(16_000_000 / count) };
  await writeLines(
    path,
    (async function* () {
      for (let index = 0; index < count; index += 1) yield line;
    })(),
  );
  const begun = process.cpuUsage();
  await verify(path);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

test("a large file in it takes no longer to read than many small ones", async () => {
  expect(await readingTime(1)).toBeLessThan(3 * (await readingTime(4_000)) + 0.3);
});
