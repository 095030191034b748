// Readiness: the database answers and every product on offer is loaded, wherever the data directory is.
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dataDirectory } from "../support/model.ts";
import { openTestDatabase, startServer } from "../support/server.ts";

async function startWith(productsDir: string) {
  const server = await startServer({ productsDir });
  onTestFinished(() => server.stop());
  return server;
}

/** A data directory whose database has no releases. */
async function emptyDirectory(): Promise<string> {
  const dataDir = dataDirectory();
  const { db, close } = await openTestDatabase(dataDir);
  for (const table of ["release_actions", "published_releases"] as const) await db.deleteFrom(table).execute();
  await close();
  return dataDir;
}

test("nothing is published yet", async () => {
  const server = await startServer({ productsDir: join(dataDirectory(), "empty"), dataDir: await emptyDirectory() });
  onTestFinished(() => server.stop());
  const answer = await server.app.inject({ url: "/readyz" });
  expect([answer.statusCode, answer.json().products]).toEqual([503, false]);
});

test("a product that cannot be loaded is not ready", async () => {
  const productsDir = join(dataDirectory(), "broken");
  cpSync(join(dataDirectory(), "products"), productsDir, { recursive: true });
  const server = await startWith(productsDir);
  const [first] = server.products.index().products;
  const bundle = server.products.index().releases[first?.release ?? ""]?.bundle.split("/").at(-1) ?? "";
  writeFileSync(join(productsDir, "public", bundle), "this is no module");
  const answer = await server.app.inject({ url: "/readyz" });
  expect([answer.statusCode, answer.json().products]).toEqual([503, false]);
  expect(answer.headers["retry-after"]).toBe("1");
});
