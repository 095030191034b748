// Warnings as an analyst writes them: both sides and the confirmation are derived, and each mistake is a finding with its place.
import { expect, it } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const PRODUCT = "tiny";
const folder = `schemas/products/${PRODUCT}`;
const WARNING = {
  atMost: [".abroad", { divide: [".revenue", 2] }],
  level: "warning",
  message: { nl: "half nl", fr: "half fr" },
};
const copy = oneCopy(ContentCopy.tiny());

/** Adds a field with rules to the step, with layout, texts and an answer. */
function addField(rules: JsonObject, widget = "currency"): void {
  copy.change(`${folder}/general-data.schema.json`, (schema) => {
    const title = { nl: "abroad nl", fr: "abroad fr" };
    at(schema, "properties").abroad = { title, type: "number", minimum: 0, maximum: 2_000_000, ...rules };
  });
  copy.change(`${folder}/general-data.ui.json`, (ui) => {
    (at(ui, "ui:options.sections.1").fields as string[]).push("abroad");
    ui.abroad = { "ui:widget": widget };
  });
  copy.change(`fixtures/steps/${PRODUCT}/general-data.json`, (cases) => {
    at(cases, "base").abroad = 20_000;
  });
}

it("the check tries both sides of a warning, and is content", async () => {
  addField({ rules: { mostly_home: WARNING } });
  expect(await copy.errors()).toEqual([]);
});

it("a case may confirm a warning, and expects it at its confirmation", async () => {
  addField({ rules: { mostly_home: WARNING } });
  const { base } = copy.read(`fixtures/steps/${PRODUCT}/general-data.json`) as { base: JsonObject };
  const set = { "/abroad": Number(base.revenue) };
  copy.change(`fixtures/steps/${PRODUCT}/general-data.json`, ({ cases }) => {
    (cases as JsonObject[]).push(
      { name: "all of it abroad", set, expect: [["/_confirmed/mostly_home", "mostly_home"]] },
      {
        name: "confirmed",
        set: { ...set, "/_confirmed": { mostly_home: [base.revenue, base.revenue] } },
        expect: "valid",
      },
    );
  });
  expect(await copy.errors()).toEqual([]);
});

it.each<[JsonObject, string]>([
  [{ rules: { mostly_home: { atMost: [".abroad", ".revenu"], level: "warning" } } }, '".revenu" is not an answer'],
  [
    { rules: { mostly_home: { atMost: [".abroad", "today"], level: "warning" } } },
    "works on a number, and this is a day",
  ],
  [{ rules: { mostly_home: { atMost: [1, 2], level: "warning" } } }, "the rule reads no answer"],
  [
    { rules: { mostly_home: { ...WARNING, atMost: undefined, atLeast: [".abroad", 0] } } },
    'no test case breaks "rules mostly_home"',
  ],
  [{ rules: { mostly_home: { not: WARNING } } }, '"level" belongs to a rule'],
  [{ rules: { other: { ...WARNING, message: undefined } } }, 'the rule "other" has no message'],
  [
    { allOf: [{ rules: { mostly_home: { ...WARNING, message: undefined } } }], rules: { mostly_home: WARNING } },
    'another rule has the name "mostly_home"',
  ],
])("%j is a mistake", async (rules, finding) => {
  addField(rules);
  expect((await copy.errors()).join("\n")).toContain(finding);
});

it("a warning needs a control under which it is confirmed", async () => {
  addField({ rules: { mostly_home: WARNING } }, "hidden");
  expect((await copy.errors()).join("\n")).toContain("no control under which the broker could confirm this");
});

it("a renamed field is renamed in the warnings that read it", async () => {
  addField({ rules: { mostly_home: WARNING } });
  const index = new ContentIndex(copy.schemas, copy.fixtures);
  const plan = planRename(index, { product: PRODUCT, step: "general-data", field: "revenue", to: "sales" });
  if (typeof plan === "string") throw new Error(plan);
  applyRename(plan);
  const { abroad } = at(copy.read(`${folder}/general-data.schema.json`), "properties") as Record<string, JsonObject>;
  expect(abroad?.rules).toMatchObject({ mostly_home: { atMost: [".abroad", { divide: [".sales", 2] }] } });
});
