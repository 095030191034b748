// A field that moves to another step: what names it follows, and the check finds nothing afterwards.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { planMove } from "#content/names/move/moveField.ts";
import { planRemoval } from "#content/names/removeField.ts";
import { formatJson } from "#content/read/files/formatJson.ts";
import { StudioContent } from "./support/studioContent.ts";

const product = "beroepsaansprakelijkheid";
const studio = new StudioContent(product);
const fleet = new StudioContent("wagenpark");
const indexOf = ({ copy }: StudioContent) => new ContentIndex(copy.path("schemas"), copy.path("fixtures"));
const plan = (field: string, step = "general-data", toStep = "coverage-choice") =>
  planMove(indexOf(studio), { product, step, field, toStep });
/** What the files have when a field of the vehicles moves to the claims. */
const moveToClaims = (field: string) => {
  const order = { product: "wagenpark", step: "vehicles", field, toStep: "claims" };
  return planMove(indexOf(fleet), order) as Record<string, string>;
};
const words = { nl: "", fr: "" };

/** Makes the move. Returns what the check finds more than before it. */
async function tryMove(copy: StudioContent, changed: ReturnType<typeof plan>): Promise<string[]> {
  if (typeof changed === "string") throw new Error(changed);
  const before = await copy.findFaults();
  const files = copy.readFiles();
  const isFormatted = (text = "{}\n") => formatJson(text) === text;
  for (const [file, text] of Object.entries(changed)) expect(isFormatted(text), file).toBe(isFormatted(files[file]));
  copy.patcher.replace(changed, { sentence: words });
  return (await copy.findFaults()).filter((fault) => !before.includes(fault));
}

test("a field that the tariff reads takes its rules, answers, name for other systems and journeys along", async () => {
  const before = studio.readFiles();
  const faults = await tryMove(studio, plan("revenue"));
  expect(faults, "its place in the layout is another act").toEqual([
    expect.stringContaining("revenue is in no section"),
  ]);
  const after = studio.readFiles();
  const named = Object.entries(after).filter(([, text]) => text.includes('"general-data.revenue"'));
  expect(named.map(([file]) => file)).toEqual(["schemas/shared/handover.json"]);
  const folder = `schemas/products/${product}`;
  expect(JSON.parse(after[`${folder}/handover.json`]!).fields).toEqual({ "coverage-choice.revenue": "own.revenue" });
  const refused = JSON.parse(after[`fixtures/journeys/${product}-newRequest-refused-above-the-highest-revenue.json`]!);
  expect(refused.steps).toEqual([
    { step: "general-data", from: "base", answers: { kvk: "42629448" } },
    {
      step: "coverage-choice",
      from: "base",
      answers: { revenue: 999999999 },
      expect: { errors: [["/revenue", "maximum"]] },
    },
  ]);
  studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
}, 60_000);

test("a field moves to an earlier step, also in journeys that do not name that step", async () => {
  const faults = await tryMove(studio, plan("double_year_limit", "coverage-choice", "general-data"));
  expect(faults).toEqual([expect.stringContaining("double_year_limit is in no section")]);
  studio.patcher.undo();
}, 60_000);

test("what reads the field, and what the field reads, is by its step or beside it as before", async () => {
  const moved = moveToClaims("vehicles");
  const rules = JSON.parse(moved["fixtures/products/wagenpark/claims.schema.json"]!);
  expect(
    JSON.parse(moved["fixtures/products/wagenpark/vehicles.schema.json"]!).properties.total_value.computed,
  ).toEqual({ sum: "claims.vehicles.*.value" });
  expect(rules.properties.vehicles.items.properties.age.computed).toEqual({ years: [".first_registration", "today"] });
  const claim = rules.allOf[0].then.properties.claims.items.properties.vehicle;
  expect(claim.enumFrom, "a list of records is named with its step").toBe("claims.vehicles");
  const total = moveToClaims("total_value");
  const { properties } = JSON.parse(total["fixtures/products/wagenpark/claims.schema.json"]!);
  expect(properties.total_value.computed).toEqual({ sum: "vehicles.vehicles.*.value" });
});

test("a rule between answers reads a moved field beside it, and keeps both sides when one of them goes", () => {
  const folder = "fixtures/products/wagenpark";
  const claims = fleet.copy.path(`${folder}/claims.schema.json`);
  const original = readFileSync(claims, "utf8");
  const atMost = [".claims_total", "vehicles.total_value"];
  writeFileSync(claims, JSON.stringify({ ...JSON.parse(original), rules: { below: { atMost } } }));
  const moved = moveToClaims("total_value");
  expect(moved[`${folder}/claims.schema.json`]).toContain('[".claims_total",".total_value"]');
  writeFileSync(claims, original);
  const driver = { product: "wagenpark", step: "vehicles", field: "vehicles.drivers.birth_date" };
  const { changed } = planRemoval(indexOf(fleet), driver);
  expect(changed[`${folder}/vehicles.schema.json`], "the rule is reported, not cut").toContain('"from": ".birth_date"');
});

test("a move that would change what the form asks is refused with its reason", () => {
  expect(plan("terms_of_delivery")).toMatch(/^Other fields of general-data are shown or required by/);
  expect(plan("terms_of_delivery_option")).toMatch(/is asked only by other answers/);
  expect(plan("revenue", "general-data", "company-data")).toBe('The product has no form "company-data" of its own.');
  expect(plan("professions.0")).toMatch(/^Only a field that general-data of the product itself has/);
});

test("a field that goes from a condition inside another leaves the fields beside that condition", () => {
  const address = { product, step: "general-data", field: "terms_of_delivery_option" };
  const { changed } = planRemoval(indexOf(studio), address);
  const { allOf } = JSON.parse(changed[`schemas/products/${product}/general-data.schema.json`]!);
  expect(Object.keys(allOf[0].then)).toEqual(["properties", "required"]);
});
