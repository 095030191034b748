// A full disk under the database or under the folder of files, and a file store that fails otherwise: the sender reads
// why the request is not stored, the log and `/readyz` report it, no partial data stays, and the portal continues when
// there is space.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import * as files from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { watchRoom } from "#server/db/failures/fullDisk.ts";
import { openDatabase } from "#server/db/open.ts";
import { explainFailure } from "#server/operations/explainFailure.ts";
import { serverTexts } from "#server/texts/serverTexts.ts";
import { loginAs, startServer } from "../support/server.ts";
import { fill, type Opened, open, send } from "../support/wizard.ts";

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof files>();
  return { ...real, writeFile: vi.fn(real.writeFile) };
});
const { writeFile } = await vi.importActual<typeof files>("node:fs/promises");
afterEach(() => void vi.mocked(files.writeFile).mockImplementation(writeFile));

const OFFICE = 100245;
const PDF = "%PDF-1.4\n%%EOF\n";
const { "unavailable.full": full, "unavailable.files": away } = serverTexts.nl.refusals;

async function begin(env: Record<string, string>) {
  const log = new PassThrough();
  const server = await startServer({ env: { LOG_LEVEL: "warn", ...env }, log });
  onTestFinished(server.stop);
  const vera = await loginAs(server, "v.voorbeeld");
  const opened = await open(vera, OFFICE, 300290);
  const upload = ({ base, exists }: Opened) =>
    vera.upload(`${base}/uploads`, "a.pdf", PDF, { "x-draft": exists.draft_id ?? "" });
  const ready = async () => (await server.app.inject({ url: "/readyz" })).json();
  return { server, vera, opened, ready, upload: () => upload(opened), log: () => String(log.read() ?? "") };
}

/** Half of it arrives, as on a real disk. */
async function writeHalf(...[path, content, ...rest]: Parameters<typeof writeFile>): Promise<void> {
  await writeFile(path, (content as Buffer).subarray(0, 4), ...rest);
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
}

test("of the folder of files: an upload and a sending are refused in a sentence, and leave nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "full-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { vera, opened, upload, ready, log } = await begin({ FILES_URL: pathToFileURL(folder).href });
  const listFiles = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).length > 36);
  await fill(vera, opened);
  const before = listFiles();
  vi.mocked(files.writeFile).mockImplementation(writeHalf);
  for (const refused of [await upload(), await send(vera, opened)]) {
    expect([refused.statusCode, refused.json().message, refused.headers["retry-after"]]).toEqual([503, full, "30"]);
  }
  expect(log().match(/"level":50.*"code":"ENOSPC".*a disk is full/g)).toHaveLength(2);
  expect(listFiles()).toEqual(before);
  expect(await ready()).toMatchObject({ status: "ready", fullSince: expect.stringMatching(/^20/) });
  vi.mocked(files.writeFile).mockImplementation(writeFile);
  expect([(await upload()).statusCode, (await send(vera, opened)).statusCode]).toEqual([200, 200]);
});

test("of the database", async () => {
  const { server, vera, opened, upload, ready, log } = await begin({});
  await fill(vera, opened);
  expect((await ready()).fullSince).toBeNull();
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(server.db);
  for (const table of ["uploads", "submissions"])
    await sql`create trigger full_disk before insert on ${sql.table(table)} execute function refuse()`.execute(
      server.db,
    );
  for (const refused of [await upload(), await send(vera, opened)]) {
    expect([refused.statusCode, refused.json().message]).toEqual([503, full]);
  }
  expect(log().match(/"level":50.*"code":"53100".*a disk is full/g)).toHaveLength(2);
  expect(await ready()).toMatchObject({ status: "ready", fullSince: expect.stringMatching(/^20/) });
  for (const table of ["uploads", "submissions"])
    await sql`drop trigger full_disk on ${sql.table(table)}`.execute(server.db);
  expect([(await upload()).statusCode, (await send(vera, opened)).statusCode]).toEqual([200, 200]);
});

test("a bucket that fails is reported as unavailable, to readers too, and one that lost a file is not", async () => {
  let status = 200;
  const bucket = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => bucket.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void bucket.close());
  const url = `s3://papers?endpoint=http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  const { server, vera, upload, ready, log } = await begin({ FILES_URL: url, FILES_KEY_ID: "a", FILES_SECRET: "b" });
  status = 403;
  const refused = await upload();
  expect([refused.statusCode, refused.json().message]).toEqual([503, away]);
  expect(log()).toMatch(/"level":50.*"code":"status 403".*the place of files cannot be used/);
  expect((await ready()).fullSince).toBeNull();
  const [document] = await server.db
    .selectFrom("documents")
    .select("id")
    .where("relation_number", "=", 300101)
    .execute();
  const moved = { location: crypto.randomUUID() };
  await server.db
    .updateTable("documents")
    .set(moved)
    .where("id", "=", document?.id ?? 0)
    .execute();
  const download = () => vera.call("GET", `/api/documents/${document?.id}/download`);
  expect((await download()).json().message).toBe(away);
  status = 404;
  expect((await download()).statusCode).toBe(500);
});

test("a refusal is reported for five minutes after the last time", () => {
  let now = 0;
  const room = watchRoom(() => now);
  const refuse = () => room.note(Object.assign(new Error(), { code: "EDQUOT" }));
  room.note(new Error("something else"));
  expect(room.fullSince()).toBeNull();
  refuse();
  now = 200_000;
  refuse();
  now = 500_000;
  expect(room.fullSince()).toEqual(new Date(0));
  now = 500_001;
  expect(room.fullSince()).toBeNull();
  refuse();
  expect(room.fullSince()).toEqual(new Date(500_001));
});

test("a start of the embedded database on a full disk reports it, and the next one continues", async ({ skip }) => {
  const directory = mkdtempSync(join(tmpdir(), "small-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", directory], { stdio: "ignore" });
  } catch {
    skip("this user may not mount a small disk");
  }
  onTestFinished(() => void execFileSync("umount", [directory]));
  const failed = await openDatabase({ directory }).catch((error: Error) => error);
  expect(explainFailure(failed as Error)).toContain("The disk is full (ENOSPC)");
  execFileSync("mount", ["-o", "remount,size=200m", directory]);
  const { db, close } = await openDatabase({ directory, migrate: "by hand" });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});
