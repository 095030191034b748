// Controls that cannot fill in their field.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

const general = `${product}/general-data.ui.json`;
const as = (field: string, ui: JsonObject) => (content: JsonObject) => Object.assign(content, { [field]: ui });

export const controlFaults: Fault[] = [
  [
    "an autocomplete that no browser knows",
    `${product}/company-data.ui.json`,
    (c) => Object.assign(at(c, "city"), { "ui:autocomplete": "adress-level2" }),
    "/city/ui:autocomplete",
    '"adress-level2" is not one of the possibilities; did you mean "address-level2"?',
  ],
  [
    "a text on a whole number",
    general,
    as("revenue", { "ui:widget": "text" }),
    "/revenue/ui:widget",
    '"text" gives a text, the field holds a whole number; this field takes currency, integer',
  ],
  [
    "a date on free text",
    `${product}/company-data.ui.json`,
    as("city", { "ui:widget": "date" }),
    "/city/ui:widget",
    '"date" writes date; add "format": "date" to the field; else this field takes text, textarea',
  ],
  [
    "a text on a date",
    `${product}/request.ui.json`,
    as("effective_date", { "ui:widget": "text" }),
    "/effective_date/ui:widget",
    'a day typed into "text" is never the date that the rule asks for; this field takes date',
  ],
  [
    "a switch on a required whole number",
    general,
    as("revenue", { "ui:widget": "switch" }),
    "/revenue/ui:widget",
    '"switch" gives yes or no, the field holds a whole number; this field takes currency, integer',
  ],
  [
    "a switch on a required yes or no",
    `${product}/coverage-choice.schema.json`,
    (c) => {
      (c.required as string[]).push("double_year_limit");
      delete at(c, "properties.double_year_limit").default;
    },
    `${product}/coverage-choice.ui.json /double_year_limit/ui:widget`,
    'an untouched "switch" is no answer, and the field is required; take "yes-no", or add "default": false',
  ],
  [
    "choices on a field that has none",
    `${product}/company-data.ui.json`,
    as("city", { "ui:widget": "radio" }),
    "/city/ui:widget",
    '"radio" shows choices, the field has none; give the field "enum" or "enumFrom"; else this field takes text, textarea',
  ],
  [
    "free text on a field with choices",
    `${product}/company-data.ui.json`,
    (c) => Object.assign(at(c, "legalform"), { "ui:widget": "text" }),
    "/legalform/ui:widget",
    'in "text" anything can be typed, the field has choices; this field takes select, radio, cards',
  ],
  [
    "questions on a field without any",
    `${product}/coverage-choice.ui.json`,
    as("additional_coverages", { "ui:field": "questions" }),
    "/additional_coverages/ui:field",
    '"questions" needs "requiredFrom" in the field; write it as another product does; schemas/README.md lists it',
  ],
  [
    "files on a list of groups",
    `${product}/additional-explanation.schema.json`,
    (c) => Object.assign(at(c, "properties.file"), { items: { type: "object", properties: {} } }),
    `${product}/additional-explanation.ui.json /file/ui:field`,
    '"dropzone" gives a text for each entry, the field holds a group of answers; correct the type in "items"',
  ],
  [
    "questions whose answers are groups",
    `${product}/acceptance.schema.json`,
    (c) => Object.assign(at(c, "properties.questions_of_acceptance"), { additionalProperties: { type: "object" } }),
    `${product}/acceptance.ui.json /questions_of_acceptance/ui:field`,
    '"questions" gives yes or no for each member, the field holds a group of answers; correct the type in "additionalProperties"',
  ],
  [
    "a group under the name of a single control",
    `${product}/coverage-choice.ui.json`,
    as("additional_coverages", { "ui:widget": "coverages" }),
    "/additional_coverages/ui:widget",
    '"coverages" stands under the wrong name; write it as "ui:field"',
  ],
  [
    "a choice that waits until it is left",
    `${product}/coverage-choice.ui.json`,
    (c) => Object.assign(at(c, "deductible_amount"), { "ui:options": { commit: "blur" } }),
    "/deductible_amount/ui:options/commit",
    'what is chosen in "radio" counts at once; remove it',
  ],
];
