// The check's own advice creates no finding when it is followed.
import { afterEach, expect, it } from "vitest";
import type { JsonObject } from "#engine/types.ts";
import { ContentCopy } from "./support/content.ts";

const folder = "schemas/products/beroepsaansprakelijkheid";
const copy = new ContentCopy("beroepsaansprakelijkheid");
afterEach(() => copy.remove());

it("a list that is added because the tariff has additional covers is not reported as unused", async () => {
  copy.change(`${folder}/product.json`, ({ lists }) => delete (lists as JsonObject).additional_coverages);
  copy.change(`${folder}/coverage-choice.schema.json`, ({ properties }) => {
    delete (properties as JsonObject).additional_coverages;
  });
  const advice = (await copy.findings()).find(({ sentence }) => sentence === "no list offers the additional covers");
  const [, path] = /"path": "([^"]+)"/.exec(advice?.hint ?? "") ?? [];
  copy.change(`${folder}/product.json`, ({ lists }) =>
    Object.assign(lists as JsonObject, { covers: { call: "premium", path } }),
  );
  const sentences = (await copy.findings()).map(({ sentence }) => sentence);
  expect(sentences).not.toContain("no list offers the additional covers");
  expect(sentences).not.toContain('no step uses the list "covers"');
});
