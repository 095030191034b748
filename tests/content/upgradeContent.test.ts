// Content in the words of an earlier version: `upgrade-content` gives today's, formatted, and says what it cannot rewrite.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { applyUpgrade, planUpgrade } from "#content/upgradeContent.ts";
import { toExpression } from "#engine/rules/olderForm.ts";
import type { Condition } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const DIRECTORS = "schemas/products/bestuurdersaansprakelijkheid";
const PROFESSIONAL = "schemas/products/beroepsaansprakelijkheid";
const BUILDING = "fixtures/products/bedrijfspand";
const CASES = "fixtures/steps/bestuurdersaansprakelijkheid/coverage-choice.json";
const copy = oneCopy(new ContentCopy("bestuurdersaansprakelijkheid", "beroepsaansprakelijkheid", "bedrijfspand"));

const is = (name: string, condition: JsonObject) => ({ properties: { [name]: condition }, required: [name] });

/** Each file with its words of before, which comes out as it is today. */
const OLD: Record<string, (content: JsonObject) => void> = {
  [`${DIRECTORS}/product.json`]: (manifest) => delete manifest.facts,
  [`${DIRECTORS}/tariff.json`]: (tariff) => {
    const { when: _when, ...oneOff } = tariff.one_off as JsonObject;
    const allowed = is("general-data", is("legalform", { enum: ["BV", "CO", "ST"] }));
    tariff.one_off = { answer: oneOff.answer, feature: "show_extended_in_advance", rate: oneOff.rate };
    tariff.product_code = { default: "270" };
    tariff.features = { show_extended_in_advance: { if: allowed, note: "A remark." } };
  },
  [`${DIRECTORS}/coverage-choice.schema.json`]: (schema) => {
    const field = at(schema, "properties.extended_in_advance");
    delete field.when;
    field.featureFlag = "show_extended_in_advance";
  },
  [`${DIRECTORS}/coverage-choice.ui.json`]: (ui) => Object.assign(ui, { pay_in_terms: { "ui:field": "switch" } }),
  [CASES]: (cases) => {
    for (const { context } of cases.cases as { context?: JsonObject }[]) {
      if (!context?.facts) continue;
      context.features = context.facts;
      delete context.facts;
    }
  },
  [`${PROFESSIONAL}/product.json`]: (manifest) => {
    delete manifest.facts;
    manifest.codes = ["180", "188", "190", "192"];
    const professions = is("professions", { type: "array", contains: { type: "array", contains: { const: "190" } } });
    const either = { anyOf: [is("sector", { const: "190" }), professions] };
    manifest.conditions = { sector_190: { step: "general-data", if: either } };
    const [rule] = at(manifest, "lists.deductible_amounts").rules as JsonObject[];
    delete rule!.when;
    rule!.if = { condition: "sector_190" };
  },
  [`${PROFESSIONAL}/tariff.json`]: (tariff) =>
    Object.assign(at(tariff, "product_code"), { precedence: ["190", "188", "192", "180"], default: "180" }),
  [`${PROFESSIONAL}/general-data.schema.json`]: (schema) => {
    (schema.allOf as JsonObject[])[0]!.if = { condition: "sector_190" };
  },
  [`${BUILDING}/parties.schema.json`]: (schema) => {
    const owners = at(schema, "properties.owners");
    const { whole_company, most_named } = owners.rules as Record<string, JsonObject>;
    const { level: _level, ...warning } = most_named!;
    delete owners.rules;
    Object.assign(owners, { holds: { whole_company }, expects: { most_named: warning } });
  },
  [`${PROFESSIONAL}/coverage-choice.schema.json`]: (schema) => {
    const field = at(schema, "properties.additional_coverages");
    delete field.ask;
    field.propertiesFrom = { list: "additional_coverages", prefix: "coverage_" };
    field.additionalProperties = { type: "boolean" };
  },
  [`${BUILDING}/locations.schema.json`]: (schema) => {
    const { exclusive, ...rules } = at(schema, "properties.sites.items.properties.protection");
    Object.assign(at(schema, "properties.sites.items.properties"), { protection: { ...rules, alone: exclusive } });
  },
  [`${BUILDING}/tariff.json`]: (tariff) => {
    tariff.order = ["main = price of the chosen cover x every factor"];
    for (const { factors } of tariff.per_item as { factors: JsonObject[] }[])
      for (const factor of factors.filter(({ empty }) => empty !== undefined)) {
        factor.default = factor.empty;
        delete factor.empty;
      }
  },
  [`${BUILDING}/locations.ui.json`]: (ui) => {
    Object.assign(at(ui, "sites.buildings.year_built"), { "ui:widget": "year" });
    const content = (at(ui, "sites.buildings")["ui:order"] as JsonObject[])[6]!;
    delete content.when;
    content.if = is("roof", { const: "thatch" });
  },
};

it("gives the files of today", async () => {
  const read = (file: string) => JSON.parse(readFileSync(copy.path(file), "utf8"));
  copy.change(`${DIRECTORS}/coverage-choice.ui.json`, (ui) =>
    Object.assign(ui, { pay_in_terms: { "ui:widget": "switch" } }),
  );
  const today = Object.keys(OLD).map(read);
  for (const [file, change] of Object.entries(OLD)) copy.change(file, change);
  expect(await copy.errors()).toContainEqual(expect.stringContaining('"npm run upgrade-content" rewrites words'));
  const plan = planUpgrade(copy.schemas, copy.fixtures);
  expect(plan.refusals).toEqual([]);
  expect([...plan.changes.keys()].sort()).toEqual(
    Object.keys(OLD)
      .map((file) => copy.path(file))
      .sort(),
  );
  applyUpgrade(plan.changes);
  expect(Object.keys(OLD).map(read)).toEqual(today);
  expect(await copy.errors()).toEqual([]);
  expect(planUpgrade(copy.schemas, copy.fixtures).changes.size).toBe(0);
});

it("names what no expression says, and leaves that file as it is", () => {
  const condition = is("general-data", is("kvk", { pattern: "^1" }));
  copy.change(`${PROFESSIONAL}/questions.json`, (questions) => {
    const [rule] = questions.answer_rules as JsonObject[];
    delete rule!.when;
    rule!.if = condition;
  });
  const plan = planUpgrade(copy.schemas, copy.fixtures);
  expect(plan.changes.size).toBe(0);
  expect(plan.refusals).toEqual([
    expect.stringMatching(/questions\.json: no expression says "pattern" of general-data\.kvk\. Write this condition/),
  ]);
});

it.each<[Condition, unknown]>([
  [is("a", is("b", { const: false })), { not: "a.b" }],
  [is("a", is("b", { enum: [1, 2] })), { any: [{ equal: ["a.b", 1] }, { equal: ["a.b", 2] }] }],
  [is("a", { required: ["b"] }), { answered: "a.b" }],
  [is("a", { properties: { b: { const: "x" } } }), { any: [{ not: { answered: "a.b" } }, { is: ["a.b", "x"] }] }],
  [{ not: is("a", is("b", { const: "x" })) }, { not: { all: [{ answered: "a.b" }, { is: ["a.b", "x"] }] } }],
  [is("a", is("b", { minItems: 2 })), { atLeast: [{ count: "a.b.*" }, 2] }],
  [
    is("a", is("b", { contains: { properties: { c: { minimum: 3 }, d: { const: "x" } }, required: ["c", "d"] } })),
    { more: [{ count: "a.b.*", where: { all: [{ atLeast: [".c", 3] }, { is: [".d", "x"] }] } }, 0] },
  ],
])("%j is an expression", (condition, expression) => expect(toExpression(condition)).toEqual(expression));
