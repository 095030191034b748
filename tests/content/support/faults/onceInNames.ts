// A name that is misspelt, or a file that is left out, and what only follows from it.
import type { JsonObject } from "#engine/types.ts";
import { at, type Mistake, product, row, set } from "./fault.ts";

const cyber = "schemas/products/cyber";
const form = `${cyber}/general-data.schema.json`;
const layout = `${cyber}/general-data.ui.json`;
const manifest = `${cyber}/product.json`;
const HELP = "field.pay_in_terms.help";
const company = `${cyber}/company-data.schema.json`;
const respellCondition = (content: JsonObject) =>
  set("allOf.0.if", {
    properties: { finance_seperate: { const: true } },
    required: ["finance_seperate"],
  })(content);
const steps = (content: JsonObject) => content.steps as JsonObject[];

export const onceInNames: Mistake[] = [
  ...[set("allOf.0.if.required.0", "finance_seperate"), respellCondition].map((change, index) =>
    row(
      [`a field that a condition misspells, ${index === 0 ? "where it must be answered" : "twice"}`, company, change],
      ["/allOf/0/if/required/0", "/allOf/0/if/properties/finance_seperate"][index]!,
      "error",
      'the condition asks for "finance_seperate", which is no field; did you mean "finance_separate"?',
    ),
  ),
  row(
    ["a required field that is misspelt", form, set("required.1", "turnovr")],
    "/required/1",
    "error",
    '"turnovr" is required but is no field; did you mean "turnover"?',
  ),
  row(
    ["a control for another kind of value", layout, set("turnover.ui:widget", "date")],
    "/turnover/ui:widget",
    "error",
    '"date" gives a text, the field holds a whole number; this field takes currency, integer',
  ),
  row(
    [
      "a field that the layout misspells",
      layout,
      (c) => Object.assign(c, { turnvoer: c.turnover }) && delete c.turnover,
    ],
    "/turnvoer",
    "error",
    '"turnvoer" is no field; did you mean "turnover"?',
  ),
  row(
    [
      "braces that are not closed",
      `${cyber}/texts.nl.json`,
      (c) => Object.assign(c, { [HELP]: "kwartaal {quarterly" }),
    ],
    `/${HELP}`,
    "error",
    "\"kwartaal {quarterly\" has a brace that is not closed; write a value as {name}, and a brace of its own in single quotes: '{'",
  ),
  row(
    ["a step that is there twice", manifest, (c) => steps(c).push(structuredClone(steps(c)[0]!))],
    "/steps/6",
    "error",
    'the step "general-data" is there twice; remove one',
  ),
  [
    "a step without its files",
    manifest,
    (c) => steps(c).splice(1, 0, { ...steps(c)[0]!, key: "building" }),
    `${cyber}/building.schema.json`,
    "",
    "error",
    "the file is missing; add it: it holds the rules of the step",
  ],
  [
    "a step that is taken away, whose answers leave for other systems",
    manifest,
    (c) => Object.assign(c, { steps: steps(c).filter(({ key }) => key !== "company-data") }),
    `${cyber}/handover.json`,
    "/fields/company-data.company",
    "error",
    '"company-data.company" is no field; name a field of a step, or remove it',
  ],
  [
    "a step that is taken away, which the tariff prices by",
    manifest,
    (c) => Object.assign(c, { steps: steps(c).filter(({ key }) => key !== "coverage-choice") }),
    `${cyber}/handover.json`,
    "/fields/coverage-choice.insured_amount",
    "error",
    '"coverage-choice.insured_amount" is no field; name a field of a step, or remove it',
  ],
  [
    "a step that is taken away, which cases and journeys answer",
    manifest,
    (c) => Object.assign(c, { steps: steps(c).filter(({ key }) => key !== "acceptance") }),
    "fixtures/steps/cyber/acceptance.json",
    "/step",
    "error",
    'there is no step "acceptance" of "cyber"; its steps are general-data, coverage-choice, company-data, final-questions, additional-explanation, request',
  ],
  ...["coverage-choice", "company-data"].map((step) =>
    row(
      [`the fields of ${step}, taken away at once`, `${cyber}/${step}.schema.json`, (c) => delete c.properties],
      "",
      "error",
      'the form asks for fields, and has none; add them to "properties"',
    ),
  ),
  [
    "a list of the main cover that is taken away",
    manifest,
    (c) => delete at(c, "lists").insured_amounts,
    `${cyber}/coverage-choice.schema.json`,
    "/properties/insured_amount/enumFrom",
    "error",
    'there is no list "insured_amounts"; add it to lists in product.json, or correct the name',
  ],
  [
    "another name of a product",
    `${product}/texts.nl.json`,
    set("name", "Beroepsfouten"),
    "schemas/portal/words.fr.json",
    "",
    "error",
    '"Beroepsfouten" has no translation, so lists name the product in Dutch; write "Beroepsfouten": "Responsabilité professionnelle", "Beroepsfouten (180)": "Responsabilité professionnelle (180)", "Beroepsfouten (188)": "Responsabilité professionnelle (188)", "Beroepsfouten (190)": "Responsabilité professionnelle (190)", "Beroepsfouten (192)": "Responsabilité professionnelle (192)"',
  ],
];
