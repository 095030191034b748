// Two processes on one database, each with its own folder of published products: a request made with a release of one is
// judged by that release in the other, and its files are served there too.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { publish } from "#content/publish.ts";
import { createProducts } from "#server/products/products.ts";
import { createSharedReleases } from "#server/products/sharedReleases.ts";
import { ContentCopy } from "../content/support/content.ts";
import { startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let content: ContentCopy;
beforeAll(async () => {
  server = await startServer();
  content = new ContentCopy("cyber");
  content.addPortalForms();
});
afterAll(async () => {
  await server?.stop();
  content?.remove();
});

const process = (folder: string) => {
  const directory = content.path(folder);
  return { directory, products: createProducts(directory, createSharedReleases(server.db, directory)) };
};

it("finds and serves the release that another process published", async () => {
  await publish(content.schemas, content.path("one"));
  cpSync(content.path("one"), content.path("two"), { recursive: true });
  const [one, two] = [process("one"), process("two")];
  const before = (await two.products.current("cyber"))?.release;

  content.change("schemas/products/cyber/tariff.json", (tariff) => {
    tariff.reference = "Dearer";
  });
  content.change("schemas/products/cyber/texts.nl.json", (texts) => {
    texts.title = "Another title";
  });
  await publish(content.schemas, one.directory);
  const release = (await one.products.current("cyber"))?.release ?? "";
  expect(release).not.toBe(before);

  const found = await two.products.pinned("cyber", release);
  expect(found?.release).toBe(release);
  expect(found?.back.tariff?.reference).toBe("Dearer");
  expect(found?.text("nl", "title")).toBe("Another title");
  const address = two.products.index().releases[release]?.texts.nl ?? "";
  const file = (directory: string) => readFileSync(join(directory, "public", address.replace("/products/", "")));
  expect(file(two.directory)).toEqual(file(one.directory));
  expect((await two.products.current("cyber"))?.release, "what is on offer stays each one's own").toBe(before);

  const late = process("late");
  await publish(content.schemas, late.directory);
  expect(Object.hasOwn(late.products.index().releases, before ?? "")).toBe(false);
  await late.products.refresh();
  expect((await late.products.pinned("cyber", before ?? ""))?.release, "a process with an empty folder").toBe(before);
});
