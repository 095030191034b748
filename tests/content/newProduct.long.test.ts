// New products after each other product than that of `newProduct.test.ts`, and the journeys that are written for them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createProduct } from "#content/newProduct.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";
import { tellWritten } from "./support/writtenJourneys.ts";

const products = [SCHEMAS, FIXTURES].flatMap((folder) => readdirSync(join(folder, "products")));

it.each(products)("writes what has no error after %s, with the papers and pictures of an example", async (like) => {
  const copy = new ContentCopy(like);
  onTestFinished(() => copy.remove());
  const { schemas: schemasDir, fixtures: fixturesDir } = copy;
  expect(createProduct({ schemasDir, fixturesDir, key: "like_it", like })).toMatchObject({ like });
  expect(await copy.errors()).toEqual([]);
});

tellWritten(products.filter((product) => product !== "cyber"));
