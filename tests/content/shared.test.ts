// What products share: steps, defaults, layouts of fields, cases. A product contains only what is special about it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stepSources } from "#content/publish/compile.ts";
import { readCatalogue, readManifest } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy, SCHEMAS } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const PRODUCTS = ["beroepsaansprakelijkheid", "bestuurdersaansprakelijkheid", "cyber"];
const cyber = "schemas/products/cyber";
const company = "schemas/shared/steps/company-data/company-data";
const copy = oneCopy(new ContentCopy(...PRODUCTS));

const compile = (key: string) => {
  const product = readCatalogue(copy.schemas).products.find((each) => each.key === key);
  if (!product) throw new Error(`There is no product ${key}.`);
  return { manifest: readManifest(product), steps: stepSources(product, []), handover: product.handover?.content };
};

it("a product compiles to the same as with all of it in its own files", () => {
  const shared = PRODUCTS.map(compile);
  copy.writeOut();
  for (const [index, key] of PRODUCTS.entries()) {
    const { handover, ...whole } = compile(key);
    expect({ manifest: shared[index]?.manifest, steps: shared[index]?.steps }).toEqual(whole);
    expect(shared[index]?.handover?.fields).toEqual(handover?.fields);
  }
});

it("a default that a product does not write is that of all products, and one that it writes is its own", () => {
  copy.change(`${cyber}/product.json`, (manifest) => Object.assign(manifest, { why: ["premium"] }));
  const defaults = JSON.parse(readFileSync(join(SCHEMAS, "shared/product.json"), "utf8")) as JsonObject;
  expect(compile("cyber").manifest).toMatchObject({ why: ["premium"], flows: defaults.flows });
  expect(compile("beroepsaansprakelijkheid").manifest.why).toEqual(defaults.why);
});

it("lists, documents and values of texts are extended by name", () => {
  copy.change(`${cyber}/product.json`, (manifest) => Object.assign(manifest, { text_values: { quarterly: 4 } }));
  expect(compile("cyber").manifest.text_values).toEqual({ quarterly: 4, halfYearly: 2 });
});

it("members beside a shared step replace its own", () => {
  copy.change(`${cyber}/product.json`, ({ steps }) =>
    Object.assign((steps as JsonObject[])[2]!, { summary: ["city"] }),
  );
  const [, , step] = compile("cyber").manifest.steps;
  expect(step).toMatchObject({ key: "company-data", kind: "form", summary: ["city"] });
});

it("a field that a product leaves out is in no rule and no section of the step", async () => {
  copy.change(`${cyber}/product.json`, ({ steps }) =>
    Object.assign((steps as JsonObject[])[2]!, { without: ["city"] }),
  );
  expect(JSON.stringify(compile("cyber").steps["company-data"])).not.toContain('"city"');
  expect(JSON.stringify(compile("beroepsaansprakelijkheid").steps["company-data"])).toContain('"city"');
});

it("a file of a product replaces that of the shared step", () => {
  copy.write(`${cyber}/company-data.ui.json`, {
    ...copy.read(`${company}.ui.json`),
    $schema: "../../meta/ui.schema.json",
    street: { "ui:widget": "textarea" },
  });
  const [replaced, shared] = ["cyber", "beroepsaansprakelijkheid"].map((key) => compile(key).steps["company-data"]?.ui);
  expect([replaced?.street, shared?.street]).toEqual([{ "ui:widget": "textarea" }, { "ui:widget": "text" }]);
});

it("a file of a product that cannot be read is a mistake, and the shared file does not take its place", async () => {
  copy.write(`${cyber}/company-data.schema.json`, "{");
  const product = readCatalogue(copy.schemas).products.find(({ key }) => key === "cyber");
  expect(product?.steps.map(({ key }) => key)).not.toContain("company-data");
  expect((await copy.errors())[0]).toMatch(/^schemas\/products\/cyber\/company-data\.schema\.json/);
});

it("the layout of a shared field is that of every step that refers to it, member by member", () => {
  copy.change("schemas/shared/fields.ui.json", (fields) =>
    Object.assign(fields.kvk as JsonObject, { "ui:options": {} }),
  );
  for (const key of PRODUCTS)
    expect(compile(key).steps["general-data"]?.ui.kvk).toMatchObject({ "ui:widget": "kvk", "ui:options": {} });
});

describe("a mistake in what is shared", () => {
  it("is reported once, in the shared file", async () => {
    copy.change(`${company}.schema.json`, ({ properties }) => {
      (properties as JsonObject).city = { $ref: "../../fields.schema.json#/definitions/citty" };
    });
    const places = (await copy.errors()).map((sentence) => sentence.split(":", 1)[0]);
    expect(places).toEqual([`${company}.schema.json`]);
  });

  it.each([
    ["a step that does not exist", { use: "companydata" }, '/steps/2/use: there is no shared step "companydata"'],
    [
      "a field that the step does not have",
      { use: "company-data", without: ["cityy"] },
      '/steps/2/without/0: the shared step company-data has no field "cityy"',
    ],
  ])("%s is reported at its place, with the name that was meant", async (_, step, sentence) => {
    copy.change(`${cyber}/product.json`, ({ steps }) => (steps as unknown[]).splice(2, 1, step));
    const causes = (await copy.errors()).filter((cause) => cause.includes(sentence));
    expect(causes).toEqual([expect.stringContaining("did you mean")]);
    expect(causes[0]).toMatch(/^schemas\/products\/cyber\/product\.json:\d+:/);
  });

  it("a question that is not shared is reported at its place, with the name that was meant", async () => {
    copy.change(`${cyber}/questions.json`, (c) =>
      Object.assign(at(c, "final_questions.1"), { use: "known_circumstance" }),
    );
    expect(await copy.errors()).toEqual([
      expect.stringMatching(
        /^schemas\/products\/cyber\/questions\.json:\d+:.*there is no shared question "known_circumstance"; did you mean "known_circumstances"/,
      ),
    ]);
  });

  it("shared cases of a step that no product has are reported", async () => {
    copy.write("fixtures/steps/shared/unknown.json", { product: "shared", step: "unknown", base: {}, cases: [] });
    expect(await copy.errors()).toEqual([expect.stringContaining("no product has this step")]);
  });
});

it("shared cases are tried for every product, with the cases and the base of its own file", async () => {
  copy.change("fixtures/steps/shared/company-data.json", ({ cases }) =>
    (cases as unknown[]).push({ name: "no street", remove: ["/street"], expect: "valid" }),
  );
  const findings = (await copy.findings()).filter(({ sentence }) => sentence.includes("no street"));
  expect(findings).toHaveLength(1);
  copy.write("fixtures/steps/cyber/company-data.json", {
    product: "cyber",
    step: "company-data",
    cases: [{ name: "no town", remove: ["/city"], expect: "valid" }],
  });
  const ownFindings = (await copy.findings()).filter(({ sentence }) => sentence.includes("no town"));
  expect(ownFindings.map(({ file, place }) => [file, place])).toEqual([
    ["fixtures/steps/cyber/company-data.json", expect.stringMatching(/^\/cases\/0/)],
  ]);
});
