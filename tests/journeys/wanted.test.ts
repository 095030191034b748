// Which journeys there are. The check plays each of them in this process (content/check.test.ts).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lackingJourneys, wantedJourneys } from "#content/cases/journeys/write.ts";
import { exampleJourneys, findProduct, journeys, root } from "./support/journey.ts";

const keys = ["schemas/products", "fixtures/products"].flatMap((folder) => readdirSync(join(root, folder)));
test.each(keys)("%s has one for every outcome of every flow", (key) => {
  const product = findProduct(key);
  expect(wantedJourneys(product).length).toBeGreaterThanOrEqual(6);
  expect(lackingJourneys(product, [...journeys, ...exampleJourneys])).toEqual([]);
});
