// New products after each other product than that of `newProduct.test.ts`, and the journeys that are written for them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createProduct } from "#content/newProduct.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";
import { tellWritten } from "./support/writtenJourneys.ts";

it("writes what has no error after an example, with its papers and pictures", async () => {
  const copy = new ContentCopy("bedrijfspand");
  onTestFinished(() => copy.remove());
  const { schemas: schemasDir, fixtures: fixturesDir } = copy;
  const made = createProduct({ schemasDir, fixturesDir, key: "premises", like: "bedrijfspand" });
  expect(made).toMatchObject({ like: "bedrijfspand" });
  expect(await copy.errors()).toEqual([]);
});

const products = [SCHEMAS, FIXTURES].flatMap((folder) => readdirSync(join(folder, "products")));
tellWritten(products.filter((product) => product !== "cyber"));
