// Settings that do nothing, or promise what the portal refuses.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

const cover = `${product}/coverage-choice.ui.json`;
const files = `${product}/additional-explanation.ui.json`;
const options = (field: string, given: JsonObject) => (content: JsonObject) => {
  const ui = at(content, field);
  ui["ui:options"] = { ...(ui["ui:options"] as JsonObject | undefined), ...given };
};

export const optionFaults: Fault[] = [
  [
    "a setting of another control",
    cover,
    options("double_year_limit", { rows: 3 }),
    "/double_year_limit/ui:options/rows",
    '"switch" does nothing with "rows"; remove it; switch takes texts, price, effect',
  ],
  [
    "choices side by side in a text area",
    files,
    options("explanation", { inline: true }),
    "/explanation/ui:options/inline",
    '"textarea" does nothing with "inline"; remove it; textarea takes texts, commit, rows, counter',
  ],
  [
    "an amount that the choices do not have",
    cover,
    options("coverage_code", { amount: "insured_amout" }),
    "/coverage_code/ui:options/amount",
    'the choices of main_coverages have no amount "insured_amout"; did you mean "insured_amount"?',
  ],
  [
    "a price that no tariff has",
    cover,
    options("double_year_limit", { price: "double_year" }),
    "/double_year_limit/ui:options/price",
    'no tariff has a price of "double_year"; correct it, or remove it',
  ],
  [
    "the price of another answer",
    cover,
    options("pay_in_terms", { price: "double_year_limit" }),
    "/pay_in_terms/ui:options/price",
    '"double_year_limit" is the price of coverage-choice.double_year_limit, not of coverage-choice.pay_in_terms; correct it, or remove it',
  ],
  [
    "files that the portal refuses",
    files,
    options("file", { accept: [".pdf", ".exe"] }),
    "/file/ui:options/accept/1",
    'the portal takes no files ".exe"; write one of .doc, .docx, .xls, .xlsx, .jpg, .jpeg, .png, .pdf, .eml, .msg',
  ],
  [
    "files larger than the portal takes",
    files,
    options("file", { maxSize: 20_000_000 }),
    "/file/ui:options/maxSize",
    "the portal takes no files as large as that; write at most 2097152",
  ],
  [
    "more files than the portal takes",
    `${product}/additional-explanation.schema.json`,
    (c) => Object.assign(at(c, "properties"), { file: { type: "array", maxItems: 25, items: { type: "string" } } }),
    "/properties/file/maxItems",
    "the portal takes fewer files with a request; write at most 10",
  ],
  [
    "the number of files in the layout",
    files,
    options("file", { maxFiles: 3 }),
    "/file/ui:options/maxFiles",
    '"maxFiles" is not known here; it is a rule: write "maxItems" in the schema',
  ],
  [
    "a default that is no choice",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(at(c, "properties.coverage_code"), { default: "109" }),
    "/properties/coverage_code/default",
    '"109" is none of the choices of main_coverages; write one of its values, or remove the default',
  ],
  [
    "a request that can be sent without a first day",
    `${product}/request.schema.json`,
    (c) => Object.assign(c, { required: (c.required as string[]).filter((one) => one !== "effective_date") }),
    "/required",
    'a request can be sent without a first day of cover; add "effective_date", and give the field "format": "date"',
  ],
  [
    "no kinds of files at all",
    files,
    options("file", { accept: [] }),
    "/file/ui:options/accept",
    "the list is empty or too short; Extensions of files that can be chosen",
  ],
  [
    "an agreement to a document that is not named",
    `${product}/request.ui.json`,
    (c) => delete at(c, "conditions_agreement")["ui:options"],
    "/conditions_agreement",
    'the words of conditions_agreement link to a document, and the layout names none; add "document" to "ui:options": one of terms_and_conditions, insurance_map, information_document',
  ],
  [
    "a field in two sections",
    `${product}/request.ui.json`,
    (c) => {
      (at(c, "ui:options.sections.1").fields as string[]).unshift("effective_date");
    },
    "/ui:options/sections/1/fields/0",
    '"effective_date" stands in the sections twice; remove one of the two',
  ],
];
