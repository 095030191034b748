// A release from before conditions were compiled at publishing: its bundle contains them as data only.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { PublishedIndex } from "#content/publish/published.ts";
import type { BundleModule } from "#engine/rules/contract.ts";
import { dataDirectory, modelProducts } from "../support/model.ts";
import { type Client, loginAs, startServer } from "../support/server.ts";
import { fill, open, PRODUCT, send } from "../support/wizard.ts";

let vera: Client;
let bundle: string;

beforeAll(async () => {
  const dataDir = dataDirectory();
  const folder = join(dataDir, "products", "public");
  const { products, releases } = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as PublishedIndex;
  const release = products.find(({ key }) => key === PRODUCT)?.release ?? "";
  bundle = releases[release]?.bundle.split("/").at(-1) ?? "";
  const code = readFileSync(join(folder, bundle), "utf8");
  const older = code.replace(/\bconditions=/, "unread=");
  expect(older).not.toBe(code);
  writeFileSync(join(folder, bundle), older);
  rmSync(join(folder, `${bundle}.br`));
  vera = await loginAs(await startServer({ dataDir }), "v.voorbeeld");
});

test("a request of it is judged and sent", async () => {
  const opened = await open(vera, 100245, 300129);
  await fill(vera, opened);
  expect((await send(vera, opened)).json()).toMatchObject({ success: true });
});

test("the browser gets its conditions compiled, as a publish of today does", async () => {
  const answer = await vera.call("GET", `/products/conditions/${bundle}`);
  expect(answer.headers["content-type"]).toContain("text/javascript");
  expect(answer.body).not.toMatch(/\brequire\s*\(|new Function|\beval\s*\(|\bimport\b/);
  const older = (await import(`data:text/javascript,${encodeURIComponent(answer.body)}`)) as BundleModule;
  const published = (await import(pathToFileURL(join(modelProducts, "public", bundle)).href)) as BundleModule;
  const texts = ({ conditions = [] }: BundleModule) => conditions.map(([condition]) => condition);
  expect(texts(older).length).toBeGreaterThan(3);
  expect(texts(older)).toEqual(texts(published));
});

test.each(["index.json", "unknown.0123456789ab.js"])("there are none for %s", async (file) => {
  expect((await vera.call("GET", `/products/conditions/${file}`)).statusCode).toBe(404);
});
