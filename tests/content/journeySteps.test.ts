// A journey names the steps that it is about; the others are filled in with the base of their cases.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { allSteps } from "#content/fixtures.ts";
import { stepKinds } from "#engine/stepKinds.ts";
import type { Manifest } from "#engine/types.ts";
import { SCHEMAS } from "./support/content.ts";

const steps = [{ key: "one" }, { key: "two" }, { key: "three" }, { key: "more", extra: true }] as Manifest["steps"];
const base = (step: string) => ({ from: `base of ${step}` });
const keys = (named: string[], more: { stored?: string[]; outcome?: string } = {}) => {
  const { outcome = "quotation", stored } = more;
  const own = named.map((step) => ({ step }));
  return allSteps({ steps: own, expect: { outcome } }, { steps }, base, stored).map(({ step }) => step);
};

it("a new request fills in every step in the order of the product, the extra one only where it is named", () => {
  expect(keys(["one", "three"])).toEqual(["one", "two", "three"]);
  expect(keys(["one", "more"])).toEqual(["one", "two", "three", "more"]);
  expect(allSteps({ steps: [], expect: { outcome: "accepted" } }, { steps }, base)[1]).toEqual({
    step: "two",
    answers: { from: "base of two" },
  });
});

it("keeps a step that is filled in twice", () =>
  expect(keys(["one", "two", "one"])).toEqual(["one", "two", "one", "three"]));

it("a stored quotation brings its own answers, and a refused request stops where it is", () => {
  expect(keys(["two"], { stored: ["one", "two"] })).toEqual(["two", "three"]);
  expect(keys(["one"], { outcome: "refused" })).toEqual(["one"]);
});

it("authors are offered the kinds of steps that there are", () => {
  const meta = JSON.parse(readFileSync(join(SCHEMAS, "meta/product.schema.json"), "utf8"));
  const offered: string[] = meta.definitions.step.properties.kind.enum;
  expect(offered.toSorted()).toEqual(Object.keys(stepKinds).toSorted());
});
