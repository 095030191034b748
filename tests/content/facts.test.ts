// Facts and conditional steps, as an analyst writes them: what the check refuses and by which names, both sides of each condition,
// a rename, and what a comparison says.
import { describe, expect, it } from "vitest";
import { isGivenInRecord } from "#content/check/prices/tariffItems.ts";
import { factField } from "#content/check/rules/factFields.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import type { Steps } from "#content/read/steps/stepIndex.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { PRODUCT, STEP } from "./support/asking.ts";
import { addConditionalStep, CONDITIONAL, MANIFEST, TARIFF } from "./support/conditionalStep.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const copy = new ContentCopy(PRODUCT);
addConditionalStep(copy);
oneCopy(copy);

const causes = async () => (await copy.errors()).filter((line) => !/its quotation was made without/.test(line));
const facts = (change: JsonObject) => copy.change(MANIFEST, (manifest) => Object.assign(at(manifest, "facts"), change));
const when = (condition: unknown, step = CONDITIONAL) =>
  copy.change(MANIFEST, ({ steps }) => {
    const conditional = (steps as JsonObject[]).find(({ key, use }) => (key ?? use) === step);
    Object.assign(conditional!, { when: condition });
  });

it("the bounds of a fact are those of its decimals", () => {
  const part = { type: "number", minimum: 0.1, maximum: 0.2 } as const;
  const steps = { parts: { schema: { type: "object", properties: { a: part, b: part, c: part } }, ui: {} } } as const;
  const all = ["parts.a", "parts.b", "parts.c"];
  expect(factField({ sum: all }, "number", steps)).toMatchObject({ minimum: 0.3, maximum: 0.6 });
  expect(factField({ times: all }, "number", steps)).toMatchObject({ minimum: 0.001, maximum: 0.008 });
  expect(factField({ minus: all }, "number", steps)).toMatchObject({ minimum: -0.3, maximum: 0 });
});

it("an age until today has a value in each record, and its bounds are those of its day", () => {
  const since: Schema = { type: "string", format: "date", dateWindow: { from: "-60y", to: "-1y" } };
  const age: Schema = { type: "integer", computed: { years: [".since", "today"] } };
  const items: Schema = { type: "object", properties: { since, age }, required: ["since"] };
  const cars: Schema = { type: "array", maxItems: 4, items };
  const many: Schema = { type: "integer", computed: { count: ".cars.*" } };
  const steps: Steps = { fleet: { schema: { type: "object", properties: { cars, many } }, ui: {} } };
  expect(isGivenInRecord(steps, "fleet.cars.*.age")).toBe(true);
  expect(factField({ max: "fleet.cars.*.age" }, "number", steps)).toMatchObject({ minimum: 1, maximum: 60 });
  expect(factField({ of: "fleet.many", empty: 0 }, "number", steps)).toMatchObject({ minimum: 0, maximum: 4 });
});

describe("the check", () => {
  it("accepts facts in the price and a step that is asked because of one", async () => {
    expect(await causes()).toEqual([]);
  });

  it("accepts a condition over answers or facts at a step", async () => {
    when({ atLeast: ["facts.sites", 3] });
    copy.change(MANIFEST, (manifest) => delete at(manifest, "facts").many_sites);
    expect(await causes()).toEqual([]);
    when({ atLeast: [`${STEP}.sites`, 3] });
    expect(await causes()).toEqual([]);
  });

  it("accepts a field that is there while a fact is true", async () => {
    copy.change(`schemas/products/${PRODUCT}/${CONDITIONAL}.schema.json`, (schema) =>
      Object.assign(at(schema, "properties"), { dogs: { type: "boolean", when: "facts.many_sites" } }),
    );
    copy.change(`schemas/products/${PRODUCT}/${CONDITIONAL}.ui.json`, (ui) =>
      Object.assign(ui, { dogs: { "ui:widget": "switch" } }),
    );
    for (const language of ["nl", "fr"])
      copy.change(`schemas/products/${PRODUCT}/texts.${language}.json`, (texts) =>
        Object.assign(texts, { [`${CONDITIONAL}.dogs.label`]: "Dogs" }),
      );
    expect(await causes()).toEqual([]);
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      "a path that is no answer",
      { extra: { sum: [`${STEP}.sitess`, 1] } },
      /"general-data.sitess" is not an answer.*sites/s,
    ],
    ["a path without its step", { extra: { sum: [".sites", 1] } }, /"\.sites" does not name its step/],
    [
      "a fact that does not exist",
      { extra: { sum: ["facts.site", 1] } },
      /product\.json defines no fact "site".*sites/s,
    ],
    ["another kind of value", { extra: { atMost: ["facts.many_sites", 1] } }, /"atMost" works on a number/],
    [
      "a circle",
      { a: { sum: ["facts.b", 1] }, b: { sum: ["facts.a", 1] } },
      /the fact depends on itself: \w needs \w needs \w/,
    ],
    ["a fact that reads nothing", { many_sites: { atLeast: [4, 3] } }, /the fact reads no answer/],
    ["a fact that nothing reads", { idle: { count: `${STEP}.sites` } }, /no file of the product uses the fact "idle"/],
    [
      "a number in the place of yes or no",
      { many_sites: { sum: ["facts.sites", 1] } },
      /a condition is true or false, and this is a number/,
    ],
  ])("refuses %s", async (_name, change, message) => {
    facts(change);
    expect((await causes()).join("\n")).toMatch(message);
  });

  it.each<[string, unknown, RegExp]>([
    ["an unknown fact", "facts.many_site", /product\.json defines no fact "many_site".*many_sites/s],
    ["a number", "facts.sites", /a condition is true or false, and this is a number/],
    [
      "a condition that is never true",
      { all: ["facts.many_sites", { more: ["facts.sites", 8] }] },
      /no case of general-data asks for locations/,
    ],
    [
      "a condition that is always true",
      { any: ["facts.many_sites", { less: ["facts.sites", 9] }] },
      /every case of general-data asks for locations/,
    ],
    ["its own answers", { answered: `${CONDITIONAL}.guards` }, /only asked because of its own answers/],
    ["a fact over its own answers", { atLeast: ["facts.guards", 1] }, /only asked because of its own answers/],
    ["answers of a later step", { answered: "company-data.city" }, /company-data is asked after locations/],
  ])("refuses at a step %s", async (_name, condition, message) => {
    when(condition);
    expect((await causes()).join("\n")).toMatch(message);
  });

  it("refuses a price over an answer that may not be asked, and one without bounds or a factor for each number", async () => {
    copy.change(TARIFF, ({ factors }) => {
      const [, , sites, guards] = factors as JsonObject[];
      delete at(sites!, "values")["6"];
      Object.assign(guards!, { answer: `${CONDITIONAL}.guards` });
    });
    const lines = (await causes()).join("\n");
    expect(lines).toMatch(/there is no factor for 6/);
    expect(lines).toMatch(/locations\.guards may stay empty/);
  });

  it("refuses a step whose cases cannot make its condition true and false", async () => {
    copy.change(MANIFEST, (manifest) =>
      Object.assign(at(manifest, "facts"), { many_sites: { more: ["facts.sites", 6] } }),
    );
    expect((await causes()).join("\n")).toMatch(/no case of general-data asks for locations/);
  });
});

describe("the names", () => {
  it("of an answer that a fact reads follows a rename, and a fact is known in every file that reads it", async () => {
    const index = () => new ContentIndex(copy.schemas, copy.fixtures);
    const plan = planRename(index(), { product: PRODUCT, step: STEP, field: "sites", to: "premises" });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
    expect(copy.read(MANIFEST).facts).toMatchObject({ sites: { of: `${STEP}.premises` } });
    expect(await causes()).toEqual([]);
    const named = index()
      .names()
      .filter(({ kind, name }) => kind === "fact" && /sites$/.test(name));
    expect(named.map(({ file, name, defines }) => `${file.split("/").at(-1)} ${name} ${defines}`).sort()).toEqual([
      "product.json many_sites false",
      "product.json many_sites true",
      "product.json sites false",
      "product.json sites true",
      "tariff.json sites false",
    ]);
  });
});

describe("what is published", () => {
  it("has each fact after those that it reads", () => {
    const { content } = readCatalogue(copy.schemas).products[0]!.manifest;
    expect(Object.keys(at(content, "facts"))).toEqual(["sites", "many_sites", "guards"]);
  });
});
