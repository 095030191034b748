// Controls that cannot fill in their field.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

const general = `${product}/general-data.ui.json`;
const as = (field: string, ui: JsonObject) => (content: JsonObject) => Object.assign(content, { [field]: ui });

export const controlFaults: Mistake[] = [
  [
    "an autocomplete that no browser knows",
    `${product}/company-data.ui.json`,
    (c) => Object.assign(at(c, "city"), { "ui:autocomplete": "adress-level2" }),
  ],
  ["a text on a whole number", general, as("revenue", { "ui:widget": "text" })],
  ["a date on free text", `${product}/company-data.ui.json`, as("city", { "ui:widget": "date" })],
  ["a text on a date", `${product}/request.ui.json`, as("effective_date", { "ui:widget": "text" })],
  ["a switch on a required whole number", general, as("revenue", { "ui:widget": "switch" })],
  [
    "a switch on a required yes or no",
    `${product}/coverage-choice.schema.json`,
    (c) => {
      (c.required as string[]).push("double_year_limit");
      delete at(c, "properties.double_year_limit").default;
    },
  ],
  ["choices on a field that has none", `${product}/company-data.ui.json`, as("city", { "ui:widget": "radio" })],
  [
    "free text on a field with choices",
    `${product}/company-data.ui.json`,
    (c) => Object.assign(at(c, "legalform"), { "ui:widget": "text" }),
  ],
  [
    "questions on a field without any",
    `${product}/coverage-choice.ui.json`,
    as("additional_coverages", { "ui:field": "questions" }),
  ],
  [
    "files on a list of groups",
    `${product}/additional-explanation.schema.json`,
    (c) => Object.assign(at(c, "properties.file"), { items: { type: "object", properties: {} } }),
  ],
  [
    "questions whose answers are groups",
    `${product}/acceptance.schema.json`,
    (c) => Object.assign(at(c, "properties.questions_of_acceptance"), { additionalProperties: { type: "object" } }),
  ],
  [
    "a group under the name of a single control",
    `${product}/coverage-choice.ui.json`,
    as("additional_coverages", { "ui:widget": "coverages" }),
  ],
  [
    "a choice that waits until it is left",
    `${product}/coverage-choice.ui.json`,
    (c) => Object.assign(at(c, "deductible_amount"), { "ui:options": { commit: "blur" } }),
  ],
];
