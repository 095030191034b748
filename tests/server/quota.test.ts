// The quota of an office holds for files that arrive at the same moment, too: on a database that does two things at once.
import { expect, onTestFinished, vi } from "vitest";
import { loginAs, startServer } from "../support/server.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { findFreeRelations, open } from "../support/wizard.ts";

const OFFICE = 100245;
const SIZE = 2_000_000;
const ROOM_MB = 10;

testWithPostgres("files that arrive at once are not more than an office may have", async ({ url }) => {
  vi.stubEnv("TEST_DATABASE_URL", url);
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
