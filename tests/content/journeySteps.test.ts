// A journey names the steps that it is about. The others are filled in with the base of their cases.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { indexBases, unknownBases, withBases } from "#content/cases/journeys/bases.ts";
import { allSteps, type Fixture } from "#content/cases/steps/fixtures.ts";
import { isError } from "#content/read/findings/finding.ts";
import { stepKinds } from "#engine/schema/stepKinds.ts";
import type { JsonObject, Manifest } from "#engine/schema/types.ts";
import { ContentCopy, SCHEMAS } from "./support/content.ts";

const steps = [{ key: "one" }, { key: "two" }, { key: "three" }, { key: "more", extra: true }] as Manifest["steps"];
const base = (step: string) => ({ from: `base of ${step}` });
const keys = (named: string[], more: { stored?: string[]; outcome?: string } = {}) => {
  const { outcome = "quotation", stored = [] } = more;
  const entries = named.map((step) => ({ step }));
  return allSteps(
    { steps: entries, expect: { outcome } },
    { steps },
    base,
    Object.fromEntries(stored.map((step) => [step, {}])),
  ).map(({ step }) => step);
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

const fixture = {
  step: "one",
  base: { town: "Assen", questions: { "1": true, "2": false } },
  cases: [
    { name: "another town", set: { "/town": "Delft" }, expect: "valid" },
    { name: "no town", remove: ["/town"], expect: [["/town", "required"]] },
  ],
} as unknown as Fixture;

it("contains only what differs from the base or a valid case, of a group of answers too", () => {
  const bases = indexBases([fixture]);
  const filled = (entry: JsonObject) =>
    withBases({ steps: [{ step: "one", ...entry }], submit: {} }, bases).steps[0]!.answers;
  expect(filled({ from: "base", answers: { questions: { "2": true } } })).toEqual({
    town: "Assen",
    questions: { "1": true, "2": true },
  });
  expect(filled({ from: "another town" })).toMatchObject({ town: "Delft", questions: { "1": true } });
  expect(filled({ answers: { town: "Breda" } })).toEqual({ town: "Breda" });
  expect(fixture.base).toEqual({ town: "Assen", questions: { "1": true, "2": false } });
});

it("names a base that there is not, and takes no case for one that is refused", () => {
  const steps = [{ step: "one", from: "no town" }];
  expect(unknownBases({ steps, submit: { from: "base" } }, indexBases([fixture]))).toEqual([
    ["/steps/0/from", "one", "no town"],
    ["/submit/from", "request", "base"],
  ]);
});

it("a new required field is answered in the base of its cases; besides, only stored quotations lack it", async () => {
  const copy = new ContentCopy("cyber").writeOut();
  try {
    copy.change("schemas/products/cyber/general-data.schema.json", ({ properties, required }) => {
      Object.assign(properties as object, { laptops: { description: "Laptops.", type: "integer", minimum: 1 } });
      (required as string[]).push("laptops");
    });
    copy.change("schemas/products/cyber/general-data.ui.json", (ui) => Object.assign(ui, { laptops: {} }));
    for (const language of ["nl", "fr"])
      copy.change(`schemas/products/cyber/texts.${language}.json`, (texts) =>
        Object.assign(texts, { "field.laptops.label": "Laptops" }),
      );
    copy.change("fixtures/steps/cyber/general-data.json", ({ base }) => Object.assign(base as object, { laptops: 5 }));
    const errors = (await copy.findings()).filter(isError).filter(({ file }) => file.startsWith("fixtures/journeys/"));
    expect(JSON.stringify(errors)).toContain("/laptops required");
    const touched = errors.map(({ file }) => copy.read(file)).filter(({ quotation }) => quotation === undefined);
    expect(touched.map(({ name }) => name)).toEqual([]);
  } finally {
    copy.remove();
  }
});

it("authors are offered the kinds of steps that there are", () => {
  const meta = JSON.parse(readFileSync(join(SCHEMAS, "meta/product.schema.json"), "utf8"));
  const offered: string[] = meta.definitions.step.properties.kind.enum;
  expect(offered.toSorted()).toEqual(Object.keys(stepKinds).toSorted());
});
