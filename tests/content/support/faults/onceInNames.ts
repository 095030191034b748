// A name that is misspelt, or a file that is left out, and what only follows from it.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product, set } from "./fault.ts";

const cyber = "schemas/products/cyber";
const form = `${cyber}/general-data.schema.json`;
const layout = `${cyber}/general-data.ui.json`;
const manifest = `${cyber}/product.json`;
const HELP = "field.pay_in_terms.help";
const company = `${cyber}/company-data.schema.json`;
const TWICE = { properties: { finance_seperate: { const: true } }, required: ["finance_seperate"] };
const steps = (content: JsonObject) => content.steps as JsonObject[];
const withoutStep = (name: string) => (content: JsonObject) =>
  Object.assign(content, { steps: steps(content).filter(({ key }) => key !== name) });
const withoutFields = (step: string): Mistake => [
  `the fields of ${step}, taken away at once`,
  `${cyber}/${step}.schema.json`,
  (content) => delete content.properties,
];

export const onceInNames: Mistake[] = [
  [
    "a field that a condition misspells, where it must be answered",
    company,
    set("allOf.0.if.required.0", "finance_seperate"),
  ],
  ["a field that a condition misspells, twice", company, set("allOf.0.if", TWICE)],
  ["a required field that is misspelt", form, set("required.1", "turnovr")],
  ["a control for another kind of value", layout, set("turnover.ui:widget", "date")],
  ["a field that the layout misspells", layout, (c) => Object.assign(c, { turnvoer: c.turnover }) && delete c.turnover],
  ["braces that are not closed", `${cyber}/texts.nl.json`, (c) => Object.assign(c, { [HELP]: "kwartaal {quarterly" })],
  ["a step that is there twice", manifest, (c) => steps(c).push(structuredClone(steps(c)[0]!))],
  ["a step without its files", manifest, (c) => steps(c).splice(1, 0, { ...steps(c)[0]!, key: "building" })],
  ["a step that is taken away, whose answers leave for other systems", manifest, withoutStep("company-data")],
  ["a step that is taken away, which the tariff prices by", manifest, withoutStep("coverage-choice")],
  ["a step that is taken away, which cases and journeys answer", manifest, withoutStep("acceptance")],
  withoutFields("coverage-choice"),
  withoutFields("company-data"),
  ["a list of the main cover that is taken away", manifest, (c) => delete at(c, "lists").insured_amounts],
  ["another name of a product", `${product}/texts.nl.json`, set("name", "Beroepsfouten")],
];
