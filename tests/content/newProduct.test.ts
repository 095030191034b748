// A product made by `npm run new-product`: checked and edited in five files, without a line of code. It
// is published and walked in a browser by e2e/newProduct.long.spec.ts. `newProduct.long.test.ts` begins with other products.
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeJourneys } from "#content/cases/journeys/write.ts";
import { createProduct } from "#content/newProduct.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { tellWritten } from "./support/writtenJourneys.ts";

const copy = new ContentCopy("cyber", "beroepsaansprakelijkheid");
const { schemas: schemasDir, fixtures: fixturesDir } = copy;
const make = (key: string, like?: string) => createProduct({ schemasDir, fixturesDir, key, like });
const folder = "schemas/products/drones";

beforeAll(() => expect(make("drones", "cyber")).toMatchObject({ like: "cyber" }));
afterAll(() => copy.remove());

describe("new-product", () => {
  it.each([
    ["Drones", undefined, /^"Drones" is not a key of a product: small letters/],
    ["9lives", undefined, /^"9lives" is not a key/],
    ["../x", undefined, /^"\.\.\/x" is not a key/],
    ["cyber", undefined, /^There is a product "cyber" already/],
    ["portal", undefined, /^"portal" is the name of the forms of the portal itself/],
    ["boats", "ships", /^There is no product "ships"; the products are beroeps/],
  ])("refuses %s like %s in a sentence", (key, like, refusal) =>
    expect(make(key, like)).toEqual({ refusal: expect.stringMatching(refusal) }),
  );

  it("writes six files: the journeys, the cases of shared steps and the papers are those that are there", () => {
    const files = readdirSync(copy.base, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));
    expect(files.filter((file) => file.includes("drones")).map((file) => file.replace(/^.*drones\//, ""))).toEqual(
      expect.arrayContaining(["coverage-choice.json", "product.json", "questions.json", "tariff.json"]),
    );
    expect(files.filter((file) => file.includes("drones")).length).toBeLessThanOrEqual(6);
  });

  it("writes what has no error, also after a product with several codes, which become its own", async () => {
    expect(make("bikes", "beroepsaansprakelijkheid")).toMatchObject({ like: "beroepsaansprakelijkheid" });
    expect(await copy.errors()).toEqual([]);
    const codes = (key: string) => copy.read(`schemas/products/${key}/product.json`).placeholder_codes;
    expect([codes("drones"), codes("bikes")]).toEqual([["DRO"], ["BIK", "BIK1", "BIK2", "BIK3"]]);
  });

  it("renumbers its questions, in its cases, journeys and quotations too", () => {
    const ids = (key: string): number[] =>
      Object.values(copy.read(`schemas/products/${key}/questions.json`))
        .flat()
        .flatMap((question) => (question as { id?: number }).id ?? []);
    const taken = new Set(["cyber", "beroepsaansprakelijkheid"].flatMap(ids));
    expect(ids("drones").length).toBe(ids("cyber").length);
    expect(ids("drones").filter((id) => taken.has(id))).toEqual([]);
    const files = readdirSync(copy.path("fixtures"), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /drones.*\.json$/.test(name)))
      expect(readFileSync(copy.path(`fixtures/${file}`), "utf8"), file).not.toMatch(/\b4[12]0\d\b/);
  });

  it("may be offered at once: no journey is lacking", async () => {
    copy.change(`${folder}/product.json`, (manifest) => Object.assign(manifest, { offered: true }));
    expect(await copy.errors()).toEqual([]);
    expect(writeJourneys(schemasDir, fixturesDir, "drones")).toEqual([]);
  });

  it("without shared journeys one of each outcome of each flow is begun", async () => {
    renameSync(copy.path("fixtures/journeys/shared"), copy.path("shared"));
    const written = writeJourneys(schemasDir, fixturesDir, "bikes") ?? [];
    expect(written).toHaveLength(14);
    expect(written.at(-1)).toMatch(/portfolio.quotations\.json$/);
    expect((await copy.errors()).filter((line) => line.startsWith("fixtures/journeys/bikes-"))).toEqual([]);
    for (const path of written.slice(0, -1)) rmSync(path);
    renameSync(copy.path("shared"), copy.path("fixtures/journeys/shared"));
  });
});

tellWritten(["cyber"]);

/** One question more and other words, in five files. */
function edit(): void {
  const drones = readCatalogue(copy.schemas).products.find(({ key }) => key === "drones");
  if (drones) copy.writeStep(drones, "general-data");
  copy.change(`${folder}/general-data.schema.json`, ({ properties }) =>
    Object.assign(properties as JsonObject, { drones: { type: "integer", minimum: 1, maximum: 99 } }),
  );
  copy.change(`${folder}/general-data.ui.json`, (ui) => Object.assign(ui, { drones: {} }));
  copy.change(`${folder}/texts.nl.json`, (texts) => Object.assign(texts, { "field.drones.label": "Aantal drones" }));
  copy.change(`${folder}/texts.fr.json`, (texts) => Object.assign(texts, { "field.drones.label": "Nombre de drones" }));
  const tryDrones = (value: unknown, rule?: string) => ({
    name: `drones ${value}`,
    set: { "/drones": value },
    expect: rule ? [["/drones", rule]] : "valid",
  });
  copy.write("fixtures/steps/drones/general-data.json", {
    product: "drones",
    step: "general-data",
    cases: [tryDrones(0, "minimum"), tryDrones(1), tryDrones(99), tryDrones(100, "maximum"), tryDrones("x", "type")],
  });
}

it("edited in five files it has no error, and its new question is judged with its bounds", async () => {
  edit();
  expect(await copy.errors()).toEqual([]);
});
