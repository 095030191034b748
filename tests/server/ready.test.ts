// Readiness: the database answers and every product on offer is loaded, wherever the data directory is.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import { dataDirectory } from "../support/model.ts";
import { loginAs, openTestDatabase, startServer } from "../support/server.ts";
import { open } from "../support/wizard.ts";

const schemas = join(import.meta.dirname, "../../schemas");

async function startWith(productsDir: string) {
  const server = await startServer({ productsDir });
  onTestFinished(() => server.stop());
  return server;
}

test("below a folder of another kind of modules", async () => {
  const above = dataDirectory();
  writeFileSync(join(above, "package.json"), '{ "type": "commonjs" }');
  const productsDir = join(above, "data", "products");
  mkdirSync(productsDir, { recursive: true });
  await publish(schemas, productsDir);
  const server = await startWith(productsDir);
  const ready = await server.app.inject({ url: "/readyz" });
  expect(ready.json()).toMatchObject({ status: "ready", products: true });
  expect(ready.headers["retry-after"]).toBeUndefined();
  const vera = await loginAs(server, "v.voorbeeld");
  expect((await open(vera, 100245, 300101)).number).toBe(300101);
});

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
