// Which journeys there are. The check plays each of them in this process (content/check.test.ts).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lackingJourneys, wantedJourneys } from "#content/cases/journeys/write.ts";
import { findManifest, journeys, root } from "./support/journey.ts";

test.each(readdirSync(join(root, "schemas/products")))("%s has one for every outcome of every flow", (key) => {
  const manifest = findManifest(key);
  expect(wantedJourneys(manifest).length).toBeGreaterThanOrEqual(Object.keys(manifest.flows).length * 2);
  expect(lackingJourneys(manifest, journeys)).toEqual([]);
});
