// Conditions that a product defines once and names where they count: written out they are the same product, and the check, rename
// and the index of names know them.
import { describe, expect, it } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { oneCopy } from "./support/oneCopy.ts";

const KEY = "beroepsaansprakelijkheid";
const manifest = `schemas/products/${KEY}/product.json`;
const rules = `schemas/products/${KEY}/general-data.schema.json`;

const copy = oneCopy(new ContentCopy(KEY));

const readProduct = () => readCatalogue(copy.schemas).products[0]!;
const conditions = (change: (named: Record<string, JsonObject>) => void) =>
  copy.change(manifest, (content) => change(content.conditions as Record<string, JsonObject>));
const useInRules = (name: string) =>
  copy.change(rules, (content) => Object.assign((content.allOf as JsonObject[])[0]!, { if: { condition: name } }));

describe("a named condition", () => {
  it("is written out over its own step in the rules, over all steps in the manifest, and beside other members", () => {
    const named = copy.read(manifest).conditions as { sector_190: { if: JsonObject } };
    const { manifest: whole, steps } = readProduct();
    const [first, second] = steps.find(({ key }) => key === "general-data")!.schema.content.allOf as JsonObject[];
    expect(first!.if).toEqual(named.sector_190.if);
    expect(second!.if).toEqual({
      properties: { terms_of_delivery: { const: true } },
      required: ["terms_of_delivery"],
      ...named.sector_190.if,
    });
    expect(whole.content).toMatchObject({
      lists: {
        deductible_amounts: {
          rules: [{ if: { properties: { "general-data": named.sector_190.if }, required: ["general-data"] } }, {}],
        },
      },
    });
    expect(whole.content).not.toHaveProperty("conditions");
  });

  it("that has the same members as the condition beside it is one of allOf", () => {
    conditions((named) => Object.assign(named, { ice: { step: "general-data", if: { required: ["revenue"] } } }));
    copy.change(rules, (content) =>
      Object.assign((content.allOf as JsonObject[])[0]!, { if: { condition: "ice", required: ["sector"] } }),
    );
    const { content } = readProduct().steps.find(({ key }) => key === "general-data")!.schema;
    expect((content.allOf as JsonObject[])[0]!.if).toEqual({
      required: ["sector"],
      allOf: [{ required: ["revenue"] }],
    });
  });

  it("that does not exist is reported where it is named, with the one that was meant", async () => {
    useInRules("sector_19");
    expect(await copy.errors()).toContainEqual(
      expect.stringMatching(
        /general-data\.schema\.json:\d+:\d+: error: \/allOf\/0\/if\/condition: product\.json defines no condition "sector_19"; did you mean "sector_190"/,
      ),
    );
  });

  it("that is not used is reported, and so is one that equals another", async () => {
    conditions((named) => Object.assign(named, { other: { step: "request", if: { required: ["effective_date"] } } }));
    conditions((named) => Object.assign(named, { again: structuredClone(named.sector_190) }));
    expect(await copy.errors()).toEqual([
      expect.stringMatching(/product\.json.*\/conditions\/other: no file of the product uses the condition "other"/),
      expect.stringMatching(/product\.json.*\/conditions\/again: the condition "again" is the same as "sector_190"/),
    ]);
  });

  it("of the answers of another step is reported in the rules of a step", async () => {
    conditions((named) => Object.assign(named, { other: { step: "request", if: { required: ["effective_date"] } } }));
    useInRules("other");
    expect(await copy.errors()).toContainEqual(
      expect.stringMatching(/\/allOf\/0\/if\/condition: the condition "other" is about the answers of request/),
    );
  });

  it("with a mistake is reported once, where it is defined", async () => {
    conditions((named) =>
      Object.assign(named.sector_190!, { if: { properties: { sectr: { const: "190" } }, required: ["sectr"] } }),
    );
    const causes = await copy.errors();
    expect(causes.filter((cause) => cause.includes("sectr"))).toEqual([
      expect.stringMatching(/product\.json:\d+:\d+: error: \/conditions\/sector_190\/if\/.*did you mean "sector"/),
    ]);
  });

  it("follows the rename of its field", async () => {
    const index = () => new ContentIndex(copy.schemas, copy.fixtures);
    const plan = planRename(index(), { product: KEY, step: "general-data", field: "sector", to: "branch" });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
    expect(JSON.stringify(copy.read(manifest).conditions)).toContain('"branch":{"const":"190"}');
    const kinds = index()
      .names()
      .filter(({ kind }) => kind === "condition");
    expect(kinds.map(({ name, defines }) => `${name} ${defines}`).sort()).toEqual([
      "sector_190 false",
      "sector_190 false",
      "sector_190 false",
      "sector_190 true",
    ]);
  });
});
