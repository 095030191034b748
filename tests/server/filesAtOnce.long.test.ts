// Files at the same moment, on a database that does two things at once: the quota of an office holds for those that arrive together,
// and a backup has those that are removed while it is written.
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, vi } from "vitest";
import { createFileStore } from "#server/files/fileStore.ts";
import { writeBackup } from "#server/operations/commands/backup.ts";
import { loginAs, startServer } from "../support/server.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { findFreeRelations, open } from "../support/wizard.ts";

const OFFICE = 100245;
const SIZE = 2_000_000;
const ROOM_MB = 10;

/** Until the test ends: other tests of this process have the embedded one. */
function useDatabase(url: string): void {
  vi.stubEnv("TEST_DATABASE_URL", url);
  onTestFinished(() => void vi.unstubAllEnvs());
}

testWithPostgres("files that arrive at once are not more than an office may have", async ({ url }) => {
  useDatabase(url);
  const server = await startServer({ env: { FILES_OFFICE_MB: String(ROOM_MB) } });
  onTestFinished(() => server.stop());
  const vera = await loginAs(server, "v.voorbeeld");
  const relations = (await findFreeRelations(server, OFFICE)).slice(0, 8);
  const places = await Promise.all(relations.map((relation) => open(vera, OFFICE, relation)));
  for (const { base } of places) await vera.ok("POST", `${base}/wizard/restart`, { body: {} });
  const file = `%PDF-1.4\n${"%".repeat(SIZE)}`;
  const answers = await Promise.all(places.map(({ base }) => vera.upload(`${base}/uploads`, "uitleg.pdf", file)));
  const most = Math.floor((ROOM_MB * 1_048_576) / SIZE);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array.from({ length: most }, () => 200),
    ...Array.from({ length: places.length - most }, () => 413),
  ]);
  const stored = await server.db.selectFrom("uploads").select("size").execute();
  expect(stored).toHaveLength(most);
});

testWithPostgres("a backup has the files that are removed while it is written", async ({ url }) => {
  useDatabase(url);
  const folder = mkdtempSync(join(tmpdir(), "kept-"));
  const files = { url: pathToFileURL(join(folder, "files")).href };
  mkdirSync(join(folder, "files"));
  const server = await startServer({ env: { FILES_URL: files.url } });
  onTestFinished(() => server.stop());
  const vera = await loginAs(server, "v.voorbeeld");
  const [relation] = await findFreeRelations(server, OFFICE);
  const { base } = await open(vera, OFFICE, relation);
  await vera.ok("POST", `${base}/wizard/restart`, { body: {} });
  const sent = await vera.upload(`${base}/uploads`, "uitleg.pdf", "%PDF-1.4 uitleg");
  expect(sent.statusCode, sent.body).toBe(200);

  const store = createFileStore({ files });
  const sweep = () => store.sweep(server.db, new Date(Date.now() + 7_200_000));
  const swept: number[] = [];
  const removing: typeof store = {
    ...store,
    async read(stored) {
      await server.db.deleteFrom("uploads").execute();
      swept.push(await sweep());
      return store.read(stored);
    },
  };
  const path = join(folder, "backup");
  await writeBackup(path, server.db, removing);
  expect(swept).toEqual([0]);
  expect(readFileSync(path).length).toBeGreaterThan(0);
  expect(await sweep(), "now nobody reads it").toBe(1);
});
